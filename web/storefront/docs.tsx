import { pageData } from '../boot/server-context.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Route } from './+types/docs.ts'
import { CallEntry, Fields } from './docs/api-call.tsx'

const OBJECTS = { id: 'objects', title: 'Objects' }

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `API · ${root.loaderData.name}`,
    description:
      'Every call in this shop’s API: who can make it, what it takes and what it returns, with examples.',
    path: '/docs',
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageData).apiReference()
}

export default function Docs({ loaderData: { base, groups, objects } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="API" lead={<Introduction base={base} />}>
        <nav aria-label="On this page">
          <ul className="columns-2 gap-8 sm:columns-3">
            {[...groups, OBJECTS].map(({ id, title }) => (
              <li key={id} className="break-inside-avoid border-base-300 border-t">
                <a href={`#${id}`} className="block py-2 font-semibold hover:text-link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <div className="content grid gap-12 py-8 lg:py-12">
        {groups.map(({ id, title, calls }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
            <h2 id={`${id}-title`} className="mb-4 text-xl">
              {title}
            </h2>
            {calls.map((call) => (
              <CallEntry key={call.id} call={call} />
            ))}
          </section>
        ))}
        <section id={OBJECTS.id} aria-labelledby="objects-title" className="scroll-mt-4">
          <h2 id="objects-title" className="mb-4 text-xl">
            {OBJECTS.title}
          </h2>
          {objects.map(({ name, fields }) => (
            <article key={name} id={`object-${name}`} className="api-call">
              <h3>
                <code>{name}</code>
              </h3>
              <div>
                <Fields fields={fields} />
              </div>
            </article>
          ))}
        </section>
      </div>
    </>
  )
}

function Introduction({ base }: { base: string }) {
  return (
    <div className="grid gap-3">
      <p>
        All endpoints live under <code>{base}</code>. Most need the header{' '}
        <code>Authorization: Bearer &lt;token&gt;</code>:{' '}
        <a href="#signIn" className="link">
          sign in
        </a>
        , then{' '}
        <a href="#getToken" className="link">
          get a token
        </a>
        .
      </p>
      <p>
        Errors are <code>{'{ "success": false, "error": "…" }'}</code>. Prices are dollars, dates are{' '}
        <code>2026-11-15</code>.
      </p>
      <p>
        Machine-readable:{' '}
        <a href="/api/openapi.json" className="link">
          OpenAPI document
        </a>
      </p>
    </div>
  )
}
