const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export const formatDate = (iso: string) => dates.format(new Date(iso))

const dateTimes = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const formatDateTime = (iso: string) => dateTimes.format(new Date(iso))

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date, such as 2026-11-15, which is independent of the time zone. */
export const formatDay = (day: string) => days.format(new Date(day))

/** Today's date in this browser's time zone, or a later one, as a date field expects it. */
export function today(daysLater = 0) {
  const day = new Date()
  day.setDate(day.getDate() + daysLater)
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
