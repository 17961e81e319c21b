import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import type { FieldError } from '#contract/calls/responses.ts'

export const refuse = {
  invalid: (sentence: string, field?: string, errors?: FieldError[]) =>
    new Refusal(400, sentence, { field, errors }),
  unauthenticated: (sentence = 'Log in to do this') => new Refusal(401, sentence),
  forbidden: (sentence = 'You do not have permission to do this') => new Refusal(403, sentence),
  notFound: (sentence: string) => new Refusal(404, sentence),
  method: (allowed: string[]) =>
    new Refusal(405, `This URL accepts only ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    }),
  conflict: (sentence: string, field?: string) => new Refusal(409, sentence, { field }),
  tooMany: (sentence: string, seconds: number) =>
    new Refusal(429, sentence, { headers: retryAfter(seconds) }),
  unavailable: (sentence = 'The shop is busy right now. Try again shortly.') =>
    new Refusal(503, sentence, { headers: retryAfter(2) }),
}
