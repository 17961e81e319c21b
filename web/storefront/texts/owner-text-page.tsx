import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { DocumentPage } from '../../ui/page/document-page.tsx'
import { Notice } from '../../ui/page/notice.tsx'

/** A text of the owner's. The demo's has examples, which are marked. */
export function OwnerTextPage({ children, ...page }: ComponentProps<typeof DocumentPage>) {
  const shop = useRouteLoaderData<ShopInfo>('root')
  return (
    <DocumentPage {...page}>
      {shop?.demo && page.document.hasExamples && (
        <div className="pt-8">
          <Notice>
            This is a demo shop. The <mark className="example">marked passages</mark> are examples.
          </Notice>
        </div>
      )}
      {children}
    </DocumentPage>
  )
}
