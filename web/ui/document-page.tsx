import type { ReactNode } from 'react'
import { ContentsList } from './contents-list.tsx'
import { Markdown } from './markdown.tsx'
import { PageHeader } from './page-header.tsx'
import type { Document } from './parse-markdown.ts'
import { RuledSection } from './ruled-section.tsx'

const MIN_SECTIONS_FOR_CONTENTS = 5

type DocumentPageProps = { label?: string; document: Document; children?: ReactNode }

/** A text page: its header, a table of contents if it is long, its children, and its sections. */
export function DocumentPage({ label, document: { title, intro, sections }, children }: DocumentPageProps) {
  return (
    <>
      <PageHeader label={label} title={title} lead={<Markdown blocks={intro} />}>
        {sections.length >= MIN_SECTIONS_FOR_CONTENTS && <ContentsList parts={sections} />}
      </PageHeader>
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
