import { useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'
import { texts } from '#contract/texts.ts'
import { api } from '../api.ts'
import { ProductTable } from '../products/product-table.tsx'
import { focusNextRow } from '../ui/card-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatCount } from '../ui/format.ts'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Paged } from '../ui/paged.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AdminNotice } from '../users/admin-notice.tsx'
import { useUser } from '../users/use-user.ts'

export default function ManageProducts() {
  const { email } = useUser()
  const loading = useLoad(
    async (signal) => {
      const [{ admin }, products] = await Promise.all([
        api.checkAdmin({ params: { email }, signal }),
        api.listProducts({ signal }),
      ])
      return { admin, products }
    },
    [email],
  )

  return (
    <>
      <PageTitle>{texts.dashboard.manageProduct}</PageTitle>
      <Load loading={loading}>
        {({ admin, products }) => (admin ? <Products products={products} /> : <AdminNotice />)}
      </Load>
    </>
  )
}

function Products({ products }: { products: Product[] }) {
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const left = products.filter(({ _id }) => !deleted.includes(_id))

  async function remove({ _id }: Product, button: HTMLElement) {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteProduct({ params: { id: _id } })
      focusNextRow(button)
      setDeleted((before) => [...before, _id])
      toast.success(message)
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  }

  if (left.length === 0)
    return (
      <Empty sentence="There are no products yet.">
        <Link to="/dashboard/addProduct" className="btn btn-primary">
          Add the first one
        </Link>
      </Empty>
    )
  return (
    <>
      <p className="mb-4 text-quiet">
        {formatCount(left.length)} {left.length === 1 ? 'product' : 'products'}, newest first
      </p>
      <Paged rows={left}>{(shown) => <ProductTable products={shown} onRemove={remove} />}</Paged>
    </>
  )
}
