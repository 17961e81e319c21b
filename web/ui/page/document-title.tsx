import { createContext, use } from 'react'

/** Provided by the frame, which the error page has even where the root's data is lost. */
export const ShopName = createContext<string | undefined>(undefined)

/** The browser's title: what the page is, and whose. */
export function DocumentTitle({ children }: { children: string }) {
  const shopName = use(ShopName)
  return <title>{shopName ? `${children} · ${shopName}` : children}</title>
}
