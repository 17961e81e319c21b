import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import type { PageHandle, ShopInfo } from '#contract/site/page-data.ts'
import { pageData } from '../boot/server-context.ts'
import { categoryAddress } from '../layout/catalogue-links.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { ArrowLink } from '../ui/page/arrow-link.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ArrowIcon } from '../ui/page/icons.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Route } from './+types/home.ts'
import { FeedbackForm } from './feedback/feedback-form.tsx'
import { SocialLinks } from './feedback/social-links.tsx'
import { ToolWall, toolWallStyles } from './home/tool-wall.tsx'
import { byToolWall } from './home/tool-wall-categories.ts'
import { RatingCard } from './reviews/rating-card.tsx'
import { CategoryChips } from './search/category-chips.tsx'
import { forCards } from './search/for-cards.ts'
import { ProductGrid } from './search/product-grid.tsx'
import { type ShownCategory, shownCategories } from './search/shown-categories.ts'

export const handle = { dependsOn: ['catalogue', 'ratings'] } satisfies PageHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: toolWallStyles }]

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { shop, organization } = loaderData
  return [
    ...pageMeta(shop, {
      title: `${shop.name}: tools and materials by the hundred`,
      description:
        'Tools and materials in quantities of 100 or more, with unit prices, stock and minimum orders. Pay by card.',
      path: '/',
    }),
    { 'script:ld+json': organization },
  ]
}

const organizationOf = ({ name, publicUrl, socialLinks }: ShopInfo) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name,
  url: new URL('/', publicUrl).href,
  logo: new URL('/share.png', publicUrl).href,
  sameAs: socialLinks.map(({ url }) => url),
})

export async function loader({ context }: Route.LoaderArgs) {
  const shown = context.get(pageData)
  const [products, categories, ratings] = await Promise.all([
    shown.newestProducts(),
    shown.categories(),
    shown.newestRatings(),
  ])
  return {
    shop: shown.shop,
    organization: organizationOf(shown.shop),
    products: forCards(products),
    ...byToolWall(shownCategories(categories)),
    ratings,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { shop, products, onTheWall, otherCategories, ratings } = loaderData
  return (
    <>
      <Hero categories={onTheWall} />
      {otherCategories.length > 0 && (
        <div className="content pt-8">
          <CategoryChips categories={otherCategories} addressOf={categoryAddress} />
        </div>
      )}
      <Section
        title="Newest products"
        aside={
          products.length > 0 && (
            <ArrowLink to="/catalogue" prefetch="intent">
              See all products
            </ArrowLink>
          )
        }
      >
        {products.length > 0 ? (
          <ProductGrid products={products} />
        ) : (
          <EmptyState sentence="The shelves are still empty: no products have been added yet.">
            <a href="#feedback" className="btn btn-outline">
              Tell us what you need
            </a>
          </EmptyState>
        )}
      </Section>
      <Statistics />
      <Section
        title="What customers say"
        aside={
          ratings.length > 0 && (
            <ArrowLink to="/reviews" prefetch="intent">
              All reviews
            </ArrowLink>
          )
        }
      >
        {ratings.length > 0 ? (
          <ul className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
            {ratings.map((rating) => (
              <li key={rating._id}>
                <RatingCard rating={rating} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState sentence="Nobody has written a review yet.">
            <Link to="/dashboard/addReview" className="btn btn-outline">
              Write the first one
            </Link>
          </EmptyState>
        )}
      </Section>
      <Contact socialLinks={shop.socialLinks} />
    </>
  )
}

function Hero({ categories }: { categories: ShownCategory[] }) {
  return (
    <div className="border-base-300 border-b bg-base-200">
      <div className="content grid items-center gap-8 py-8 md:grid-cols-[2fr_3fr] lg:grid-cols-2 lg:gap-12 lg:py-12">
        <div className="grid justify-items-start gap-4 lg:gap-6">
          <h1 className="max-w-100 text-2xl lg:text-3xl">{texts.hero}</h1>
          <p className="max-w-120 text-lg text-quiet">
            Tools and materials by the hundred. Unit price, stock and minimum order on every card.
          </p>
          <Link to="/catalogue" prefetch="intent" className="btn btn-accent btn-lg">
            See all products <ArrowIcon />
          </Link>
        </div>
        <ToolWall categories={categories} />
      </div>
    </div>
  )
}

function Statistics() {
  return (
    <section aria-label="The shop in numbers" className="border-base-300 border-y">
      <dl className="content grid grid-cols-2 md:grid-cols-4">
        {texts.statistics.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse gap-1 border-base-300 py-6 max-md:nth-[n+3]:border-t max-md:even:border-l max-md:even:pl-6 md:py-10 md:not-first:border-l md:not-first:pl-8"
          >
            <dt className="text-quiet">{label}</dt>
            <dd className="font-heading text-2xl leading-none md:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Contact({ socialLinks }: Pick<ShopInfo, 'socialLinks'>) {
  const social = socialLinks.length > 0
  return (
    <div className="border-base-300 border-t bg-base-200">
      <div className="content grid gap-12 py-12 lg:grid-cols-[3fr_2fr] lg:gap-16 lg:py-16">
        <section id="feedback" aria-labelledby="feedback-title">
          <h2 id="feedback-title" className="mb-2 text-xl lg:text-2xl">
            Tell us what you think
          </h2>
          <p className="mb-6 text-quiet">
            Praise, complaints, a tool we should stock: we read every message.
          </p>
          <FeedbackForm />
        </section>
        <section aria-labelledby="social-title">
          <h2 id="social-title" className="mb-2 text-xl lg:text-2xl">
            {social ? 'Find us elsewhere' : 'Contact us'}
          </h2>
          <p className="mb-6 text-quiet">{social ? 'News from the workshop.' : 'By email, phone or mail.'}</p>
          <SocialLinks links={socialLinks} />
        </section>
      </div>
    </div>
  )
}
