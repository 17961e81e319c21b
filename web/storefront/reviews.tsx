import { data, Link, useNavigate, useRevalidator } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Rating } from '#contract/people/ratings.ts'
import type { PageHandle } from '#contract/site/page-data.ts'
import { pageData } from '../boot/server-context.ts'
import { NotFound } from '../layout/not-found-message.tsx'
import { pageMeta } from '../layout/page-meta.ts'
import { isAdminVisitor } from '../session/admin-check.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/reviews.ts'
import { RatingActions } from './reviews/rating-actions.tsx'
import { RatingCard } from './reviews/rating-card.tsx'

export const handle = {
  dependsOn: ['ratings'],
  query: (params) => new URLSearchParams(addressOf(pageIn(params)).split('?')[1]),
} satisfies PageHandle

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
const addressOf = (page: number) => (page === 1 ? '/reviews' : `/reviews?page=${page}`)

/** The page number, or 0 if it is invalid. */
function pageIn(params: URLSearchParams): number {
  const page = params.get('page') ?? '1'
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 0
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  if (page === 0) return data(null, { status: 404 })
  const shown = await context.get(pageData).ratingsPage(page)
  if (page <= Math.max(1, shown.pages)) return { page, ...shown }
  // There are thousands of such numbers: cached, they would evict the pages that exist.
  return data(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [shown, admin] = await Promise.all([serverLoader(), isAdminVisitor()])
  return shown && { ...shown, admin }
}
clientLoader.hydrate = true as const

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Reviews({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />
  return <ReviewsPage {...loaderData} />
}

type ReviewsPageProps = { page: number; pages: number; count: number; ratings: Rating[]; admin?: boolean }

function ReviewsPage({ page, pages, count, ratings, admin = false }: ReviewsPageProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // Without its last review the page no longer exists.
  const reload = () => (ratings.length === 1 && page > 1 ? navigate(addressOf(page - 1)) : revalidate())
  // All of one author may have filled many pages.
  const reloadFirst = () => (page > 1 ? navigate(addressOf(1)) : revalidate())
  return (
    <>
      <PageHeader
        title={titleOf(page)}
        lead={count > 0 && `${formatCount(count)} ${count === 1 ? 'review' : 'reviews'}, newest first.`}
      >
        <Link to="/dashboard/addReview" className="btn btn-outline justify-self-start lg:justify-self-end">
          Write a review
        </Link>
      </PageHeader>
      <div className="content grid gap-12 py-12 lg:py-16">
        {count > 0 ? (
          <ul className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
            {ratings.map((rating) => (
              <li key={rating._id}>
                <RatingCard
                  rating={rating}
                  actions={
                    admin && (
                      <RatingActions
                        rating={rating}
                        onDeleted={reload}
                        onAllDeleted={reloadFirst}
                        onPictureChanged={revalidate}
                      />
                    )
                  }
                />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState sentence="Nobody has written a review yet.">
            <Link to="/dashboard/addReview" className="btn btn-primary">
              Write the first one
            </Link>
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} addressOf={addressOf} />
      </div>
    </>
  )
}
