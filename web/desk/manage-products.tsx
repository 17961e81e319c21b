import { Link } from 'react-router'
import { type ProductSearch, readProductSearch } from '#contract/catalogue/product-search.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatTotal, type TotalCount } from '#contract/formats/format-number.ts'
import { api } from '../api.ts'
import { ListSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { ListPages, ListRows, listAddress, listQuery, loadPage } from '../lists/paged-list.tsx'
import { SearchAsTyped } from '../lists/search-as-typed.tsx'
import { checkAdmin } from '../session/admin-check.ts'
import { currentUser } from '../session/current-user.ts'
import type { AuthUser } from '../session/session.ts'
import { DownloadButton } from '../ui/controls/download-button.tsx'
import { today } from '../ui/dates.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import type { Route } from './+types/manage-products.ts'
import { ProductTable } from './products/product-table.tsx'
import { RenameCategory } from './products/rename-category.tsx'
import { AdminsOnlyNotice } from './users/admins-only-notice.tsx'

type Found = { q: string; page: number; products: Product[] } & TotalCount

export const clientLoader = ({ context, request, url }: Route.ClientLoaderArgs) =>
  resultOf(loadForAdmin(context.get(currentUser), readProductSearch(url.searchParams), request.signal))

/** Null for users who are not admins. */
async function loadForAdmin(user: AuthUser, { q, page }: ProductSearch, signal: AbortSignal) {
  const query = listQuery(page, q)
  const [admin, { rows, ...counted }] = await Promise.all([
    checkAdmin(user),
    loadPage((readHeaders) => api.listProducts({ query, signal, readHeaders, signedIn: true })),
  ])
  return admin ? { q, page, products: rows, ...counted } : null
}

const title = (admin: boolean | 'maybe') => (
  <PageTitle aside={<ToolsForAllProducts />} admin={admin}>
    {texts.dashboard.manageProduct}
  </PageTitle>
)

export const handle = screenHandle(title('maybe'), <ListSkeleton of="products" />)

export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {title(loaderData.problem ? 'maybe' : loaderData.data !== null)}
      <Loaded result={loaderData}>
        {(found) => (found ? <Products {...found} /> : <AdminsOnlyNotice />)}
      </Loaded>
    </>
  )
}

function ToolsForAllProducts() {
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton
        label="Export products"
        fileName={`products-${today()}`}
        kind="CSV"
        className="btn btn-sm btn-outline"
        load={(options) => api.exportProducts(options)}
      />
      <Link to="/dashboard/import" className="btn btn-sm btn-outline">
        Import products
      </Link>
      <RenameCategory />
    </div>
  )
}

/** Shows the previous result until the requested one has loaded. */
function Products({ q, page, products, total, exact }: Found) {
  if (total === 0 && q === '')
    return (
      <EmptyState sentence="There are no products yet.">
        <Link to="/dashboard/addProduct" className="btn btn-primary">
          Add the first one
        </Link>
      </EmptyState>
    )
  return (
    <div className="grid gap-6">
      <SearchAsTyped label="Search these products" />
      {total === 0 ? (
        <EmptyState sentence={`No products match “${q}”.`}>
          <Link to="?" className="btn btn-primary">
            Show all products
          </Link>
        </EmptyState>
      ) : (
        <>
          <p role="status" className="text-quiet">
            {formatTotal({ total, exact })} {total === 1 ? 'product' : 'products'}
            {q ? ` for “${q}”` : ', newest first'}
          </p>
          <ListRows>
            <ProductTable products={products} />
          </ListRows>
        </>
      )}
      <ListPages page={page} total={total} addressOf={(page) => listAddress(q, page)} />
    </div>
  )
}
