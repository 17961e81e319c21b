import { findBookingForCaller } from '../bookings/find-booking.ts'
import { prolongForBank } from '../bookings/hold-for-bank.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import { findQuoteForCaller } from '../quotes/find-quote.ts'
import type { Shop } from '../shop-context.ts'
import { issuedPdf, offerPdf, packingSlipPdf, proFormaPdf } from './make-pdf.ts'
import type { PdfReader } from './pdf-renderer.ts'
import type { PdfFile } from './sheet.ts'
import * as documents from './store.ts'

export type Asking = { caller: Caller; reader: PdfReader }

export async function fetchOffer(shop: Shop, { caller, reader }: Asking, quoteId: string): Promise<PdfFile> {
  const quote = await findQuoteForCaller(shop, caller, quoteId)
  if (!documents.isOffer(quote)) throw refuse.notFound('There is no offer for this quote')
  return offerPdf(shop, quote, reader)
}

/** Whoever fetches it means to pay by bank, which takes days: the units are held for as long. */
export async function fetchProForma(
  shop: Shop,
  { caller, reader }: Asking,
  bookingId: string,
): Promise<PdfFile> {
  const { bankDetails } = shop.config.documents
  const booking = await findBookingForCaller(shop, caller, bookingId)
  if (!bankDetails) throw refuse.conflict('This shop does not accept bank transfers')
  if (booking.state === 'paid') throw refuse.conflict('This order is paid: download its invoice instead')
  await shop.db.transaction((tx) => prolongForBank(shop, tx, booking))
  const held = await findBookingForCaller(shop, caller, bookingId)
  return proFormaPdf(shop, held, { bankDetails, reader })
}

export async function fetchInvoice(
  shop: Shop,
  { caller, reader }: Asking,
  bookingId: string,
): Promise<PdfFile> {
  const { state } = await findBookingForCaller(shop, caller, bookingId)
  const invoice = await documents.findInvoice(shop.db, bookingId)
  if (invoice) return issuedPdf(shop, invoice, reader)
  throw refuse.notFound(
    state === 'paid'
      ? 'This order was paid before the shop issued invoices'
      : 'This order is not paid yet: its invoice is issued once it is paid',
  )
}

export async function fetchCreditNote(
  shop: Shop,
  { caller, reader }: Asking,
  { id, number }: { id: string; number: string },
): Promise<PdfFile> {
  await findBookingForCaller(shop, caller, id)
  const note = await documents.findCreditNote(shop.db, id, number)
  if (!note) throw refuse.notFound('No such credit note')
  return issuedPdf(shop, note, reader)
}

export async function fetchPackingSlip(
  shop: Shop,
  { caller, reader }: Asking,
  bookingId: string,
): Promise<PdfFile> {
  const booking = await findBookingForCaller(shop, caller, bookingId)
  if (booking.state !== 'paid')
    throw refuse.conflict('This order is not paid yet: only paid orders have a packing slip')
  return packingSlipPdf(shop, booking, reader)
}
