import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { api, nullIf } from '../api.ts'
import { ProductImport } from '../imports/product-import.tsx'
import { type ScreenHandle, screenHandle } from '../layout/screen-handle.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { resultOf } from '../ui/result.ts'
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

const title = (
  <PageTitle
    aside={
      <Link to="/dashboard/manageProduct" className="link">
        {texts.dashboard.manageProduct}
      </Link>
    }
  >
    Import products
  </PageTitle>
)

export const handle: ScreenHandle = {
  ...screenHandle(title, { rows: 1, height: 'h-48' }),
  menuEntry: () => '/dashboard/manageProduct',
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
