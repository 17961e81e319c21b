const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export const formatDate = (iso: string) => dates.format(new Date(iso))

const dateTimes = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const formatDateTime = (iso: string) => dateTimes.format(new Date(iso))

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date, such as 2026-11-15, which is independent of the time zone. */
export const formatDay = (day: string) => days.format(new Date(day))

/** Today's date in this browser's time zone, as a date field expects it. */
export function today() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
