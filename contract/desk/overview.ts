import { z } from 'zod'
import { abortWith, id } from '../formats/fields.ts'
import { isTimeZone } from '../formats/time-zone.ts'
import { OWNER_TEXTS } from '../site/owner-texts.ts'

export const OVERVIEW_DAYS = 30
export const OVERVIEW_MONTHS = 12
export const BEST_SELLERS = 10
export const LOW_STOCK_SHOWN = 10

const TIME_ZONE_PROBLEM = 'Enter the time zone by its name, such as Europe/Berlin'

export const overviewQuery = z
  .object({
    timeZone: z
      .string(TIME_ZONE_PROBLEM)
      .max(100, abortWith(TIME_ZONE_PROBLEM))
      .refine(isTimeZone, TIME_ZONE_PROBLEM)
      .meta({ description: 'a name of the IANA time zone database', examples: ['Europe/Berlin'] }),
  })
  .partial()

/** What was paid within one day or month, less what was refunded within it. Money that bought nothing is not included. */
const sales = z.object({
  /** The day, or the first day of the month, in the requested time zone. */
  from: z.iso.date(),
  orders: z.number(),
  revenue: z.number(),
})
export type Sales = z.infer<typeof sales>

const bestSeller = z.object({
  _id: id,
  name: z.string(),
  units: z.number(),
  revenue: z.number(),
})
export type BestSeller = z.infer<typeof bestSeller>

const lowStockProduct = z.object({
  _id: id,
  name: z.string(),
  quantity: z.number(),
  minimum: z.number(),
})
export type LowStockProduct = z.infer<typeof lowStockProduct>

export const overview = z.object({
  timeZone: z.string(),
  /** Oldest first, without gaps; today is last. */
  days: z.array(sales),
  months: z.array(sales),
  /** Of these months, by units. */
  bestSellers: z.array(bestSeller),
  unpaid: z.object({
    orders: z.number(),
    /** Of these, those not paid in time: their units are on sale again. */
    lapsed: z.number(),
  }),
  /** Paid, not shipped, and not refunded in full. */
  toShip: z.number(),
  /** Quotes that wait for the shop's answer. */
  quotesAsked: z.number(),
  /** Open disputes of payments. */
  disputes: z.number(),
  lowStock: z.object({
    products: z.number(),
    /** Of these, those that cannot be ordered at all. */
    soldOut: z.number(),
    /** The products with the least stock. */
    scarcest: z.array(lowStockProduct),
  }),
  failedRefunds: z.object({ payments: z.number(), amount: z.number() }),
  /** Texts that customers of a live shop do not see until the owner has written them. */
  unwrittenTexts: z.array(z.enum(OWNER_TEXTS)),
  /** Nobody gets mail: it is turned off in the settings. */
  mailOff: z.boolean(),
  /** Present while the card provider rejects the shop's requests: says why. */
  cardProviderProblem: z.string().optional(),
})
export type Overview = z.infer<typeof overview>
