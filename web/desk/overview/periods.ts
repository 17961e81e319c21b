export type Period = 'days' | 'months'

/** A day of the calendar is the same everywhere, so it is written as the UTC day that it names. */
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}

type Wording = {
  label: string
  /** One of them. */
  one: string
  short: (from: string) => string
  /** The last of them. */
  last: (from: string) => string
  /** Every so many of them has a label, counted from the last. */
  labelEvery: { onPhone: number; onWide: number }
  long: (from: string) => string
}

export const PERIODS: Record<Period, Wording> = {
  days: {
    label: '30 days',
    one: 'day',
    short: written({ month: 'short', day: 'numeric' }),
    last: () => 'Today',
    labelEvery: { onPhone: 7, onWide: 7 },
    long: written({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
  },
  months: {
    label: '12 months',
    one: 'month',
    short: written({ month: 'short' }),
    last: written({ month: 'short' }),
    labelEvery: { onPhone: 2, onWide: 1 },
    long: written({ month: 'long', year: 'numeric' }),
  },
}
