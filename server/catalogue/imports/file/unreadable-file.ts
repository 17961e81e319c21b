import type { ImportError } from '#contract/catalogue/imports.ts'

/** A file of which no row can be trusted; its message is a sentence for the admin. */
export class UnreadableFile extends Error {
  readonly errors: ImportError[]

  constructor(sentence: string, errors: ImportError[] = []) {
    super(sentence)
    this.errors = errors
  }
}
