import document from '../../content/terms.md'
import { NotFound } from '../layout/nothing-here.tsx'
import { missingMeta, pageMeta } from '../page-meta.ts'
import { loadOwnerText } from '../texts/load-owner-text.ts'
import { OwnerTextPage } from '../texts/owner-text-page.tsx'
import type { Route } from './+types/terms.ts'

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData?.exists) return missingMeta
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description: 'The conditions for ordering, paying, delivery and returns in this shop.',
    path: '/terms',
  })
}

export const loader = (args: Route.LoaderArgs) => loadOwnerText(args, 'terms')

export default function Terms({ loaderData: { exists } }: Route.ComponentProps) {
  return exists ? <OwnerTextPage document={document} /> : <NotFound />
}
