import { data, Link } from 'react-router'
import { formatCount } from '#contract/counts.ts'
import type { PageHandle } from '#contract/reads.ts'
import { NotFound } from '../layout/not-found.tsx'
import { pageMeta } from '../page-meta.ts'
import { RatingCard } from '../ratings/rating-card.tsx'
import { reads } from '../reads.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/reviews.ts'

export const handle = { madeOf: ['ratings'], query: ['page'] } satisfies PageHandle

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]
  const { page } = loaderData
  return pageMeta(root.loaderData, {
    title: `${titleOf(page)} · ${root.loaderData.name}`,
    description: 'Everything that customers have written about this shop and its products, newest first.',
    path: addressOf(page),
  })
}

const titleOf = (page: number) => (page > 1 ? `All reviews, page ${page}` : 'All reviews')
const addressOf = (page: number) => (page > 1 ? `/reviews?page=${page}` : '/reviews')

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('page') ?? '1'
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0
  if (page === 0) return data(null, { status: 404 })
  const shown = await context.get(reads).ratingsPage(page)
  return page > Math.max(1, shown.pages) ? data(null, { status: 404 }) : { page, ...shown }
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />
  const { page, pages, count, ratings } = loaderData
  return (
    <>
      <PageHead
        title={titleOf(page)}
        lead={count > 0 && `${formatCount(count)} ${count === 1 ? 'review' : 'reviews'}, newest first.`}
      >
        <Link to="/dashboard/addReview" className="btn btn-outline justify-self-start lg:justify-self-end">
          Write a review
        </Link>
      </PageHead>
      <div className="content grid gap-12 py-12 lg:py-16">
        {count > 0 ? (
          <ul className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
            {ratings.map((rating) => (
              <li key={rating._id}>
                <RatingCard rating={rating} />
              </li>
            ))}
          </ul>
        ) : (
          <p>Nobody has written a review yet. Yours would be the first.</p>
        )}
        <Pagination page={page} pages={pages} addressOf={addressOf} />
      </div>
    </>
  )
}
