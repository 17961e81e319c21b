import document from '../../content/terms.md'
import { pageMeta } from '../page-meta.ts'
import { DocumentPage } from '../ui/document-page.tsx'
import type { Route } from './+types/terms.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description: 'The conditions for ordering, paying, delivery and returns in this shop.',
    path: '/terms',
  })
}

export default function Terms() {
  return <DocumentPage document={document} />
}
