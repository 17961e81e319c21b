import { texts } from '#contract/fixed-texts.ts'
import { api, nullIf } from '../api.ts'
import { type ScreenHandle, screenHandle } from '../layout/screen-handle.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'
import type { Route } from './+types/import-products.ts'
import { ProductImport } from './imports/product-import.tsx'
import { AdminsOnlyNotice } from './users/admins-only-notice.tsx'

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
