import type { ReactNode } from 'react'
import { Prose } from '../prose.tsx'
import { ContentsList } from './contents-list.tsx'
import { PageHeader } from './page-header.tsx'
import { RuledSection } from './ruled-section.tsx'

/** A text of the owner's, as HTML that was made and made safe at build time. */
export type Document = {
  title: string
  intro: string
  /** Whether passages are marked as examples. */
  hasExamples: boolean
  sections: { id: string; title: string; html: string }[]
}

const MIN_SECTIONS_FOR_CONTENTS = 5

type DocumentPageProps = { label?: string; document: Document; children?: ReactNode }

/** A text page: its header, a table of contents if it is long, its children, and its sections. */
export function DocumentPage({ label, document: { title, intro, sections }, children }: DocumentPageProps) {
  return (
    <>
      <PageHeader label={label} title={title} lead={<OwnersText html={intro} />}>
        {sections.length >= MIN_SECTIONS_FOR_CONTENTS && <ContentsList parts={sections} />}
      </PageHeader>
      <div className="content">
        {children}
        {sections.map(({ id, title, html }) => (
          <RuledSection key={id} id={id} title={title}>
            <OwnersText html={html} />
          </RuledSection>
        ))}
      </div>
    </>
  )
}

function OwnersText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: setup/markdown-plugin.ts lets no HTML of the text's through
  return <Prose dangerouslySetInnerHTML={{ __html: html }} />
}
