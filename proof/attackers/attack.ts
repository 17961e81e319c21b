import type { Assault, SentRequest } from './attacker.ts'
import type { Visit } from './others.ts'
import { asSent, type Place, type Sent } from './place.ts'

/** What is found in the shop afterwards, beside what the others got. */
export type Finding = { failed: number; remark: string }
export type Attack = {
  assault: Assault
  /** Further visits of others, beside the thousand. */
  others?: Visit[]
  audit?(): Promise<Finding>
}
/** Puts into the shop what the attack needs. */
export type PrepareAttack = (place: Place) => Promise<Attack>

/** A request of an attacker. */
export function toSend(
  { origin }: Place,
  { method = 'GET', path, ...sent }: Omit<Sent, 'from'>,
): SentRequest {
  return { method, path, ...asSent(origin, sent) }
}

/** So many of something, by their number. */
export const many = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, number) => make(number))
