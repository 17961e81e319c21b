import { isRouteErrorResponse, Outlet } from 'react-router'
import { DashboardFrame } from '../layout/dashboard-frame.tsx'
import { ErrorPage } from '../layout/error-page.tsx'
import { checkAdmin } from '../session/admin-check.ts'
import { currentUser } from '../session/current-user.ts'
import type { Route } from './+types/dashboard-layout.ts'

/** Where a page needs the check, the page says that it failed; the menu does without. */
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  checkAdmin(context.get(currentUser)).catch(() => undefined)

export default function DashboardLayout({ loaderData: admin }: Route.ComponentProps) {
  return (
    <DashboardFrame admin={admin}>
      <Outlet />
    </DashboardFrame>
  )
}

/** A page that fails leaves the menu. */
export function ErrorBoundary({ error, loaderData: admin }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error
  return (
    <DashboardFrame admin={admin}>
      <ErrorPage />
    </DashboardFrame>
  )
}
