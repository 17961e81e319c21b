import { expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const product = await checkout.addProduct(100_000)

/** The same person after the identity service has learned that the email is their own. */
async function verified(person: Person): Promise<Person> {
  await shop.shop.db.$client.query('update identity.user set email_verified = true where email = $1', [
    person.email,
  ])
  const { json } = await shop.call('GET', '/api/auth/token', { headers: { cookie: person.cookie } })
  return { ...person, token: json.token }
}

test('the provider is told what was bought, for whom and where to, and how the bank shall name it', async () => {
  const buyer = await shop.signUp({ name: 'Zoë Ångström' })
  const booking = await checkout.order(buyer, product, 120)
  const intent = await checkout.provider.intent(intentOf(await checkout.begin(buyer, booking)))
  expect(intent).toMatchObject({
    description: `120 × ${booking.product}`,
    shipping: { name: 'Zoë Ångström', phone: '555 0100', address: { line1: '1 Example Street' } },
    statement_descriptor_suffix: `ID${booking._id.slice(0, 8).toUpperCase()}`,
    receipt_email: null,
  })
  // The account's own part may take 10 of 22 characters, and an asterisk with a space two.
  expect(intent.statement_descriptor_suffix).toMatch(/^(?=.*[A-Z])[\dA-Z ]{1,10}$/)
})

test('a receipt goes to an email that is known to be the customer’s own, and to no other', async () => {
  const stranger = await shop.signUp()
  const buyer = await verified(await shop.signUp())
  const receiptOf = async (person: Person) => {
    const booking = await checkout.order(person, product)
    return (await checkout.provider.intent(intentOf(await checkout.begin(person, booking)))).receipt_email
  }
  expect(await receiptOf(stranger)).toBeNull()
  expect(await receiptOf(buyer)).toBe(buyer.email)
})

test('a payment whose answer was lost is found by the same key, whatever has become of the customer since', async () => {
  const buyer = await shop.signUp()
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.unlearnIntent(booking)
  const renamed = await verified(buyer)
  await shop.call('PUT', `/api/user/${buyer.email}`, { token: renamed.token, body: { email: buyer.email } })
  expect(await checkout.begin(renamed, booking)).toBe(secret)
  expect(await checkout.countAttempts([booking])).toBe(1)
})
