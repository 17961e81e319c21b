import document from '../../content/privacy.md'
import { NotFound } from '../layout/not-found-message.tsx'
import { pageMeta, unlistedMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/privacy.ts'
import { loadOwnerText } from './texts/load-owner-text.ts'
import { OwnerTextPage } from './texts/owner-text-page.tsx'

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData?.isWritten) return unlistedMeta(root.loaderData, 'Page not found')
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description: 'What the shop keeps about its customers, why and for how long, and which cookies it sets.',
    path: '/privacy',
  })
}

export const loader = (args: Route.LoaderArgs) => loadOwnerText(args, 'privacy')

export default function Privacy({ loaderData: { isWritten } }: Route.ComponentProps) {
  return isWritten ? <OwnerTextPage document={document} /> : <NotFound />
}
