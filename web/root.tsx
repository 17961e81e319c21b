import './root.css'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import type { ShopInfo } from '#contract/page-data.ts'
import type { Route } from './+types/root.ts'
import { bootScript } from './boot.ts'
import headingFont from './heading-font.woff2?url'
import { NotFound } from './layout/nothing-here.tsx'
import { Shell } from './layout/shell.tsx'
import { pageData } from './server-context.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageData).shop
}

/** The root's data changes only with a restart of the shop. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  // A document that React had to rebuild has lost the attributes that the boot script set on <html>.
  useLayoutEffect(() => window.shop?.paint(), [])
  useEffect(() => window.shop?.ready(), [])
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

// A failed navigation loses the root's data too, which the frame around the error needs.
let lastShop: ShopInfo | undefined

export default function App({ loaderData: shop }: Route.ComponentProps) {
  useEffect(() => {
    lastShop = shop
  }, [shop])
  return (
    <Shell shop={shop}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useRouteLoaderData<typeof loader>('root') ?? lastShop
  const page = isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage />
  return shop ? <Shell shop={shop}>{page}</Shell> : <main>{page}</main>
}

function ErrorPage() {
  const { pathname, search } = useLocation()
  return (
    <div className="content grid justify-items-start gap-4 py-16">
      <title>This page couldn’t be loaded</title>
      <h1 className="text-2xl">This page couldn’t be loaded</h1>
      <p className="max-w-160">We couldn’t load this page. Nothing was ordered or charged.</p>
      <a href={pathname + search} className="btn btn-primary">
        Retry
      </a>
    </div>
  )
}
