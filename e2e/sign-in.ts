import { expect, type Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'

/** Led to this page within the app: its heading takes the focus, which would be lost to what is being typed. */
export const arrivedAt = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()

/** What a person does on the login page, wherever they came from. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: texts.navigation.login, exact: true }).click()
}

/** Where the signed-in person's name stands on a large screen. */
export const accountName = (page: Page) => page.getByRole('banner').getByTitle('Signed in').first()

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

export type TokenPayload = { email: string; name: string; exp: number }

export function payloadOf(token: string | null): TokenPayload {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())
}

/** The same token with another end; its signature no longer fits, which only the server can tell. */
export function endingAt(token: string, exp: number): string {
  const [head, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...payloadOf(token), exp })).toString('base64url')
  return [head, payload, signature].join('.')
}

/** Every request of the page to the identity service, as `METHOD /path`. */
export function identityRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/auth')) seen.push(`${request.method()} ${pathname}`)
  })
  return seen
}

export const signUpButton = (page: Page) => page.getByRole('button', { name: 'Sign up', exact: true })
