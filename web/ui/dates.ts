const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export const formatDate = (iso: string) => dates.format(new Date(iso))

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const formatMoment = (iso: string) => moments.format(new Date(iso))

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of the calendar, such as 2026-11-15, which is the same day everywhere. */
export const formatDay = (day: string) => days.format(new Date(day))

/** The day that it is where this browser stands, as a date field has it. */
export function today() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
