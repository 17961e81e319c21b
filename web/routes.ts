import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** `/Blog` is another address than `/blog`. */
const caseSensitive = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map(({ children, ...entry }) => ({
    ...entry,
    caseSensitive: true,
    ...(children && { children: caseSensitive(children) }),
  }))

export default caseSensitive([
  index('pages/home.tsx'),
  route('home', 'pages/home.tsx', { id: 'pages/home-by-name' }),
  route('blog', 'pages/blog.tsx'),
  route('extra', 'pages/feedback-and-news.tsx'),
  route('portfolio', 'pages/portfolio.tsx'),
  route('catalogue', 'pages/catalogue.tsx'),
  route('item/:id/:slug?', 'pages/item.tsx'),
  route('reviews', 'pages/reviews.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('docs', 'pages/docs.tsx'),
  route('robots.txt', 'pages/robots.ts'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('forgot-password', 'pages/forgot-password.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('verify-email', 'pages/verify-email.tsx'),
  layout('pages/signed-in.tsx', [
    route('product/:productId', 'pages/product.tsx'),
    // The specification's addresses: `order` shows one's own orders, `myOrder` everybody's to admins.
    route('dashboard', 'pages/dashboard-layout.tsx', [
      index('pages/dashboard.tsx'),
      route('order', 'pages/my-orders.tsx'),
      route('order/:id', 'pages/order.tsx'),
      route('payment/:id', 'pages/payment.tsx'),
      route('quote/:id', 'pages/quote.tsx'),
      route('myOrder', 'pages/manage-orders.tsx'),
      route('profile', 'pages/profile.tsx'),
      route('myReview', 'pages/my-reviews.tsx'),
      route('addReview', 'pages/add-review.tsx'),
      route('addProduct', 'pages/add-product.tsx'),
      route('manageProduct', 'pages/manage-products.tsx'),
      route('import', 'pages/import-products.tsx'),
      route('users', 'pages/users.tsx'),
    ]),
  ]),
  route('*', 'pages/not-found.tsx'),
]) satisfies RouteConfig
