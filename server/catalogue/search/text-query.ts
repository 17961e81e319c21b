import type { Word } from '../products/store.ts'

const MIN_PREFIX_LENGTH = 3

/**
 * What PostgreSQL is asked for: all words (or any of them), each as it is written, by its stem, as the beginning of a longer
 * one, or as one of those it is `alike`. Made from words alone, so nothing in a text can act as an operator.
 */
export function toTextQuery(words: Word[], alike: string[][] = [], needed: 'all' | 'any' = 'all'): string {
  const spelled = words.map((word, place) => ({ ...word, alike: alike[place] ?? [] }))
  const telling = spelled.filter(({ stem }) => stem !== '')
  const kept = (telling.length > 0 ? telling : spelled).filter(
    (word, place, all) => all.length === 1 || place < all.length - 1 || !isBarelyBegun(word),
  )
  return kept
    .map((word) => `(${spellings(word, kept.length === 1).join(' | ')})`)
    .join(needed === 'all' ? ' & ' : ' | ')
}

/** While the second word is being typed, the first alone decides. */
const isBarelyBegun = ({ word }: Word) => word.length < MIN_PREFIX_LENGTH && !/\d/.test(word)

function spellings({ word, stem, completions, alike }: Word & { alike: string[] }, alone: boolean) {
  // Among other words a beginning is spelled out, because the index would read everything that begins with it.
  const open = alone || (/\d/.test(word) && word.length >= MIN_PREFIX_LENGTH)
  const known = open ? [`${quoted(word)}:*`] : [word, ...completions].map(quoted)
  return [...new Set([...known, stem, ...alike.map(quoted)])].filter((spelling) => spelling !== '')
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
