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
  long: (from: string) => string
}

export const PERIODS: Record<Period, Wording> = {
  days: {
    label: '30 days',
    one: 'day',
    short: written({ month: 'short', day: 'numeric' }),
    long: written({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
  },
  months: {
    label: '12 months',
    one: 'month',
    short: written({ month: 'short' }),
    long: written({ month: 'long', year: 'numeric' }),
  },
}
