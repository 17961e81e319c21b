import type { PdfFile } from '../sales/documents/pdf/sheet.ts'

/** A mail as data; one renderer makes HTML of it, another text. */
export type MailContent = {
  subject: string
  /** What a list of mails shows beside the subject. */
  preheader: string
  blocks: Block[]
  action?: { label: string; url: string }
  /** Makes what goes with it; called only once everything else is known. */
  attach?: () => Promise<PdfFile>
}

/** A paragraph, or a list of facts. */
export type Block = string | [label: string, value: string][]

/** What every mail knows of the shop. */
export type Sender = { shopName: string; origin: string }
