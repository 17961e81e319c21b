import { type CallDefinition, calls } from '#contract/calls.ts'
import type { Endpoints, Input, ResponseOf } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/responses.ts'

const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.'
const UNREADABLE = 'The shop cannot answer at the moment. Try again in a minute.'

/** A call that did not succeed; the message is a sentence for people. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number
  /** The field of the body that the sentence is about. */
  readonly field: string | undefined
  readonly requestId: string | undefined

  constructor(
    status: number,
    sentence: string,
    facts: { field?: string; requestId?: string; cause?: unknown } = {},
  ) {
    super(sentence, { cause: facts.cause })
    this.name = 'ApiError'
    this.status = status
    this.field = facts.field
    this.requestId = facts.requestId
  }

  /** The shop does not accept who calls, or not for this. */
  get rejectsUser() {
    return this.status === 401 || this.status === 403
  }

  get sentence() {
    return this.message
  }
}

/** Given a token that was refused, it is asked for another. */
type TokenSource = (refused?: string) => Promise<string | null>
let currentToken: TokenSource = async () => null

/** Whoever keeps the session says how a valid bearer is had. */
export function setTokenSource(source: TokenSource) {
  currentToken = source
}

type CallOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** With the bearer although anyone may call: the answer then shows the present state, not a cached one. */
  signedIn?: boolean
  /** Some lists tell of themselves in headers. */
  readHeaders?: (headers: Headers) => void
}
type CallName = keyof Endpoints
type Api = {
  [N in CallName]: (
    ...asked: Partial<Input<Endpoints[N]>> extends Input<Endpoints[N]>
      ? [asked?: Input<Endpoints[N]> & CallOptions]
      : [asked: Input<Endpoints[N]> & CallOptions]
  ) => Promise<ResponseOf<Endpoints[N]>>
}

export function apiAt(base: string): Api {
  const functions = Object.entries(calls).map(([name, line]) => [
    name,
    (asked: AnyAsked = {}) => send(base, line, asked),
  ])
  return Object.fromEntries(functions)
}

export const api = apiAt('/api')

type AnyAsked = CallOptions & {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

async function send(base: string, line: CallDefinition, asked: AnyAsked): Promise<unknown> {
  const token = line.access === 'anyone' && !asked.signedIn ? null : await currentToken()
  const first = await attempt(base, line, asked, token)
  // A clock far behind takes an expired token for a good one; the shop's word counts.
  const other = first.response.status === 401 && token ? await currentToken(token) : null
  const { response, text } = other && other !== token ? await attempt(base, line, asked, other) : first

  const answer = parse(text)
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (answer === undefined) throw new ApiError(response.status, UNREADABLE, { requestId })
  if (response.ok) {
    asked.readHeaders?.(response.headers)
    return answer
  }
  const refused = answer as Partial<RefusalBody>
  throw new ApiError(response.status, refused.error ?? UNREADABLE, {
    field: refused.field,
    requestId: refused.requestId ?? requestId,
  })
}

function attempt(base: string, line: CallDefinition, asked: AnyAsked, token: string | null) {
  const headers = new Headers(asked.headers)
  headers.set('accept', 'application/json')
  if (asked.body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  return exchange(base + address(line.path, asked), {
    method: line.method,
    headers,
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
    signal: asked.signal ?? null,
  })
}

function address(path: string, { params = {}, query }: AnyAsked) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

async function exchange(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { response, text: await response.text() }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, UNREACHABLE, { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
