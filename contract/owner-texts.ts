/** Pages whose texts only the owner can finish: `content/{page}.md`. */
export const OWNER_TEXTS = ['terms', 'privacy', 'contact'] as const
export type OwnerText = (typeof OWNER_TEXTS)[number]

/** A page without its text does not exist. Only the contact page stays, for its form: other pages lead to it. */
export const isHiddenPage = (page: string, unwritten: readonly OwnerText[]) =>
  page !== 'contact' && unwritten.some((text) => text === page)
