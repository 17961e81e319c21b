import { useRouteLoaderData } from 'react-router'

/** The browser's title: what the page is, and whose. */
export function DocumentTitle({ children }: { children: string }) {
  const shop = useRouteLoaderData('root') as { name: string } | undefined
  return <title>{shop ? `${children} · ${shop.name}` : children}</title>
}
