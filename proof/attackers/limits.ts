import type { Answered } from './others.ts'

/** What others may be made to wait. */
const SIGN_IN_MS = 6_000
const P99_MS = 1_000

const isRefused = ({ status }: Answered) => status !== 200

/** What the others got: refused requests, those that took too long, and a line of figures. */
export function judge(answered: Answered[]) {
  const kinds = [...new Set(answered.map(({ kind }) => kind))].sort()
  const ofKinds = kinds.map((kind) => ({ kind, ...measure(answered.filter((one) => one.kind === kind)) }))
  const refused = answered.filter(isRefused)
  return {
    refused: refused.length,
    late: ofKinds.reduce((sum, { late }) => sum + late, 0),
    figures: ofKinds.map(({ kind, times }) => `${kind} ${times.join('/')}`).join(', '),
    refusals: [...Map.groupBy(refused, ({ kind, status }) => `${kind} ${status || 'no answer'}`)]
      .map(([what, { length }]) => `${length} × ${what}`)
      .join(', '),
  }
}

function measure(answered: Answered[]) {
  const times = answered.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  const isSignIn = answered[0]?.kind.startsWith('sign-in')
  const overLimit = times.filter((ms) => ms > (isSignIn ? SIGN_IN_MS : P99_MS)).length
  return {
    late: isSignIn || at(0.99) > P99_MS ? overLimit : 0,
    times: [at(0.5), at(0.99), at(1)].map(Math.round),
  }
}
