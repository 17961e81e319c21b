import type { ReactNode } from 'react'
import { ContentsList } from './contents-list.tsx'
import { Markdown } from './markdown.tsx'
import { PageHead } from './page-head.tsx'
import type { Document } from './parse-markdown.ts'
import { RuledSection } from './ruled-section.tsx'

const WORTH_LISTING = 5

type DocumentPageProps = { label?: string; document: Document; children?: ReactNode }

/** A text page: its head, its table of contents where it is long, its sections after whatever else it has. */
export function DocumentPage({ label, document: { title, intro, sections }, children }: DocumentPageProps) {
  return (
    <>
      <PageHead label={label} title={title} lead={<Markdown blocks={intro} />}>
        {sections.length >= WORTH_LISTING && <ContentsList parts={sections} />}
      </PageHead>
      <div className="content">
        {children}
        {sections.map(({ id, title, blocks }) => (
          <RuledSection key={id} id={id} title={title}>
            <Markdown blocks={blocks} />
          </RuledSection>
        ))}
      </div>
    </>
  )
}
