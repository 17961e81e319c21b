const HOUR_MS = 3_600_000

// A date names no time zone: it may be today anywhere on earth, from 12 hours behind UTC to 14 ahead.
export const latestDay = (time: Date) => dayOf(time, 14)
export const earliestDay = (time: Date) => dayOf(time, -12)

const dayOf = (time: Date, hoursAhead: number) =>
  new Date(time.getTime() + hoursAhead * HOUR_MS).toISOString().slice(0, 10)
