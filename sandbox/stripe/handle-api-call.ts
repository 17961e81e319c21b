import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { ApiError } from './api-error.ts'
import { fingerprintOf, type IdempotencyKeys } from './idempotency.ts'
import { apiVersion, newId } from './new-objects.ts'
import { decodeForm, type FormValue } from './parameters.ts'
import { publicView } from './public-view.ts'
import { findRoute } from './routes.ts'
import type { StoredResponse } from './store.ts'

export interface ApiKeys {
  secretKey: string
  publishableKey: string
}

export interface Service {
  sandbox: ApiContext
  keys: ApiKeys
  idempotency: IdempotencyKeys
}

export interface Call {
  method: string
  path: string
  /** The form-encoded parameters, from the query of a GET or the body of a POST. */
  parameters: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  version: string | undefined
}

export interface Answer {
  status: number
  body: unknown
  headers: Record<string, string>
}

/** One call of Stripe's API, from its parameters to the answer that is safe to send: all it tells of is on disk. */
export async function handleApiCall(service: Service, call: Call): Promise<Answer> {
  const requestId = newId('req')
  const headers = {
    'request-id': requestId,
    'stripe-version': apiVersion,
    ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
  }
  try {
    const result = await perform(service, call, requestId)
    await service.sandbox.store.settled()
    return { ...result, headers: { ...headers, ...result.headers } }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: { error: error.body }, headers }
    console.error(error)
    return {
      status: 500,
      headers,
      body: { error: { type: 'api_error', message: 'The sandbox has failed.' } },
    }
  }
}

async function perform(service: Service, call: Call, requestId: string): Promise<Answer> {
  const { sandbox, idempotency } = service
  const { key: keyParameter, ...form } = decodeForm(call.parameters)
  const access = authenticate(service.keys, call.authorization, keyParameter)
  refuseOtherVersion(call.version)
  const route = findRoute(call.method, call.path, access)
  if (access === 'secret') sandbox.switches.turnAway(call.path)
  const idempotencyKey = call.method === 'POST' ? call.idempotencyKey : undefined
  const origin = { id: requestId, idempotency_key: idempotencyKey ?? null }
  const request: ApiRequest = { id: route.id, path: call.path, form, access, origin }
  if (!idempotencyKey) {
    await pause(sandbox.switches.current.delayMs)
    return sandbox.store.write(() => run(sandbox, route, request).answer)
  }
  // A browser must not find the shop's answers by guessing its keys.
  const key = `${access}:${idempotencyKey}`
  const fingerprint = fingerprintOf(form)
  const kept = idempotency.claim(key, call.path, fingerprint)
  if (kept) return replay(kept)
  try {
    await pause(sandbox.switches.current.delayMs)
    const answer = sandbox.store.write(() => {
      const { answer, isKept } = run(sandbox, route, request)
      const { status, body } = answer
      const keeping = { path: call.path, fingerprint, requestId, status, body, keptAt: Date.now() }
      if (isKept) sandbox.store.put('answer', key, keeping)
      return answer
    })
    await sandbox.store.settled()
    return answer
  } finally {
    idempotency.release(key)
  }
}

function run(
  sandbox: ApiContext,
  { handle }: ReturnType<typeof findRoute>,
  request: ApiRequest,
): { answer: Answer; isKept: boolean } {
  const show = request.access === 'publishable' ? publicView : (body: unknown) => body
  try {
    if (request.access === 'secret') sandbox.switches.failAtWork(request.path)
    const body = show(handle(sandbox, request))
    return { answer: { status: 200, body, headers: {} }, isKept: true }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const body = show({ error: error.body })
    return { answer: { status: error.status, body, headers: {} }, isKept: error.isKept }
  }
}

function replay({ status, body, requestId }: StoredResponse): Answer {
  return { status, body, headers: { 'idempotent-replayed': 'true', 'original-request': requestId } }
}

function refuseOtherVersion(version: string | undefined) {
  if (version && version !== apiVersion)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion}.`,
    })
}

export function authenticate(
  keys: ApiKeys,
  authorization: string | undefined,
  keyParameter?: FormValue,
): ApiRequest['access'] {
  const parameter = typeof keyParameter === 'string' ? keyParameter : undefined
  const given = authorization?.match(/^Bearer (.+)$/)?.[1] ?? parameter
  if (given && isSame(given, keys.secretKey)) return 'secret'
  if (given && isSame(given, keys.publishableKey)) return 'publishable'
  const message = given
    ? `Invalid API Key provided: ${given.slice(0, 8)}****`
    : 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function isSame(given: string, expected: string) {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
