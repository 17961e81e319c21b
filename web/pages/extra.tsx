import { type ReactNode, useId } from 'react'
import { texts } from '#contract/texts.ts'
import { FeedbackForm } from '../feedback/feedback-form.tsx'
import { SocialLinks } from '../feedback/social-links.tsx'
import { SubscribeForm } from '../feedback/subscribe-form.tsx'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/extra.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${texts.navigation.subscribe}: feedback and news · ${root.loaderData.name}`,
    description:
      'Tell the shop what you think, leave your e-mail for news of its products, or follow it elsewhere.',
    path: '/extra',
  })
}

export default function Extra({ matches: [root] }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        label={texts.navigation.subscribe}
        title="Feedback and news"
        lead="Say what you miss and what works, and hear about new products first."
      />
      <div className="content grid gap-12 py-12 lg:grid-cols-[3fr_2fr] lg:gap-16 lg:py-16">
        <Part title="Give feedback">
          <FeedbackForm />
        </Part>
        <div className="grid content-start gap-12">
          <Part title="Subscribe to news">
            <p className="mb-4 text-quiet">
              The shop keeps your e-mail for news of its products and for nothing else.
            </p>
            <SubscribeForm />
          </Part>
          <Part title="Find us elsewhere">
            <SocialLinks links={root.loaderData.socialLinks} />
          </Part>
        </div>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
