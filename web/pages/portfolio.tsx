import { texts } from '#contract/texts.ts'
import { portfolio } from '../../content/portfolio.ts'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { RuledSection } from '../ui/ruled-section.tsx'
import type { Route } from './+types/portfolio.ts'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${texts.navigation.portfolio}: ${portfolio.title} · ${root.loaderData.name}`,
    description: portfolio.summary,
    path: '/portfolio',
  })
}

export default function Portfolio() {
  return (
    <>
      <PageHead label={texts.navigation.portfolio} title={portfolio.title} lead={portfolio.summary} />
      <div className="content">
        <RuledSection id="about" title="About">
          <div className="prose">
            {portfolio.about.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </RuledSection>
        <RuledSection id="education" title="Education">
          <p className="mb-6 text-lg">{portfolio.educationTitle}</p>
          <dl className="entries">
            {portfolio.education.map(({ subject, lesson }) => (
              <div key={subject}>
                <dt>{subject}</dt>
                <dd>{lesson}</dd>
              </div>
            ))}
          </dl>
        </RuledSection>
        <RuledSection id="skills" title="Skills">
          <div className="grid gap-8 sm:grid-cols-2">
            {portfolio.skills.map(({ area, skills }) => (
              <div key={area}>
                <h3 className="mb-2 text-lg">{area}</h3>
                <ul className="ruled-list">
                  {skills.map((skill) => (
                    <li key={skill}>{skill}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </RuledSection>
        <RuledSection id="projects" title="Projects">
          <ul className="entries">
            {portfolio.projects.map(({ name, story, madeWith }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{story}</p>
                <p className="text-quiet text-sm">{madeWith.join(' · ')}</p>
              </li>
            ))}
          </ul>
        </RuledSection>
      </div>
    </>
  )
}
