/** What a live shop cannot start without; nobody is reached by it. */
export const LIVE = {
  SHOP_ENV: 'live',
  PUBLIC_URL: 'https://shop.example',
  RATE_LIMIT: 'on',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'off',
  SELLER_NAME: 'Example Seller',
  SELLER_ADDRESS: 'Sample Street 1\\n00000 Exampleton',
}
