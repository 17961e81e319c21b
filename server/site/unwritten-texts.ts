import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OWNER_TEXTS, type OwnerText } from '#contract/site/owner-texts.ts'
import type { Config } from '../config.ts'

const EXAMPLE = /==.+?==/g

/** How many examples each text has that its owner has not replaced yet; the site is built from the same files. */
const examples = OWNER_TEXTS.map((page) => {
  const text = readFileSync(path.join(import.meta.dirname, `../../content/${page}.md`), 'utf8')
  return { page, examples: text.match(EXAMPLE)?.length ?? 0 }
}).filter(({ examples }) => examples > 0)

/** Texts that a live shop does not show. The demo shows its examples, and says that they are. */
export const listUnwrittenTexts = ({ live }: Pick<Config, 'live'>) => (live ? examples : [])

/** Pages that do not exist without their texts. Contact does, for its form: other pages lead to it. */
export const hiddenPages = (config: Pick<Config, 'live'>): string[] =>
  unwrittenTexts(config).flatMap((page) => (page === 'contact' ? [] : `/${page}`))

export const unwrittenTexts = (config: Pick<Config, 'live'>): OwnerText[] =>
  listUnwrittenTexts(config).map(({ page }) => page)
