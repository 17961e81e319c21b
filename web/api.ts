import { type ApiRoute, apiRoutes } from '#contract/calls/api-routes.ts'
import type { FieldError, RefusalBody } from '#contract/calls/responses.ts'
import type { Endpoints, Input, ResponseOf } from '#contract/endpoints.ts'

export const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.'
const UNREADABLE = 'The shop can’t respond right now. Try again in a minute.'

/** A failed call; the message is a sentence for people. */
export class ApiError extends Error {
  /** 0 when there was no response at all. */
  readonly status: number
  /** The field that the message is about. */
  readonly field: string | undefined
  /** What is wrong with each field. */
  readonly errors: FieldError[]
  readonly requestId: string | undefined

  constructor(
    status: number,
    sentence: string,
    details: { field?: string; errors?: FieldError[]; requestId?: string; cause?: unknown } = {},
  ) {
    super(sentence, { cause: details.cause })
    this.name = 'ApiError'
    this.status = status
    this.field = details.field
    this.errors = details.errors ?? (details.field ? [{ field: details.field, error: sentence }] : [])
    this.requestId = details.requestId
  }

  /** The caller is not signed in, or not allowed to do this. */
  get rejectsUser() {
    return this.status === 401 || this.status === 403
  }
}

/** For calls whose refusal with this status is an answer: `.catch(nullIf(404))`. */
export const nullIf = (status: number) => (problem: unknown) => {
  if (problem instanceof ApiError && problem.status === status) return null
  throw problem
}

/** Given a rejected token, it returns another one. */
type TokenSource = (rejected?: string) => Promise<string | null>
let getToken: TokenSource = async () => null

/** The session module provides the tokens. */
export function setTokenSource(source: TokenSource) {
  getToken = source
}

type CallOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sends the token although anyone may call: the response then shows the current state, not a cached one. */
  signedIn?: boolean
  /** For lists that send their total in headers. */
  readHeaders?: (headers: Headers) => void
}
type Fetch = (url: string, init: RequestInit) => Promise<Response>
type Upload = {
  file: Blob
  /** Sends the file: `fetchWithProgress(…)`. */
  fetch: Fetch
}
type CallName = keyof Endpoints
type InputOf<N extends CallName> = Input<Endpoints[N]> &
  (Endpoints[N] extends { upload: unknown } ? Upload : unknown)
type Api = {
  [N in CallName]: (
    ...input: Partial<InputOf<N>> extends InputOf<N>
      ? [input?: InputOf<N> & CallOptions]
      : [input: InputOf<N> & CallOptions]
  ) => Promise<ResponseOf<Endpoints[N]>>
}

export function apiAt(base: string): Api {
  const functions = Object.entries(apiRoutes).map(([name, call]) => [
    name,
    (input: AnyInput = {}) => send(base, call, input),
  ])
  return Object.fromEntries(functions)
}

export const api = apiAt('/api')

type AnyInput = CallOptions &
  Partial<Upload> & {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }

async function send(base: string, call: ApiRoute, input: AnyInput): Promise<unknown> {
  const token = call.access === 'anyone' && !input.signedIn ? null : await getToken()
  const first = await attempt(base, call, input, token)
  // With a slow clock an expired token seems valid here; the server decides.
  const other = first.response.status === 401 && token ? await getToken(token) : null
  const { response, body } = other && other !== token ? await attempt(base, call, input, other) : first

  const requestId = response.headers.get('x-request-id') ?? undefined
  if (body === undefined) throw new ApiError(response.status, UNREADABLE, { requestId })
  const refusal = body as Partial<RefusalBody> | null
  if (response.ok && refusal?.success !== false) {
    input.readHeaders?.(response.headers)
    return body
  }
  throw new ApiError(response.status, refusal?.error ?? UNREADABLE, {
    field: refusal?.field,
    errors: refusal?.errors,
    requestId: refusal?.requestId ?? requestId,
  })
}

function attempt(base: string, call: ApiRoute, input: AnyInput, token: string | null) {
  const headers = new Headers(input.headers)
  headers.set('accept', 'application/json')
  if (input.body !== undefined) headers.set('content-type', 'application/json')
  // The shop looks at what is in a file, not at what a browser calls it.
  if (input.file) headers.set('content-type', 'application/octet-stream')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const init = {
    method: call.method,
    headers,
    body: input.file ?? (input.body === undefined ? null : JSON.stringify(input.body)),
    signal: input.signal ?? null,
  }
  return exchange(base + address(call.path, input), init, input.fetch)
}

function address(path: string, { params = {}, query }: AnyInput) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

async function exchange(url: string, init: RequestInit, send: Fetch = fetch) {
  try {
    const response = await send(url, init)
    return { response, body: await read(response) }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, UNREACHABLE, { cause })
  }
}

/** A file as a Blob; anything else is JSON, or not the shop's own answer. */
async function read(response: Response): Promise<unknown> {
  if (/\/(pdf|csv)/.test(response.headers.get('content-type') ?? '')) return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
