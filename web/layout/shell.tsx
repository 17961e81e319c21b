import type { ReactNode } from 'react'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { ShopName } from '../ui/page/document-title.tsx'
import { Toasts } from '../ui/page/toasts.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { Footer } from './footer.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { TopBar } from './top-bar.tsx'
import { UnreachableNotice } from './unreachable-notice.tsx'

/** The frame around every page: header, footer, toasts. */
export function Shell({ shop, children }: { shop: ShopInfo; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="-translate-y-24 fixed top-4 left-4 z-60 rounded-box bg-primary px-4 py-2 text-primary-content focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <header className="print:hidden">
        {shop.demo && <DemoBanner />}
        <TopBar shopName={shop.name} />
      </header>
      <main id="main" tabIndex={-1} className="grow">
        <ShopName value={shop.name}>{children}</ShopName>
      </main>
      <Footer shop={shop} />
      <RouteAnnouncer />
      <Toasts />
      <UnreachableNotice />
    </div>
  )
}
