/** A mail as data; one renderer makes HTML of it, another text. */
export type MailContent = {
  subject: string
  /** What a list of mails shows beside the subject. */
  preheader: string
  blocks: Block[]
  action?: { label: string; url: string }
}

/** A paragraph, or a list of facts. */
export type Block = string | [label: string, value: string][]

/** What every mail knows of the shop. */
export type Sender = { shopName: string; origin: string }
