import type { ReactNode } from 'react'
import { ContentsList } from './contents-list.tsx'
import { PageHead } from './page-head.tsx'
import { RuledSection } from './ruled-section.tsx'
import './reading.css'

/** A text of the owner's, as HTML that was made and made safe at build time. */
export type Document = {
  title: string
  intro: string
  sections: { id: string; title: string; html: string }[]
}

const WORTH_LISTING = 5

type DocumentPageProps = { label?: string; document: Document; children?: ReactNode }

/** A text page: its head, its table of contents where it is long, its sections after whatever else it has. */
export function DocumentPage({ label, document: { title, intro, sections }, children }: DocumentPageProps) {
  return (
    <>
      <PageHead label={label} title={title} lead={<Prose html={intro} />}>
        {sections.length >= WORTH_LISTING && <ContentsList parts={sections} />}
      </PageHead>
      <div className="content">
        {children}
        {sections.map(({ id, title, html }) => (
          <RuledSection key={id} id={id} title={title}>
            <Prose html={html} />
          </RuledSection>
        ))}
      </div>
    </>
  )
}

function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: setup/markdown.ts lets no HTML of the text's through
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
