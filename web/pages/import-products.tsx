import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { api, nullIf } from '../api.ts'
import { ProductImport } from '../imports/product-import.tsx'
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

export default function ImportProducts({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle
        aside={
          <Link to="/dashboard/manageProduct" className="link">
            {texts.dashboard.manageProduct}
          </Link>
        }
      >
        Import products
      </PageTitle>
      <Loaded result={loaderData}>
        {(found) => (found ? <ProductImport {...found} /> : <AdminsOnlyNotice />)}
      </Loaded>
    </>
  )
}
