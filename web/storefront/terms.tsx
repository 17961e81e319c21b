import document from '../../content/terms.md'
import { NotFound } from '../layout/not-found-message.tsx'
import { pageMeta, unlistedMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/terms.ts'
import { loadOwnerText } from './texts/load-owner-text.ts'
import { OwnerTextPage } from './texts/owner-text-page.tsx'

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData?.isWritten) return unlistedMeta(root.loaderData, 'Page not found')
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description: 'The conditions for ordering, paying, delivery and returns in this shop.',
    path: '/terms',
  })
}

export const loader = (args: Route.LoaderArgs) => loadOwnerText(args, 'terms')

export default function Terms({ loaderData: { isWritten } }: Route.ComponentProps) {
  return isWritten ? <OwnerTextPage document={document} /> : <NotFound />
}
