import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import pg from 'pg'
import type { Product } from '#contract/catalogue/products.ts'
import { rawRequest } from '#test/raw-request.ts'
import { reachCardProvider } from '#test/reach-card-provider.ts'
import { readSigningKey } from '#test/signing-key.ts'
import { ADMIN, type RunningShop } from '../start-shop.ts'
import type { SentRequest } from './attacker.ts'

export type Place = Awaited<ReturnType<typeof preparePlace>>
export type Person = { id: string; email: string; name: string; token: string }
export type Sent = {
  method?: string
  path: string
  from: string
  token?: string
  body?: object
  headers?: Record<string, string>
}

export const PASSWORD = 'a good password'
const PRODUCTS = 40
const STOCK = 5_000
const PATIENCE_MS = 30_000

/** A shop with products to buy, and what attackers and others need to be there before. */
export async function preparePlace(shop: RunningShop) {
  const database = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.query<Row>(text, values)).rows

  /** The answer to a request of somebody with this address. */
  async function call({ method = 'GET', path, from, ...sent }: Sent) {
    const { headers, body } = asSent(shop.origin, sent)
    const options = { method, localAddress: from, headers, signal: AbortSignal.timeout(PATIENCE_MS) }
    const answer = await rawRequest(shop.origin, path, { ...options, ...(body !== undefined && { body }) })
    const isJson = answer.headers['content-type']?.includes('json')
    return { ...answer, json: isJson ? JSON.parse(answer.text) : undefined }
  }
  async function succeed(sent: Sent) {
    const answer = await call(sent)
    if (answer.status === 200) return answer
    throw new Error(`${sent.method ?? 'GET'} ${sent.path} answered ${answer.status}: ${answer.text}`)
  }

  /** The cookies of somebody who gives the right password. */
  async function signIn(email: string, from: string, password = PASSWORD) {
    const path = '/api/auth/sign-in/email'
    const { headers } = await succeed({ method: 'POST', path, from, body: { email, password } })
    return (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
  }

  const here = '127.0.0.1'
  const cookie = await signIn(ADMIN.email, here, ADMIN.password)
  const { json } = await succeed({ path: '/api/auth/token', from: here, headers: { cookie } })
  const admin = json.token as string
  const { iss = '', aud = '' } = decodeJwt(admin)
  const { kid, privateJwk } = await readSigningKey(database, shop.dataDir)
  const key = await importJWK(privateJwk, 'ES256')
  const hash = await hashPassword(PASSWORD)

  const tokenOf = ({ id, email, name }: Omit<Person, 'token'>) =>
    new SignJWT({ email, name, email_verified: false })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(key)

  /** People who have signed up and do nothing else, all with the same password. */
  async function signUp(name: string, count: number): Promise<Person[]> {
    const people = Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      email: `${name}${index}@example.com`,
      name: `${name} ${index}`,
    }))
    const made = JSON.stringify(people)
    const from = 'from jsonb_to_recordset($1) as made (id text, email text, name text)'
    await rows(`insert into identity."user" (id, name, email) select id, name, email ${from}`, [made])
    await rows(
      `insert into identity.account (id, account_id, provider_id, user_id, password)
       select gen_random_uuid(), id, 'credential', id, $2 ${from}`,
      [made, hash],
    )
    return Promise.all(people.map(async (person) => ({ ...person, token: await tokenOf(person) })))
  }

  async function addProducts(count: number, description: string) {
    const texts = `'Item ' || number || ' for the yard', '/no-picture.svg', $2`
    await rows(
      `insert into products (id, name, image, description, price_cents, quantity, created_by)
       select gen_random_uuid(), ${texts}, 1250, ${STOCK}, 'proof' from generate_series(1, $1::int) as number`,
      [count, description],
    )
    // What the database was told behind the shop's back, the shop learns with the next change.
    const body = {
      name: 'The last item',
      image: '/no-picture.svg',
      description,
      price: 12.5,
      quantity: STOCK,
    }
    await succeed({ method: 'POST', path: '/api/products', from: here, token: admin, body })
  }
  await addProducts(PRODUCTS, 'Steel')
  const products: Product[] = (await succeed({ path: '/api/products', from: here })).json
  const plenty = products.filter(({ quantity }) => quantity >= STOCK)

  return {
    origin: shop.origin,
    port: shop.port,
    admin,
    products,
    /** One of which there is enough for everybody's small orders. */
    productAt: (index: number) => plenty[index % plenty.length] as Product,
    provider: reachCardProvider(shop),
    rows,
    call,
    succeed,
    signIn,
    signUp,
    addProducts,
    close: () => database.end(),
  }
}

/** A request as it goes over the wire. */
export function asSent(
  origin: string,
  { token, body, headers }: Pick<Sent, 'token' | 'body' | 'headers'>,
): Pick<SentRequest, 'headers' | 'body'> {
  return {
    headers: {
      origin,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  }
}

export const orderOf = (product: Product, orders = Math.max(100, product.minimum)) => ({
  orderId: product._id,
  orders,
  phone: '555 0100',
  address: '1 Quay Street',
})
