import type { startShop } from './start-shop.ts'

export type Customer = { email: string; name: string; password: string; token: string; id: string }

/** People who have signed up, by the shop's own calls. */
export async function signUpCustomers(
  shop: Awaited<ReturnType<typeof startShop>>,
  count: number,
): Promise<Customer[]> {
  const { origin } = shop
  const call = async (path: string, method: string, headers: Record<string, string>, sent?: object) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { origin, ...(sent && { 'content-type': 'application/json' }), ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const customers: Customer[] = []
  for (let number = 1; number <= count; number++) {
    const person = { email: `customer${number}@example.com`, name: `Customer ${number}`, password: 'secret' }
    const signedUp = await call('/api/auth/sign-up/email', 'POST', {}, person)
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { token } = (await (await call('/api/auth/token', 'GET', { cookie })).json()) as { token: string }
    const bearer = { authorization: `Bearer ${token}` }
    const recorded = await call(`/api/user/${person.email}`, 'PUT', bearer, { email: person.email })
    const { result } = (await recorded.json()) as { result: { _id: string } }
    customers.push({ ...person, token, id: result._id })
  }
  return customers
}
