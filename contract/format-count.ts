/** 12,500, as Intl writes it; setting Intl up holds a phone up before the page can be used. */
export const formatCount = (count: number) => groupThousands(String(count))

export const groupThousands = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** How many there are; where it is not exact, there are more. */
export type TotalCount = { total: number; exact: boolean }

export const formatTotal = ({ total, exact }: TotalCount): string =>
  `${exact ? '' : 'More than '}${formatCount(total)}`
