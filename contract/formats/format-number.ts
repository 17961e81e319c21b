/** For a number that is not known. */
export const UNKNOWN = '–'

/** 12,500, as Intl formats it; initializing Intl takes a phone too long before the page is interactive. */
export const formatCount = (count: number) =>
  Number.isFinite(count) ? groupThousands(String(count)) : UNKNOWN

/** No number has more than 21 digits; without that limit, a long text would take quadratic time. */
export const groupThousands = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3}){1,6}$)/g, ',')

/** How many rows there are; if not exact, there are more. */
export type TotalCount = { total: number; exact: boolean }

export const formatTotal = ({ total, exact }: TotalCount): string =>
  `${exact ? '' : 'More than '}${formatCount(total)}`
