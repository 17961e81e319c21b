import { data } from 'react-router'
import { NotFound } from '../layout/not-found-message.tsx'
import { unlistedMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return unlistedMeta(root.loaderData, 'Page not found')
}

export const loader = () => data(null, { status: 404 })

export default NotFound
