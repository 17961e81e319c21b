import { texts } from '#contract/fixed-texts.ts'
import { AddProductForm } from '../products/add-product-form.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AdminsOnlyNotice } from '../users/admins-only-notice.tsx'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'

export default function AddProduct() {
  const { email } = useUser()
  const { admin, loading, problem } = useAdmin(email)
  return (
    <>
      <PageTitle>{texts.dashboard.addProduct}</PageTitle>
      {!admin && !loading && !problem && <AdminsOnlyNotice />}
      <AddProductForm email={email} />
    </>
  )
}
