import source from '../../content/privacy.md?raw'
import { pageMeta } from '../page-meta.ts'
import { DocumentPage } from '../ui/document-page.tsx'
import { parseMarkdown } from '../ui/parse-markdown.ts'
import type { Route } from './+types/privacy.ts'

const document = parseMarkdown(source)

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
