import { type Auth, type AuthSettings, createAuth } from './auth.ts'
import { type GoogleSettings, googleProvider } from './google/google.ts'

const MAX_ORIGINS = 50
const DISCOVERY_MS = 5_000

/** One better-auth instance per public origin: a single one with a fixed PUBLIC_URL, several in demo mode. */
export function createAuthPerOrigin(settings: AuthSettings, google: GoogleSettings | null) {
  const plain = lruCache((origin: string) => createAuth(settings, origin, null))
  const withGoogle = lruCache((origin: string) => lookUpGoogle(origin))

  async function lookUpGoogle(origin: string): Promise<Auth | null> {
    if (!google) return null
    const auth = createAuth(settings, origin, googleProvider(google, origin))
    const found = await withTimeout(DISCOVERY_MS, auth.$context).catch((err: unknown) => {
      settings.log.error({ err }, 'identity: Google did not respond')
      return null
    })
    if (found?.socialProviders.some((provider) => provider.id === 'google')) return auth
    // better-auth tries discovery once and then works without the provider: forget this instance, so that the next click tries again.
    withGoogle.forget(origin)
    return null
  }

  return { plain: plain.get, withGoogle: withGoogle.get }
}

export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates values on demand and keeps the most recently used. */
function lruCache<Value>(make: (origin: string) => Value) {
  const values = new Map<string, Value>()
  return {
    get(origin: string): Value {
      const value = values.get(origin) ?? make(origin)
      values.delete(origin)
      values.set(origin, value)
      const oldest = values.keys().next().value
      if (values.size > MAX_ORIGINS && oldest !== undefined) values.delete(oldest)
      return value
    },
    forget: (origin: string) => values.delete(origin),
  }
}
