import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findBookingForCaller } from '../bookings/find-booking.ts'
import { prolongForBank } from '../holds/hold-for-bank.ts'
import { findQuoteForCaller } from '../quotes/find-quote.ts'
import { isOffer } from '../quotes/offer.ts'
import { issuedPdf, offerPdf, packingSlipPdf, proFormaPdf } from './make-pdf.ts'
import type { PdfReader } from './pdf/pdf-renderer.ts'
import type { PdfFile } from './pdf/sheet.ts'
import * as documents from './store.ts'

/** Makes a document of which all is known, and that the caller may have. */
export type MakePdf = (reader: PdfReader) => Promise<PdfFile>

export async function prepareOffer(shop: Shop, caller: Caller, quoteId: string): Promise<MakePdf> {
  const quote = await findQuoteForCaller(shop, caller, quoteId)
  if (!isOffer(quote)) throw refuse.notFound('There is no offer for this quote')
  return (reader) => offerPdf(shop, quote, reader)
}

/** Whoever fetches it means to pay by bank, which takes days: the units are held for as long. */
export async function prepareProForma(shop: Shop, caller: Caller, bookingId: string): Promise<MakePdf> {
  const { bankDetails } = shop.config.documents
  const booking = await findBookingForCaller(shop, caller, bookingId)
  if (!bankDetails) throw refuse.conflict('This shop does not accept bank transfers')
  if (booking.state === 'paid') throw refuse.conflict('This order is paid: download its invoice instead')
  await shop.db.transaction((tx) => prolongForBank(shop, tx, booking))
  const held = await findBookingForCaller(shop, caller, bookingId)
  return (reader) => proFormaPdf(shop, held, { bankDetails, reader })
}

export async function prepareInvoice(shop: Shop, caller: Caller, bookingId: string): Promise<MakePdf> {
  const { state } = await findBookingForCaller(shop, caller, bookingId)
  const invoice = await documents.findInvoice(shop.db, bookingId)
  if (invoice) return (reader) => issuedPdf(shop, invoice, reader)
  throw refuse.notFound(
    state === 'paid'
      ? 'This order was paid before the shop issued invoices'
      : 'This order is not paid yet: its invoice is issued once it is paid',
  )
}

export async function prepareCreditNote(
  shop: Shop,
  caller: Caller,
  { id, number }: { id: string; number: string },
): Promise<MakePdf> {
  await findBookingForCaller(shop, caller, id)
  const note = await documents.findCreditNote(shop.db, id, number)
  if (!note) throw refuse.notFound('No such credit note')
  return (reader) => issuedPdf(shop, note, reader)
}

export async function preparePackingSlip(shop: Shop, caller: Caller, bookingId: string): Promise<MakePdf> {
  const booking = await findBookingForCaller(shop, caller, bookingId)
  if (booking.state !== 'paid')
    throw refuse.conflict('This order is not paid yet: only paid orders have a packing slip')
  return (reader) => packingSlipPdf(shop, booking, reader)
}
