import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { errors, type JWK } from 'oidc-provider'
import { createAccounts, readAccount } from './accounts.ts'
import { choicePage, messagePage } from './page.ts'
import { createStore } from './store.ts'

export type GoogleSandboxSettings = { clientId: string; clientSecret: string }

/** Where the shop lets people reach the sandbox; requests keep this prefix. */
const prefix = '/sandbox/google'
/** The only path of the shop that a sign-in may return to. */
const callbackPath = '/api/auth/callback/google'
const stylesheet = `${prefix}/style.css`
const PROVIDERS_KEPT = 50
const MAX_FORM_LENGTH = 8 * 1024
const TEN_MINUTES = 10 * 60
const SESSION_COOKIE = 'google_sandbox_session'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Google's side of a sign-in, by the real protocol: oidc-provider with a page of our own. */
export async function createGoogleSandbox(settings: GoogleSandboxSettings) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signingKey = (await exportJWK(privateKey)) as JWK
  const css = await readFile(new URL('../page.css', import.meta.url))
  const accounts = createAccounts()
  const providers = new Map<string, Provider>()

  /** One provider per address in use: its name, and the only place it sends people back to, follow that address. */
  function providerFor(origin: string): Provider {
    const provider = providers.get(origin) ?? createProvider(origin)
    providers.delete(origin)
    providers.set(origin, provider)
    const oldest = providers.keys().next().value
    if (providers.size > PROVIDERS_KEPT && oldest !== undefined) providers.delete(oldest)
    return provider
  }

  function createProvider(origin: string): Provider {
    const provider = new Provider(`${origin}${prefix}`, {
      adapter: createStore(),
      jwks: { keys: [signingKey] },
      clients: [
        {
          client_id: settings.clientId,
          client_secret: settings.clientSecret,
          redirect_uris: [`${origin}${callbackPath}`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      // Google puts the email address into the id token.
      conformIdTokenClaims: false,
      clientBasedCORS: () => false,
      cookies: {
        keys: [settings.clientSecret],
        names: {
          session: SESSION_COOKIE,
          interaction: 'google_sandbox_interaction',
          resume: 'google_sandbox_resume',
        },
        long: { path: prefix, httpOnly: true, sameSite: 'lax' },
        short: { httpOnly: true, sameSite: 'lax' },
      },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: false },
      },
      interactions: { url: (_context, interaction) => `${prefix}/interaction/${interaction.uid}` },
      ttl: {
        AccessToken: TEN_MINUTES,
        AuthorizationCode: 60,
        Grant: TEN_MINUTES,
        IdToken: TEN_MINUTES,
        Interaction: TEN_MINUTES,
        Session: TEN_MINUTES,
      },
      async findAccount(_context, subject) {
        const account = accounts.find(subject)
        if (!account) return undefined
        const { email, name, verified } = account
        return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: verified, name }) }
      },
      // Nobody is asked for consent: choosing an account was enough.
      async loadExistingGrant(context) {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client?.clientId,
          accountId: context.oidc.session?.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
      renderError(context) {
        context.set(PAGE_HEADERS)
        context.body = messagePage(stylesheet, 'This test sign-in cannot go on. Start it again in the shop.')
      },
    })
    provider.proxy = true
    provider.use(async (context, next) => {
      await next()
      if (context.path.endsWith('/.well-known/openid-configuration')) behindTheScenes(context)
    })
    return provider
  }

  async function choose(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    cancel: boolean,
  ) {
    const { uid } = await provider.interactionDetails(request, response)
    const action = `${prefix}/interaction/${uid}`
    if (request.method !== 'POST') return sendPage(response, 200, choicePage({ action, stylesheet }))
    if (cancel) return provider.interactionFinished(request, response, { error: 'access_denied' })
    const typed = await readForm(request)
    const account = readAccount(typed)
    if (typeof account === 'string')
      return sendPage(response, 400, choicePage({ action, stylesheet, problem: account, typed }))
    const login = { accountId: accounts.remember(account), remember: false }
    return provider.interactionFinished(request, response, { login })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const origin = publicOrigin(request)
    const full = request.url ?? ''
    if (!origin || !full.startsWith(`${prefix}/`))
      return sendPage(response, 404, messagePage(stylesheet, 'There is no such page.'))
    if (full === stylesheet) {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
      return response.end(css)
    }
    // oidc-provider finds its mount path as the difference of these two.
    Object.assign(request, { originalUrl: full, url: full.slice(prefix.length) })
    forgetSession(request)
    const provider = providerFor(origin)
    const interaction = /^\/interaction\/[\w-]+(\/cancel)?$/.exec(request.url ?? '')
    if (!interaction) return provider.callback()(request, response)
    return choose(provider, request, response, interaction[1] !== undefined)
  }

  return {
    listener(request: IncomingMessage, response: ServerResponse) {
      answer(request, response).catch((error: unknown) => {
        const expired = error instanceof errors.SessionNotFound
        if (!expired) console.error(error)
        if (response.headersSent) return response.destroy()
        const message = expired ? 'This test sign-in has expired.' : 'This test sign-in failed.'
        sendPage(
          response,
          expired ? 400 : 500,
          messagePage(stylesheet, `${message} Start it again in the shop.`),
        )
      })
    },
  }
}

/** The shop's server reaches these where it reached the discovery document, whatever name the browser uses. */
function behindTheScenes(context: { body: unknown; req: IncomingMessage }) {
  const document = context.body as Record<string, string>
  for (const name of ['token_endpoint', 'userinfo_endpoint', 'jwks_uri']) {
    const { pathname } = new URL(document[name] ?? '', 'http://sandbox')
    document[name] = `http://${context.req.headers.host}${pathname}`
  }
  context.body = document
}

/** Every sign-in asks anew: an account remembered from the last one would skip the page. */
function forgetSession(request: IncomingMessage) {
  const kept = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
  request.headers.cookie = kept.join('; ')
}

function publicOrigin(request: IncomingMessage): string | null {
  const header = (name: string) =>
    String(request.headers[name] ?? '')
      .split(',', 1)[0]
      ?.trim() ?? ''
  const host = header('x-forwarded-host') || header('host')
  const protocol = header('x-forwarded-proto') === 'https' ? 'https' : 'http'
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)) return null
  return URL.parse(`${protocol}://${host}`)?.origin ?? null
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > MAX_FORM_LENGTH) throw new Error('the form is too large')
  }
  return new URLSearchParams(text)
}

function sendPage(response: ServerResponse, status: number, html: string) {
  response.writeHead(status, PAGE_HEADERS)
  response.end(html)
}
