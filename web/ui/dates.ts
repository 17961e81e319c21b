const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** No line ends within “Nov 18, 2026” or “2:21 AM”; between them it may. */
const inOnePiece = (text: string) => text.replaceAll(' ', '\u00A0').replace(/(?<=\d{4},)\u00A0/, ' ')

export const formatDate = (iso: string) => inOnePiece(dates.format(new Date(iso)))

const dateTimes = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const formatDateTime = (iso: string) => inOnePiece(dateTimes.format(new Date(iso)))

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date, such as 2026-11-15, which is independent of the time zone. */
export const formatDay = (day: string) => inOnePiece(days.format(new Date(day)))

/** The calendar date in this browser's time zone, as a date field expects it. */
export const dayOf = (moment: Date) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** Today, or a later day. */
export function today(daysLater = 0) {
  const day = new Date()
  day.setDate(day.getDate() + daysLater)
  return dayOf(day)
}
