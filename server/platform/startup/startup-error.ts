/** A reason not to start that one sentence explains; a stack trace would not help. */
export class StartupError extends Error {}

/** The system's message: "permission denied" of "EACCES: permission denied, mkdir '/data'". */
export const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'EEXIST'
    ? 'a file is in the way'
    : (error as Error).message.replace(/^[A-Z]+: /, '').replace(/, \w+( '.*)?$/, '')
