import { Link, useSearchParams } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatTotal, type TotalCount } from '#contract/format-count.ts'
import { readProductSearch } from '#contract/product-search.ts'
import type { Product } from '#contract/products.ts'
import { api } from '../api.ts'
import { ListPages, listAddress, listQuery, loadPage } from '../lists/list-page.tsx'
import { SearchAsTyped } from '../lists/search-as-typed.tsx'
import { ProductTable } from '../products/product-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AdminsOnlyNotice } from '../users/admins-only-notice.tsx'
import { useUser } from '../users/use-user.ts'

type Found = { admin: boolean; q: string; page: number; products: Product[] } & TotalCount

export default function ManageProducts() {
  const { email } = useUser()
  const [params] = useSearchParams()
  const { q, page } = readProductSearch(params)
  const loading = useLoad(
    async (signal): Promise<Found> => {
      const query = listQuery(page, q)
      const [{ admin }, { rows, ...counted }] = await Promise.all([
        api.checkAdmin({ params: { email }, signal }),
        loadPage((readHeaders) => api.listProducts({ query, signal, readHeaders, signedIn: true })),
      ])
      return { admin, q, page, products: rows, ...counted }
    },
    [email, q, page],
  )

  return (
    <>
      <PageTitle>{texts.dashboard.manageProduct}</PageTitle>
      <Load loading={loading}>
        {({ admin, ...found }) =>
          admin ? <Products requestedQ={q} {...found} onChanged={loading.retry} /> : <AdminsOnlyNotice />
        }
      </Load>
    </>
  )
}

type ProductsProps = Omit<Found, 'admin'> & { requestedQ: string; onChanged: () => void }

/** Shows the previous result until the requested one has loaded. */
function Products({ requestedQ, q, page, products, total, exact, onChanged }: ProductsProps) {
  return (
    <div className="grid gap-6">
      <SearchAsTyped q={requestedQ} label="Search these products" addressOf={listAddress} />
      {total === 0 ? (
        <NoProducts q={q} />
      ) : (
        <>
          <p role="status" className="text-quiet">
            {formatTotal({ total, exact })} {total === 1 ? 'product' : 'products'}
            {q ? ` for “${q}”` : ', newest first'}
          </p>
          <ProductTable products={products} onChanged={onChanged} />
        </>
      )}
      <ListPages page={page} total={total} addressOf={(page) => listAddress(q, page)} />
    </div>
  )
}

function NoProducts({ q }: { q: string }) {
  if (q)
    return (
      <EmptyState sentence={`No products match “${q}”.`}>
        <Link to="?" className="btn btn-primary">
          Show all products
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState sentence="There are no products yet.">
      <Link to="/dashboard/addProduct" className="btn btn-primary">
        Add the first one
      </Link>
    </EmptyState>
  )
}
