import type { Shop } from '../../shop-context.ts'
import type { BookingRow } from '../bookings/store.ts'
import type { Offer } from '../quotes/offer.ts'
import {
  composeCreditNote,
  composeInvoice,
  composeOffer,
  composePackingSlip,
  composeProForma,
} from './compose-sheets.ts'
import { type PdfReader, PdfThreadLost } from './pdf/pdf-renderer.ts'
import { lacksGlyphs, type PdfFile, type Sheet } from './pdf/sheet.ts'
import * as documents from './store.ts'

type Making = Pick<Shop, 'config' | 'db' | 'log' | 'pdf'>

/** Of an invoice or a credit note: made when it is first needed and kept, the same bytes for ever. */
export async function issuedPdf(
  shop: Making,
  document: documents.IssuedDocument,
  reader?: PdfReader,
): Promise<PdfFile> {
  const { kind, number, pdf } = document
  const describe = kind === 'invoice' ? composeInvoice : composeCreditNote
  const made = pdf ?? (await render(shop, describe(shop.config, document), reader))
  return { name: `${kind}-${number}.pdf`, content: pdf ?? (await documents.keepPdf(shop.db, number, made)) }
}

export async function offerPdf(shop: Making, offer: Offer, reader?: PdfReader): Promise<PdfFile> {
  const content = await render(shop, composeOffer(shop.config, offer), reader)
  return { name: `offer-${offer.number}.pdf`, content }
}

export async function proFormaPdf(
  shop: Making,
  booking: BookingRow,
  { bankDetails, reader }: { bankDetails: string; reader: PdfReader },
): Promise<PdfFile> {
  const content = await render(shop, composeProForma(shop.config, booking, bankDetails), reader)
  return { name: `pro-forma-${booking.number}.pdf`, content }
}

export async function packingSlipPdf(shop: Making, booking: BookingRow, reader: PdfReader): Promise<PdfFile> {
  const content = await render(shop, composePackingSlip(shop.config, booking), reader)
  return { name: `packing-slip-${booking.number}.pdf`, content }
}

async function render({ pdf, log }: Making, sheet: Sheet, reader?: PdfReader): Promise<Buffer> {
  const { title, number } = sheet
  const content = await pdf.render(sheet, reader).catch((error: unknown) => {
    if (error instanceof PdfThreadLost) log.error({ title, number, err: error.cause }, error.message)
    throw error
  })
  if (lacksGlyphs(content))
    log.warn({ title, number }, 'a document has characters that its fonts lack: set DOCUMENT_FONT')
  return content
}
