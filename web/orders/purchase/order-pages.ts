import { texts } from '#contract/fixed-texts.ts'

/** Where orders and quotes are listed: one's own, and for admins everybody's. */
export const MY_ORDER = { to: '/dashboard/order', label: texts.dashboard.myOrder }
export const MANAGE_ORDER = { to: '/dashboard/myOrder', label: texts.dashboard.manageOrder }
