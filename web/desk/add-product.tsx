import { texts } from '#contract/fixed-texts.ts'
import { screenHandle } from '../layout/screen-handle.tsx'
import { checkAdmin } from '../session/admin-check.ts'
import { currentUser } from '../session/current-user.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import type { Route } from './+types/add-product.ts'
import { AddProductForm } from './products/add-product-form.tsx'
import { AdminsOnlyNotice } from './users/admins-only-notice.tsx'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const user = context.get(currentUser)
  return { email: user.email, refused: !(await checkAdmin(user).catch(() => true)) }
}

const title = <PageTitle>{texts.dashboard.addProduct}</PageTitle>

export const handle = screenHandle(title)

export default function AddProduct({ loaderData: { email, refused } }: Route.ComponentProps) {
  return (
    <>
      {title}
      {refused ? <AdminsOnlyNotice /> : <AddProductForm email={email} />}
    </>
  )
}
