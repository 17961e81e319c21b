import { PUBLIC_PAGES } from '../public-pages.ts'
import type { Chance } from './create-chance.ts'

const NOBODYS = '00000000-0000-7000-8000-000000000000'
const QUERIES = [
  'q=hammer',
  'view=list',
  'category=fasteners',
  'page=2',
  'page=999',
  'units=500',
  'view=quotes',
  'sort=stock',
  'min=5',
  'q=%00',
]

const places = [
  '/',
  '/home',
  '/catalogue',
  ...PUBLIC_PAGES,
  '/reset-password#token=sample',
  '/verify-email',
  '/nowhere',
  '/sandbox/mail',
]
const behindSignIn = [
  '',
  '/order',
  '/myOrder',
  '/profile',
  '/myReview',
  '/addReview',
  '/addProduct',
  '/manageProduct',
  '/import',
  '/users',
]
const ofProducts = ['/item/', '/product/']
const ofOrders = ['/dashboard/order/', '/dashboard/payment/', '/dashboard/quote/']

/** An address that somebody may type or have kept: of any page, of what there is and of what there is not. */
export function chooseAddress(chance: Chance, products: string[]): string {
  const kind = chance.weigh({ place: 6, dashboard: 6, product: 4, order: 1 })
  if (kind === 'product')
    return chance.pick(ofProducts) + (chance.happens(0.9) ? chance.pick(products) : chance.id())
  if (kind === 'order') return chance.pick(ofOrders) + chance.pick([NOBODYS, chance.id(), 'none'])
  const path = kind === 'place' ? chance.pick(places) : `/dashboard${chance.pick(behindSignIn)}`
  return chance.happens(0.3) ? path.replace(/$|(?=#)/, `?${chance.pick(QUERIES)}`) : path
}
