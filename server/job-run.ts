/** One run of what the clock starts. What somebody has worked on within the idle time is left alone. */
export type JobRun = { startedAt: Date; idleSeconds: number; signal?: AbortSignal | undefined }
