/** The provided log must write errors under `err` or `reason` without user input. */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
