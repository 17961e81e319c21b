import document from '../../content/privacy.md'
import { pageMeta } from '../page-meta.ts'
import { DocumentPage } from '../ui/document-page.tsx'
import type { Route } from './+types/privacy.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description: 'What the shop keeps about its customers, why and for how long, and which cookies it sets.',
    path: '/privacy',
  })
}

export default function Privacy() {
  return <DocumentPage document={document} />
}
