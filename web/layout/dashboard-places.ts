import { texts } from '#contract/fixed-texts.ts'

const { dashboard } = texts

export type Place = { to: string; label: string }

export const forEverybody: Place[] = [
  { to: '/dashboard', label: dashboard.dashboard },
  { to: '/dashboard/profile', label: dashboard.profile },
  { to: '/dashboard/myReview', label: dashboard.myReview },
  { to: '/dashboard/addReview', label: dashboard.addReview },
  { to: '/dashboard/order', label: dashboard.myOrder },
]
export const forAdmins: Place[] = [
  { to: '/dashboard/myOrder', label: dashboard.manageOrder },
  { to: '/dashboard/users', label: dashboard.makeAdmin },
  { to: '/dashboard/addProduct', label: dashboard.addProduct },
  { to: '/dashboard/manageProduct', label: dashboard.manageProduct },
]
