import document from '../../content/contact.md'
import { pageData } from '../boot/server-context.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { RuledSection } from '../ui/page/ruled-section.tsx'
import type { Route } from './+types/contact.ts'
import { FeedbackForm } from './feedback/feedback-form.tsx'
import { OwnerTextPage } from './texts/owner-text-page.tsx'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${document.title} · ${root.loaderData.name}`,
    description:
      'How to reach the people who run this shop: by email, by mail, or with a message from this page.',
    path: '/contact',
  })
}

export const loader = ({ context }: Route.LoaderArgs) => context.get(pageData).isWritten('contact')

/** Without its text it still has the form, to which other pages lead. */
export default function Contact({ loaderData: isWritten }: Route.ComponentProps) {
  return (
    <OwnerTextPage document={isWritten ? document : { ...document, intro: '', sections: [] }}>
      <RuledSection id="message" title="Write to us">
        <div className="max-w-128">
          <FeedbackForm />
        </div>
      </RuledSection>
    </OwnerTextPage>
  )
}
