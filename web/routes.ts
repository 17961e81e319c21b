import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** `/Blog` is another address than `/blog`. Ids are short, because the browser is sent those of all pages. */
const named = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map(({ children, ...entry }) => ({
    ...entry,
    id: entry.id ?? entry.file.replace(/^.*\/|\.tsx?$/g, ''),
    caseSensitive: true,
    ...(children && { children: named(children) }),
  }))

export default named([
  index('storefront/home.tsx'),
  route('home', 'storefront/home.tsx', { id: 'home-by-name' }),
  route('blog', 'storefront/blog.tsx'),
  route('extra', 'storefront/feedback-and-news.tsx'),
  route('portfolio', 'storefront/portfolio.tsx'),
  route('catalogue', 'storefront/catalogue.tsx'),
  route('item/:id/:slug?', 'storefront/item.tsx'),
  route('reviews', 'storefront/reviews.tsx'),
  route('privacy', 'storefront/privacy.tsx'),
  route('terms', 'storefront/terms.tsx'),
  route('contact', 'storefront/contact.tsx'),
  route('docs', 'storefront/docs.tsx'),
  route('robots.txt', 'storefront/robots.ts'),
  route('login', 'account/login.tsx'),
  route('signup', 'account/signup.tsx'),
  route('forgot-password', 'account/forgot-password.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('verify-email', 'account/verify-email.tsx'),
  layout('account/require-user.tsx', [
    route('product/:productId', 'orders/purchase.tsx'),
    // The specification's addresses: `order` shows one's own orders, `myOrder` everybody's to admins.
    route('dashboard', 'account/dashboard-layout.tsx', [
      index('desk/dashboard.tsx'),
      route('order', 'orders/my-orders.tsx'),
      route('order/:id', 'orders/order.tsx'),
      route('payment/:id', 'orders/payment.tsx'),
      route('quote/:id', 'orders/quote.tsx'),
      route('myOrder', 'desk/manage-orders.tsx'),
      route('profile', 'account/profile.tsx'),
      route('myReview', 'account/my-reviews.tsx'),
      route('addReview', 'account/add-review.tsx'),
      route('addProduct', 'desk/add-product.tsx'),
      route('manageProduct', 'desk/manage-products.tsx'),
      route('import', 'desk/import-products.tsx'),
      route('users', 'desk/users.tsx'),
    ]),
  ]),
  route('*', 'storefront/not-found.tsx'),
]) satisfies RouteConfig
