import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ShopInfo } from '#contract/page-data.ts'
import { type Document, DocumentPage } from '../ui/document-page.tsx'
import { Notice } from '../ui/notice.tsx'

type OwnerTextPageProps = { document: Document; children?: ReactNode }

/** A text of the owner's. The demo's has examples, which are marked. */
export function OwnerTextPage({ document, children }: OwnerTextPageProps) {
  const shop = useRouteLoaderData<ShopInfo>('root')
  return (
    <DocumentPage document={document}>
      {shop?.demo && document.hasExamples && (
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
