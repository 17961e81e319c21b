import { texts } from '#contract/fixed-texts.ts'
import { api, nullIf } from '../api.ts'
import { ProductImport } from '../imports/product-import.tsx'
import { type ScreenHandle, screenHandle } from '../layout/screen-handle.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { resultOf } from '../ui/result.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AdminsOnlyNotice } from '../users/admins-only-notice.tsx'
import type { Route } from './+types/import-products.ts'

/** Null for users who are not admins. */
export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  resultOf(
    api
      .getLatestImport({ signal })
      .then((latest) => ({ latest }))
      .catch(nullIf(403)),
  )

const LIST = { to: '/dashboard/manageProduct', label: texts.dashboard.manageProduct }

const title = (
  <>
    <BackLink {...LIST} />
    <PageTitle>Import products</PageTitle>
  </>
)

export const handle: ScreenHandle = {
  ...screenHandle(title, <Skeleton blocks={1} height="h-48" />),
  menuEntry: () => LIST.to,
}

export default function ImportProducts({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {title}
      <Loaded result={loaderData}>
        {(found) => (found ? <ProductImport {...found} /> : <AdminsOnlyNotice />)}
      </Loaded>
    </>
  )
}
