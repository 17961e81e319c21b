/**
 * Who may call. `self` is the person whose email is in the path or query, checked before the handler runs; `owner` is the
 * customer whom the record belongs to, checked by its use case: other people's records do not exist for them.
 */
export type Access = 'anyone' | 'signed-in' | 'self' | 'self-or-admin' | 'owner' | 'owner-or-admin' | 'admin'

export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  /** Answers with a file instead of JSON. */
  file?: 'pdf' | 'csv'
  /** Takes a file of these types as its body: the caller is authorized before it is read. */
  upload?: readonly string[]
}

// Separate from the schemas in endpoints.ts, so that a browser can call without downloading them.
export const apiRoutes = {
  checkAdmin: { method: 'GET', path: '/admin/:email', access: 'self-or-admin' },
  recordUser: { method: 'PUT', path: '/user/:email', access: 'self' },
  listProducts: { method: 'GET', path: '/products', access: 'anyone' },
  getProduct: { method: 'GET', path: '/product/:id', access: 'anyone' },
  addProduct: { method: 'POST', path: '/products', access: 'admin' },
  editProduct: { method: 'PATCH', path: '/products/:id', access: 'admin' },
  restockProduct: { method: 'POST', path: '/products/:id/stock', access: 'admin' },
  getProductHistory: { method: 'GET', path: '/products/:id/changes', access: 'admin' },
  deleteProduct: { method: 'DELETE', path: '/products/:id', access: 'admin' },
  listCategories: { method: 'GET', path: '/categories', access: 'anyone' },
  renameCategory: { method: 'PUT', path: '/categories/:slug', access: 'admin' },
  exportProducts: { method: 'GET', path: '/products.csv', access: 'admin', file: 'csv' },
  exportBookings: { method: 'GET', path: '/bookings.csv', access: 'admin', file: 'csv' },
  startImport: { method: 'POST', path: '/imports', access: 'admin', upload: ['text/csv'] },
  getLatestImport: { method: 'GET', path: '/imports', access: 'admin' },
  getImport: { method: 'GET', path: '/imports/:id', access: 'admin' },
  applyImport: { method: 'POST', path: '/imports/:id/apply', access: 'admin' },
  uploadPicture: { method: 'POST', path: '/pictures', access: 'admin', upload: ['image/*'] },
  getLastDelivery: { method: 'GET', path: '/last-delivery', access: 'signed-in' },
  placeBooking: { method: 'POST', path: '/bookings', access: 'signed-in' },
  listBookings: { method: 'GET', path: '/bookings', access: 'admin' },
  deleteBooking: { method: 'DELETE', path: '/bookings/:id', access: 'owner-or-admin' },
  listOwnBookings: { method: 'GET', path: '/myitem', access: 'self' },
  getBooking: { method: 'GET', path: '/booking/:id', access: 'owner-or-admin' },
  payBooking: { method: 'PATCH', path: '/booking/:id', access: 'owner' },
  recordShipment: { method: 'PUT', path: '/bookings/:id/shipment', access: 'admin' },
  createPaymentIntent: { method: 'POST', path: '/create-payment-intent', access: 'owner' },
  setPurchaseOrder: { method: 'PATCH', path: '/booking/:id/purchase-order', access: 'owner' },
  prolongHold: { method: 'PUT', path: '/booking/:id/hold', access: 'admin' },
  getBankTransfer: { method: 'GET', path: '/booking/:id/bank-transfer', access: 'owner-or-admin' },
  chooseBankTransfer: { method: 'POST', path: '/booking/:id/bank-transfer', access: 'owner' },
  recordBankPayment: { method: 'POST', path: '/booking/:id/bank-payment', access: 'admin' },
  refundBooking: { method: 'POST', path: '/booking/:id/refunds', access: 'admin' },
  getProForma: { method: 'GET', path: '/booking/:id/proforma.pdf', access: 'owner-or-admin', file: 'pdf' },
  getInvoice: { method: 'GET', path: '/booking/:id/invoice.pdf', access: 'owner-or-admin', file: 'pdf' },
  getCreditNote: {
    method: 'GET',
    path: '/booking/:id/credit-notes/:number.pdf',
    access: 'owner-or-admin',
    file: 'pdf',
  },
  getPackingSlip: { method: 'GET', path: '/booking/:id/packing-slip.pdf', access: 'admin', file: 'pdf' },
  askForQuote: { method: 'POST', path: '/quotes', access: 'signed-in' },
  listOwnQuotes: { method: 'GET', path: '/myQuotes', access: 'self' },
  listQuotes: { method: 'GET', path: '/quotes', access: 'admin' },
  getQuote: { method: 'GET', path: '/quotes/:id', access: 'owner-or-admin' },
  offerQuote: { method: 'PUT', path: '/quotes/:id/offer', access: 'admin' },
  acceptQuote: { method: 'POST', path: '/quotes/:id/accept', access: 'owner' },
  declineQuote: { method: 'POST', path: '/quotes/:id/decline', access: 'owner' },
  withdrawQuote: { method: 'DELETE', path: '/quotes/:id', access: 'owner-or-admin' },
  getOffer: { method: 'GET', path: '/quotes/:id/offer.pdf', access: 'owner-or-admin', file: 'pdf' },
  retryRefund: { method: 'POST', path: '/refunds/:id/retry', access: 'admin' },
  settleRefund: { method: 'POST', path: '/refunds/:id/settle', access: 'admin' },
  listRefunds: { method: 'GET', path: '/refunds', access: 'admin' },
  listRatings: { method: 'GET', path: '/ratings', access: 'anyone' },
  addRating: { method: 'POST', path: '/ratings', access: 'signed-in' },
  deleteRating: { method: 'DELETE', path: '/ratings/:id', access: 'admin' },
  deleteRatingsByAuthor: { method: 'DELETE', path: '/ratings/:id/all-by-author', access: 'admin' },
  showRatingPicture: { method: 'PUT', path: '/ratings/:id/picture', access: 'admin' },
  listOwnRatings: { method: 'GET', path: '/myReview', access: 'self' },
  listUsers: { method: 'GET', path: '/user', access: 'admin' },
  makeAdmin: { method: 'PUT', path: '/user/admin/:email', access: 'admin' },
  deleteUser: { method: 'DELETE', path: '/users/:id', access: 'admin' },
  getProfileInfo: { method: 'GET', path: '/profileInfo', access: 'self' },
  getMyData: { method: 'GET', path: '/my-data', access: 'signed-in' },
  deleteAccount: { method: 'DELETE', path: '/account', access: 'signed-in' },
  saveProfile: { method: 'PUT', path: '/profile/:email', access: 'self' },
  getOverview: { method: 'GET', path: '/overview', access: 'admin' },
  listFailedJobs: { method: 'GET', path: '/failed-jobs', access: 'admin' },
  retryFailedJob: { method: 'POST', path: '/failed-jobs/:id/retry', access: 'admin' },
  listFailedMails: { method: 'GET', path: '/failed-mails', access: 'admin' },
  retryMail: { method: 'POST', path: '/failed-mails/:id/retry', access: 'admin' },
  listFeedback: { method: 'GET', path: '/feedback', access: 'admin' },
  listSubscriptions: { method: 'GET', path: '/subscriptions', access: 'admin' },
  deleteFeedback: { method: 'DELETE', path: '/feedback/:id', access: 'admin' },
  deleteSubscription: { method: 'DELETE', path: '/subscriptions/:email', access: 'admin' },
  sendFeedback: { method: 'POST', path: '/feedback', access: 'anyone' },
  subscribe: { method: 'POST', path: '/subscriptions', access: 'anyone' },
} as const satisfies Record<string, ApiRoute>
