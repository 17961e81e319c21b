/** Pages whose texts only the owner can finish: `content/{page}.md`. */
export const OWNER_TEXTS = ['terms', 'privacy', 'contact'] as const
export type OwnerText = (typeof OWNER_TEXTS)[number]
