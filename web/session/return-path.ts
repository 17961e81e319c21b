import { ownPath } from '#contract/formats/own-path.ts'

/** The page to return to after sign-in, from the login page's query. Only paths of this site are accepted. */
export const returnPath = (search: string): string =>
  ownPath(new URLSearchParams(search).get('from') ?? '/') ?? '/'

/** The URL of a sign-in page that returns to `from`. */
export const withReturn = (page: '/login' | '/signup', from: string) =>
  from === '/' ? page : `${page}?${new URLSearchParams({ from })}`
