/** Only named zones: an offset such as +01:00 means opposite things to a browser and to PostgreSQL. */
export function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
