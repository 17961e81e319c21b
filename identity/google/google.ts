import type { GenericOAuthConfig } from 'better-auth/plugins'

export type GoogleSettings = {
  clientId: string
  clientSecret: string
  discoveryUrl: string
  /** Where the provider's own process listens, when the public address does not lead there from here (sandbox). */
  loopback?: string
}

/** Google as an OpenID Connect provider of its own; better-auth's built-in one cannot be pointed anywhere else. */
export function googleProvider(google: GoogleSettings, origin: string): GenericOAuthConfig {
  const { host, protocol } = new URL(origin)
  const forwarded = google.loopback
    ? { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
    : undefined
  return {
    providerId: 'google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    discoveryUrl: google.loopback
      ? new URL(new URL(google.discoveryUrl, origin).pathname, google.loopback).href
      : google.discoveryUrl,
    discoveryHeaders: forwarded,
    authorizationHeaders: forwarded,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    disableProviderLogout: true,
    mapProfileToUser: (profile) => ({
      name: typeof profile.name === 'string' ? profile.name.slice(0, 200) : '',
      image:
        typeof profile.picture === 'string' && profile.picture.startsWith('https://')
          ? profile.picture
          : undefined,
      emailVerified: profile.email_verified === true,
    }),
  }
}
