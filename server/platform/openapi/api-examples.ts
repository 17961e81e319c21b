import type { z } from 'zod'
import type { Endpoints } from '#contract/endpoints.ts'

type Bodies = {
  [N in keyof Endpoints as Endpoints[N] extends { body: z.ZodType } ? N : never]: Endpoints[N] extends {
    body: infer Body
  }
    ? z.input<Body>
    : never
}

const ID = '019a8f3e-5b7c-7d21-9c40-2f6b8e1d3a55'
const person = { email: 'ada@example.com', password: 'a long password' }
const delivery = { phone: '555 0100', address: '1 Quay Street' }

/** A body for each call that takes one; those of the identity service by the names that its part of the document has. */
export const exampleBodies: Bodies & Record<string, unknown> = {
  recordUser: { email: person.email },
  addProduct: {
    name: 'Claw Hammer 16 oz',
    category: 'Hand tools',
    image: 'https://shop.example/hammer.jpg',
    description: 'Forged head, hickory handle.',
    price: 12.4,
    quantity: 5_000,
  },
  editProduct: { price: 12.9, version: 3 },
  restockProduct: { add: 500, reason: 'Delivery from the factory' },
  renameCategory: { name: 'Hammers' },
  placeBooking: { orderId: ID, orders: 250, ...delivery },
  payBooking: { payment: ID, transictionId: 'pi_3QK2…' },
  recordShipment: { carrier: 'FedEx', number: '748912345678', sentOn: '2026-11-15' },
  setPurchaseOrder: { purchaseOrder: 'PO-7731', billTo: 'Example Builders Ltd.\n1 Quay Street' },
  prolongHold: { until: '2026-12-01' },
  recordBankPayment: { reference: 'Transfer 8841', receivedOn: '2026-11-15' },
  refundBooking: { amount: 124, reason: '10 units arrived broken' },
  createPaymentIntent: { price: 3_100, bookingId: ID },
  askForQuote: { productId: ID, orders: 2_000, message: 'Can you deliver by March?' },
  offerQuote: {
    steps: [
      { orders: 1_000, price: 11.8 },
      { orders: 2_000, price: 11.2 },
    ],
    validUntil: '2026-12-31',
    hold: true,
  },
  acceptQuote: { orders: 2_000, price: 11.2, ...delivery },
  addRating: { rating: '♥♥♥♥♥', description: 'Boxes counted right, and on time.' },
  showRatingPicture: { shown: true },
  makeAdmin: {},
  saveProfile: { info: { location: 'Exampleton', number: '5550100' } },
  deleteAccount: { password: person.password },
  sendFeedback: { name: 'Ada', email: person.email, feedback: 'Could you stock left-handed shears?' },
  subscribe: { email: person.email },

  signUp: { name: 'Ada', ...person },
  signIn: person,
  sendVerificationEmail: {},
  verifyEmail: { token: 'from-the-link' },
  requestPasswordReset: { email: person.email },
  resetPassword: { token: 'from-the-link', newPassword: 'another long password' },
  enableTwoStep: { password: person.password },
  disableTwoStep: { password: person.password },
  generateRecoveryCodes: { password: person.password },
  verifyCode: { code: '123456' },
  verifyRecoveryCode: { code: 'k3x9-p2mq' },
}

type Example = {
  id: string
  method: string
  url: string
  /** Names of the parameters that the query must have. */
  query: string[]
  credential: 'none' | 'token' | 'session'
  /** The type of a file that is sent. */
  upload: string | undefined
  /** Whether a file comes back. */
  download: boolean
}

/** A command that can be pasted into a terminal, once its variables are set. */
export function curlExample({ id, method, url, query, credential, upload, download }: Example): string {
  const address = `${url.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))}${query
    .map((name, index) => `${index ? '&' : '?'}${name}=${variable(name)}`)
    .join('')}`
  const body = exampleBodies[id]
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(credential === 'token' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(credential === 'session' ? ['-b cookies.txt'] : []),
    ...(id === 'signUp' || id === 'signIn' ? ['-c cookies.txt'] : []),
    ...(upload
      ? [`-H 'Content-Type: ${UPLOADS[upload]?.type}'`, `--data-binary @${UPLOADS[upload]?.file}`]
      : []),
    ...(body
      ? [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`,
        ]
      : []),
    ...(download ? ['-O'] : []),
  ].join(' \\\n  ')
}

const UPLOADS: Record<string, { type: string; file: string }> = {
  'image/*': { type: 'image/jpeg', file: 'hammer.jpg' },
  'text/csv': { type: 'text/csv', file: 'products.csv' },
}

const variable = (name: string) => `$${name.toUpperCase()}`
