/** From five full hearts down to one. */
export const HEARTS = ['♥♥♥♥♥', '♥♥♥♥♡', '♥♥♥♡♡', '♥♥♡♡♡', '♥♡♡♡♡'] as const
export type Hearts = (typeof HEARTS)[number]

export const heartsOf = (count: number): Hearts => HEARTS[5 - count] as Hearts
export const countHearts = (hearts: Hearts) => 5 - HEARTS.indexOf(hearts)
