/** Whoever gives the log sees to it that an error under `err` or `reason` is written without what people sent. */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
