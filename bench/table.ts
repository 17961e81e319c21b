import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** One line of the result. `good` is null where nothing is asked for. */
export type Row = {
  what: string
  shop: string
  against: string
  ratio: string
  asked: string
  good: boolean | null
}

const HEADINGS = ['', 'shop', 'against', 'ratio', 'asked for', '']
const FILE = path.join(import.meta.dirname, 'results.md')

export const cellsOf = ({ what, shop, against, ratio, asked, good }: Row) => [
  what,
  shop,
  against,
  ratio,
  asked,
  good === null ? '' : good ? 'yes' : 'NO',
]

/** A figure without a counterpart. */
export const figure = (what: string, shop: string, asked = '', good: boolean | null = null): Row => ({
  what,
  shop,
  against: '',
  ratio: '',
  asked,
  good,
})

/** A figure that must be at least, or at most, so many times its counterpart. */
export function comparison(
  what: string,
  [shop, against]: [string, string],
  ratio: number,
  limit: { least: number } | { most: number } | null = null,
): Row {
  const asked = !limit ? '' : 'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`
  const good = !limit ? null : 'least' in limit ? ratio >= limit.least : ratio <= limit.most
  return { what, shop, against, ratio: ratio.toFixed(2), asked, good }
}

export function print(rows: Row[]) {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines)
    console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

export async function writeResults(rows: Row[], notes: string[]) {
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const text = [
    '# Results of `npm run bench`',
    '',
    `${os.cpus().length} cores (${os.arch()}), ${memory} GB of memory, Node ${process.versions.node}. The load, the shop and PostgreSQL share`,
    'this machine; each pair was measured in turns within one run, and the ratio is the median of the turns. The microseconds are',
    'the processor time that the answering process spent on one answer, in its best turn. Payments take invoice numbers without',
    'gaps: from its number to its commit each keeps the others waiting, so commits in turn are the most that this disk allows.',
    ...notes,
    '',
    line(HEADINGS),
    line(HEADINGS.map(() => '---')),
    ...rows.map((row) => line(cellsOf(row))),
    '',
  ]
  await writeFile(FILE, text.join('\n'))
}

export const perSecond = (count: number) => `${Math.round(count).toLocaleString('en-US')}/s`
export const ms = (time: number) =>
  `${time < 10 ? time.toFixed(1) : Math.round(time).toLocaleString('en-US')} ms`

export function quantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)
