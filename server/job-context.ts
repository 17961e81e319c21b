/** One run of a scheduled job. Rows that were touched within the idle time are skipped. */
export type JobContext = { startedAt: Date; idleSeconds: number; signal?: AbortSignal | undefined }
