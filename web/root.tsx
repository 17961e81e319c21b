import './root.css'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import type { ShopInfo } from '#contract/site/page-data.ts'
import type { Route } from './+types/root.ts'
import { bootScript } from './boot/boot.ts'
import { keepPageWithoutData } from './boot/keep-page.ts'
import { pageData } from './boot/server-context.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { NotFound } from './layout/not-found-message.tsx'
import { Shell } from './layout/shell.tsx'
import headingFont from './ui/heading-font.woff2?url'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageData).shop
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageWithoutData]

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
