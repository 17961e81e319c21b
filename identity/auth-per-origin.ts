import { type Auth, type AuthSettings, createAuth } from './auth.ts'
import { type GoogleSettings, googleProvider } from './google.ts'

const ORIGINS_KEPT = 50
const DISCOVERY_MS = 5_000

/** One better-auth per public origin in use: a single one with a fixed address, several in demo mode. */
export function createAuthPerOrigin(settings: AuthSettings, google: GoogleSettings | null) {
  const plain = recent((origin: string) => createAuth(settings, origin, null))
  const withGoogle = recent((origin: string) => lookUpGoogle(origin))

  async function lookUpGoogle(origin: string): Promise<Auth | null> {
    if (!google) return null
    const auth = createAuth(settings, origin, googleProvider(google, origin))
    const found = await withTimeout(DISCOVERY_MS, auth.$context).catch((err: unknown) => {
      settings.log.error({ err }, 'identity: no answer from Google')
      return null
    })
    if (found?.socialProviders.some((provider) => provider.id === 'google')) return auth
    // better-auth looks once and then goes on without the provider for good: forget it, so that the next click asks again.
    withGoogle.forget(origin)
    return null
  }

  return { plain: plain.get, withGoogle: withGoogle.get }
}

export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes a value when it is first asked for, and keeps those that were asked for last. */
function recent<Value>(make: (origin: string) => Value) {
  const kept = new Map<string, Value>()
  return {
    get(origin: string): Value {
      const value = kept.get(origin) ?? make(origin)
      kept.delete(origin)
      kept.set(origin, value)
      const oldest = kept.keys().next().value
      if (kept.size > ORIGINS_KEPT && oldest !== undefined) kept.delete(oldest)
      return value
    },
    forget: (origin: string) => kept.delete(origin),
  }
}
