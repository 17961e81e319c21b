/** How the numbers of each series begin; a demo has series of its own. */
export const SERIES = {
  invoice: '',
  'credit-note': 'C-',
  'test-invoice': 'TEST-',
  'test-credit-note': 'TEST-C-',
} as const

export type Series = keyof typeof SERIES

/** As the store's statement writes it: 2026-000017. */
export const documentNumber = (series: Series, year: number, count: number) =>
  `${SERIES[series]}${year}-${String(count).padStart(6, '0')}`
