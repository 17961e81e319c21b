/** Pages that everybody sees, besides the home page and the catalogue. */
export const PUBLIC_PAGES = [
  '/reviews',
  '/blog',
  '/extra',
  '/portfolio',
  '/privacy',
  '/terms',
  '/contact',
  '/docs',
  '/login',
  '/signup',
  '/forgot-password',
]
