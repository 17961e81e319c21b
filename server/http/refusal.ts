/** The one way to say no: a status, a sentence for people, and the field it is about where there is one. */
export class Refusal extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    sentence: string,
    more: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(sentence)
    this.status = status
    this.field = more.field
    this.headers = more.headers ?? {}
  }
}

export const refuse = {
  invalid: (sentence: string, field?: string) => new Refusal(400, sentence, field ? { field } : {}),
  unauthenticated: (sentence = 'Sign in to do this') => new Refusal(401, sentence),
  forbidden: (sentence = 'You may not do this') => new Refusal(403, sentence),
  notFound: (sentence: string) => new Refusal(404, sentence),
  method: (allowed: string[]) =>
    new Refusal(405, `This address answers ${allowed.join(', ')} only`, {
      headers: { allow: allowed.join(', ') },
    }),
  conflict: (sentence: string, field?: string) => new Refusal(409, sentence, field ? { field } : {}),
  tooMany: (sentence: string, seconds: number) =>
    new Refusal(429, sentence, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } }),
  unavailable: (sentence = 'The shop is busy for a moment. Try again shortly.') =>
    new Refusal(503, sentence, { headers: { 'retry-after': '2' } }),
}
