/** 12,500, as Intl writes it: setting up Intl would cost a phone a tenth of a second before it can be used. */
export const formatCount = (count: number) => inThrees(String(count))

export const inThrees = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
