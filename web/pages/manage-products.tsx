import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#contract/counts.ts'
import { readProductSearch } from '#contract/product-search.ts'
import type { Product } from '#contract/products.ts'
import { texts } from '#contract/texts.ts'
import { api } from '../api.ts'
import { ManageSearch } from '../products/manage-search.tsx'
import { ProductTable } from '../products/product-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AdminNotice } from '../users/admin-notice.tsx'
import { useUser } from '../users/use-user.ts'

const PER_PAGE = 50

type Found = { admin: boolean; products: Product[]; total: number }

export default function ManageProducts() {
  const { email } = useUser()
  const [asked] = useSearchParams()
  const { q, page } = readProductSearch(asked)
  const loading = useLoad(
    async (signal): Promise<Found> => {
      let total = 0
      const query = { page: String(page), limit: String(PER_PAGE), ...(q && { q }) }
      const [{ admin }, products] = await Promise.all([
        api.checkAdmin({ params: { email }, signal }),
        api.listProducts({
          query,
          signal,
          readHeaders: (headers) => {
            total = Number(headers.get('x-total-count'))
          },
        }),
      ])
      return { admin, products, total }
    },
    [email, q, page],
  )

  return (
    <>
      <PageTitle>{texts.dashboard.manageProduct}</PageTitle>
      <Load loading={loading}>
        {({ admin, ...found }) =>
          admin ? <Products q={q} page={page} {...found} onChanged={loading.retry} /> : <AdminNotice />
        }
      </Load>
    </>
  )
}

type ProductsProps = Omit<Found, 'admin'> & { q: string; page: number; onChanged: () => void }

function Products({ q, page, products, total, onChanged }: ProductsProps) {
  const addressOf = (page: number) =>
    `?${new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })}`
  return (
    <div className="grid gap-6">
      <ManageSearch q={q} />
      {products.length === 0 ? (
        <NoProducts q={q} />
      ) : (
        <>
          <p role="status" className="text-quiet">
            {formatCount(total)} {total === 1 ? 'product' : 'products'}
            {q ? ` for “${q}”` : ', newest first'}
          </p>
          <ProductTable products={products} onChanged={onChanged} />
        </>
      )}
      <Pagination page={page} pages={Math.ceil(total / PER_PAGE)} addressOf={addressOf} />
    </div>
  )
}

function NoProducts({ q }: { q: string }) {
  if (q)
    return (
      <Empty sentence={`No product is found for “${q}”.`}>
        <Link to="?" className="btn btn-primary">
          Show all products
        </Link>
      </Empty>
    )
  return (
    <Empty sentence="There are no products yet.">
      <Link to="/dashboard/addProduct" className="btn btn-primary">
        Add the first one
      </Link>
    </Empty>
  )
}
