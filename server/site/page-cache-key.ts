import { matchRoutes, type RouteMatch, type RouteObject, type ServerBuild } from 'react-router'
import type { CacheTag, PageHandle, PathParams } from '#contract/site/page-data.ts'

const NOT_FOUND = '/not-found'
const MAX_MATCHED = 200

export type PageCacheKey = { key: string; tags: readonly CacheTag[]; route: string }

/**
 * The cache key of a URL's page. Never the URL itself: parameters, slashes and queries that the page does not read create
 * no entry of their own, so that odd URLs cost nothing.
 */
export function createPageCacheKeys(build: ServerBuild) {
  const routes = routeTree(build)
  const beginnings = firstSegments(routes)
  const matched = new Map<string, RouteMatch[]>()

  /** The router compiles all of its patterns again for each match: paths of no page are not worth that. */
  function match(pathname: string): RouteMatch[] {
    const [, beginning = ''] = pathname.toLowerCase().split('/', 2)
    if (beginning && !beginning.includes('%') && !beginnings.has(beginning)) return []
    const matches = matched.get(pathname) ?? matchRoutes(routes, pathname) ?? []
    if (matched.size >= MAX_MATCHED) matched.clear()
    matched.set(pathname, matches)
    return matches
  }

  return function pageFor({ pathname, searchParams }: URL): PageCacheKey {
    const data = pathname.endsWith('.data')
    const matches = match(data ? pageOfData(pathname) : pathname)
    const pattern = matches
      .map(({ route }) => route.path)
      .filter(Boolean)
      .join('/')
    const page = matches.at(-1)
    const handle = page?.route.handle as PageHandle | undefined
    const params = handle?.params ? handle.params(page?.params ?? {}) : undefined
    if (!page || params === null || pattern.endsWith('*'))
      return { key: data ? `${NOT_FOUND}.data` : NOT_FOUND, tags: [], route: '/*' }
    const query = canonicalQuery(handle?.query ?? [], searchParams)
    const requestedRoutes = data ? (searchParams.get('_routes')?.split(',') ?? []) : []
    const loaded = matches.map(({ route }) => String(route.id)).filter((id) => requestedRoutes.includes(id))
    if (loaded.length) query.set('_routes', loaded.join())
    const path = `/${fillIn(pattern, params)}`
    const address = data ? `${path === '/' ? '/_' : path}.data` : path
    const key = query.size ? `${address}?${query}` : address
    return { key, tags: handle?.dependsOn ?? [], route: `/${pattern}` }
  }
}

/** A page that reads no parameter of its path is the same for all of their values. */
const fillIn = (pattern: string, params: PathParams | undefined) =>
  pattern.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params ? params[name] : '-'
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })

function canonicalQuery(query: NonNullable<PageHandle['query']>, params: URLSearchParams): URLSearchParams {
  if (typeof query === 'function') return query(params)
  return new URLSearchParams(
    query.flatMap((name) => {
      const value = params.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** What the paths of pages begin with. */
function firstSegments(routes: RouteObject[]): Set<string> {
  const segments = routes.flatMap(({ path, children = [] }) =>
    path ? [path.toLowerCase().split('/', 1)[0] as string] : [...firstSegments(children)],
  )
  return new Set(segments)
}

/** React Router requests the data of `/a` at `/a.data` and of `/a/` at `/a/_.data`. */
function pageOfData(pathname: string) {
  return pathname.replace(/(?<=\/)_\.data$|\.data$/, '') || '/'
}

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, caseSensitive, index } = route ?? {}
      const common = { id, path, caseSensitive, handle: route?.module.handle }
      return index ? { ...common, index } : { ...common, children: routeTree(build, id) }
    }) as RouteObject[]
}
