import { texts } from '#contract/fixed-texts.ts'
import document from '../../content/blog.md'
import { pageMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/blog.ts'
import { OwnerTextPage } from './texts/owner-text-page.tsx'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return pageMeta(root.loaderData, {
    title: `${texts.navigation.blog}: React, JavaScript and testing · ${root.loaderData.name}`,
    description:
      'How to make React faster, where state belongs, how prototypes inherit, how to search products by name, and what unit tests are for.',
    path: '/blog',
  })
}

export default function Blog() {
  return <OwnerTextPage label={texts.navigation.blog} document={document} />
}
