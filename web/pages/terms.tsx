import source from '../../content/terms.md?raw'
import { pageMeta } from '../page-meta.ts'
import { DocumentPage } from '../ui/document-page.tsx'
import { parseMarkdown } from '../ui/parse-markdown.ts'
import type { Route } from './+types/terms.ts'

const document = parseMarkdown(source)

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
