import { texts } from '#contract/fixed-texts.ts'
import { portfolioOf } from '../../content/portfolio.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { ContentsList } from '../ui/page/contents-list.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { RuledSection } from '../ui/page/ruled-section.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/portfolio.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  const portfolio = portfolioOf(root.loaderData.name)
  return pageMeta(root.loaderData, {
    title: `${texts.navigation.portfolio}: ${portfolio.title} · ${root.loaderData.name}`,
    description: portfolio.summary,
    path: '/portfolio',
  })
}

const parts = {
  about: { id: 'about', title: 'About' },
  education: { id: 'education', title: 'Education' },
  skills: { id: 'skills', title: 'Skills' },
  projects: { id: 'projects', title: 'Projects' },
}

export default function Portfolio({ matches: [root] }: Route.ComponentProps) {
  const portfolio = portfolioOf(root.loaderData.name)
  return (
    <>
      <PageHeader label={texts.navigation.portfolio} title={portfolio.title} lead={portfolio.summary}>
        <ContentsList parts={Object.values(parts)} />
      </PageHeader>
      <div className="content">
        <RuledSection {...parts.about}>
          <Prose>
            {portfolio.about.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Prose>
        </RuledSection>
        <RuledSection {...parts.education}>
          <p className="mb-4 text-quiet">{portfolio.educationTitle}</p>
          <dl className="max-w-128">
            {portfolio.education.map(({ subject, lesson }) => (
              <div key={subject} className="border-base-300 border-t pt-4 pb-6 last:pb-0">
                <dt className="mb-1 font-heading text-lg">{subject}</dt>
                <dd className="leading-relaxed">{lesson}</dd>
              </div>
            ))}
          </dl>
        </RuledSection>
        <RuledSection {...parts.skills}>
          <div className="grid grid-cols-2 gap-x-6 gap-y-8">
            {portfolio.skills.map(({ area, skills }) => (
              <div key={area}>
                <h3 className="mb-2 text-lg">{area}</h3>
                <ul>
                  {skills.map((skill) => (
                    <li key={skill} className="border-base-300 border-t py-2">
                      {skill}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </RuledSection>
        <RuledSection {...parts.projects}>
          <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2">
            {portfolio.projects.map(({ name, story, madeWith }) => (
              <li key={name} className="border-base-300 border-t pt-4">
                <h3 className="mb-2 text-lg">{name}</h3>
                <p className="mb-2">{story}</p>
                <p className="text-quiet text-sm">{madeWith.join(' · ')}</p>
              </li>
            ))}
          </ul>
        </RuledSection>
      </div>
    </>
  )
}
