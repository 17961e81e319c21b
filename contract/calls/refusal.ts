import type { FieldError } from './responses.ts'

type More = {
  /** What programs know it by, where sentences are not enough. */
  code?: string | undefined
  /** The field it is about. */
  field?: string | undefined
  /** All of them, where several are wrong. */
  errors?: FieldError[] | undefined
  headers?: Record<string, string>
}

/** The one way to say no, in the shop and in the identity service: a status and a sentence for people. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(status: number, sentence: string, { code, field, errors, headers = {} }: More = {}) {
    super(sentence)
    this.status = status
    this.code = code
    this.field = field
    this.errors = errors
    this.headers = headers
  }
}

export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
