import { type ReactNode, useId } from 'react'
import { texts } from '#contract/fixed-texts.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Route } from './+types/feedback-and-news.ts'
import { FeedbackForm } from './feedback/feedback-form.tsx'
import { SocialLinks } from './feedback/social-links.tsx'
import { SubscribeForm } from './feedback/subscribe-form.tsx'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${texts.navigation.subscribe}: feedback and news · ${root.loaderData.name}`,
    description: 'Tell the shop what you think, sign up for product news, or follow it elsewhere.',
    path: '/extra',
  })
}

export default function Extra({ matches: [root] }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        label={texts.navigation.subscribe}
        title="Feedback and news"
        lead="Tell us what is missing, and sign up for news."
      />
      <div className="content grid gap-12 py-12 lg:grid-cols-2 lg:gap-16 lg:py-16">
        <div className="grid content-start gap-12">
          <Part title="Subscribe to news" lead="We use your email only to send you news from the shop.">
            <SubscribeForm />
          </Part>
          <Part title={root.loaderData.socialLinks.length > 0 ? 'Find us elsewhere' : 'Contact us'}>
            <SocialLinks links={root.loaderData.socialLinks} />
          </Part>
        </div>
        <Part
          title="Tell us what you think"
          lead="Praise, complaints, a tool we should stock: we read every message."
        >
          <FeedbackForm />
        </Part>
      </div>
    </>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {lead && <p className="mb-4 text-quiet">{lead}</p>}
      {children}
    </section>
  )
}
