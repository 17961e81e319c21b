import { texts } from '#contract/texts.ts'
import { ProductForm } from '../products/product-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AdminNotice } from '../users/admin-notice.tsx'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'

export default function AddProduct() {
  const { email } = useUser()
  const { admin, loading, problem } = useAdmin(email)
  return (
    <>
      <PageTitle>{texts.dashboard.addProduct}</PageTitle>
      {!admin && !loading && !problem && <AdminNotice />}
      <ProductForm email={email} />
    </>
  )
}
