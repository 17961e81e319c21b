import { networks } from './addresses.ts'
import { type Attack, toSend } from './attack.ts'
import { orderOf, type Place } from './place.ts'

const PRODUCTS = 500
const CUSTOMERS = 100
const FORMULA = '"=HYPERLINK("http://elsewhere.example")'

/** Texts that are slow to make safe, and formulas behind a separator, while the owner exports products and orders. */
export async function poisonedTexts(place: Place): Promise<Attack> {
  await place.addProducts(PRODUCTS, `x${' '.repeat(4_990)}x`)
  for (const [index, { token }] of (await place.signUp('poisoner', CUSTOMERS)).entries()) {
    const address = `Main St;${index % 2 ? FORMULA : ' '.repeat(450)}x`
    const body = { ...orderOf(place.productAt(index)), address }
    await place.succeed({ method: 'POST', path: '/api/bookings', from: '127.0.0.1', token, body })
  }
  const paths = ['/api/products.csv', '/api/bookings.csv']
  return {
    assault: {
      connections: 2,
      addresses: networks(1),
      requests: paths.map((path) => toSend(place, { path, token: place.admin })),
    },
    async audit() {
      const path = '/api/bookings.csv'
      const { text } = await place.succeed({ path, from: '127.0.0.1', token: place.admin })
      // Where a reader of commas, semicolons or tabs begins a cell, whatever the quotes.
      const formulas = text.match(/(?:^|[,;\t])[" ]*=HYPERLINK/gm)?.length ?? 0
      const exported = text.match(/=HYPERLINK/g)?.length ?? 0
      return {
        failed: formulas + Number(exported === 0),
        remark: `${formulas} formulas in the exported orders`,
      }
    },
  }
}
