import type pg from 'pg'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { documentNumber, SERIES, type Series } from '../../sales/documents/series.ts'

/** The last number that was given before the shop was lost: of a series of documents, or of the orders. */
export type GivenNumber = {
  option: string
  text: string
  series: Series | 'order'
  year: number
  last: number
}
type Counter = { year: number; last: number }

/** A new shop's first order is #1001. */
const BEFORE_FIRST_ORDER = 1000

const FORMS = {
  'last-invoice': { form: /^(TEST-)?()(\d{4})-(\d{6,9})$/, example: 'of an invoice, such as 2026-000017' },
  'last-credit-note': {
    form: /^(TEST-)?(C-)(\d{4})-(\d{6,9})$/,
    example: 'of a credit note, such as C-2026-000003',
  },
  'last-order': { form: /^#?()()()(\d{4,9})$/, example: 'of an order, such as 1042' },
}
type Option = keyof typeof FORMS

export const GIVEN_NUMBER_OPTIONS: Record<Option, string> = {
  'last-invoice': 'the last invoice number issued, such as 2026-000017; repeat it for each year',
  'last-credit-note': 'the last credit note number issued, such as C-2026-000003; repeat it for each year',
  'last-order': 'the last order number used, such as 1042',
}

/** What was typed for the options above. */
export function readGivenNumbers(valuesOf: (option: string) => string[]): GivenNumber[] {
  return (Object.keys(FORMS) as Option[]).flatMap((option) =>
    valuesOf(option).map((text) => {
      const { form, example } = FORMS[option]
      const [, test = '', credit = '', year, last] = form.exec(text) ?? []
      if (!last) throw new StartupError(`--${option} must be the number ${example}. Nothing was changed.`)
      const series = (Object.keys(SERIES) as Series[]).find((one) => SERIES[one] === test + credit)
      return {
        option,
        text,
        series: option === 'last-order' ? ('order' as const) : (series as Series),
        year: Number(year || 0),
        last: Number(last),
      }
    }),
  )
}

/** Goes on counting after these numbers, and records those in between, whose documents are lost. Answers them in words. */
export async function skipGivenNumbers(
  client: pg.Client,
  given: GivenNumber[],
  timeZone: string,
): Promise<string[]> {
  const { rows } = await client.query<{ year: number }>(
    'select extract(year from now() at time zone $1)::int as year',
    [timeZone],
  )
  const lost: string[] = []
  for (const { option, text, series, year, last } of given) {
    const known = series === 'order' ? await lastOrder(client) : await lastDocument(client, series)
    const written = (count: number) =>
      series === 'order' ? `#${count}` : documentNumber(series, year, count)
    if (year > (rows[0]?.year ?? 0))
      throw new StartupError(`--${option} ${text}: that year has not begun. Nothing was changed.`)
    if (year < known.year || (year === known.year && last < known.last))
      throw new StartupError(
        `--${option} ${text}: the backup already goes up to ${series === 'order' ? `#${known.last}` : documentNumber(series, known.year, known.last)}. Nothing was changed.`,
      )
    const first = year === known.year ? known.last + 1 : 1
    if (first > last) continue
    await client.query('insert into lost_numbers (series, year, first, last) values ($1, $2, $3, $4)', [
      series,
      year,
      first,
      last,
    ])
    if (series === 'order')
      await client.query(
        `select setval('bookings_number_seq', greatest($1, (select last_value from bookings_number_seq)))`,
        [last],
      )
    else
      await client.query(
        `insert into document_counters (series, year, last) values ($1, $2, $3)
         on conflict (series) do update set year = excluded.year, last = excluded.last`,
        [series, year, last],
      )
    lost.push(first === last ? written(first) : `${written(first)} to ${written(last)}`)
  }
  return lost
}

async function lastOrder(client: pg.Client): Promise<Counter> {
  const { rows } = await client.query<Counter>(
    `select 0 as year, greatest($1, (select max(number) from bookings), (select max(last) from lost_numbers where series = 'order')) as last`,
    [BEFORE_FIRST_ORDER],
  )
  return rows[0] as Counter
}

async function lastDocument(client: pg.Client, series: Series): Promise<Counter> {
  const { rows } = await client.query<Counter>('select year, last from document_counters where series = $1', [
    series,
  ])
  return rows[0] ?? { year: 0, last: 0 }
}

/** The newest numbers of the shop, in words. */
export async function describeLastNumbers(client: pg.Client): Promise<string> {
  const { last } = await lastOrder(client)
  const { rows: quotes } = await client.query<{ number: string }>(
    'select number from quotes order by created_at desc, number desc limit 1',
  )
  const { rows: counters } = await client.query<Counter & { series: Series }>(
    `select series, year, last from document_counters order by series = any('{credit-note,test-credit-note}'), series`,
  )
  const documents = counters.map(({ series, year, last: count }) => {
    const kind = series.endsWith('credit-note') ? 'credit note' : 'invoice'
    return `${kind} ${documentNumber(series, year, count)}`
  })
  const words = [
    ...(last > BEFORE_FIRST_ORDER ? [`order #${last}`] : []),
    ...quotes.map(({ number }) => `quote ${number}`),
    ...documents,
  ]
  return words.join(', ') || 'none'
}
