import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { textOf } from '#test/read-pdf.ts'
import { sampleSheets } from '#test/sample-documents.ts'
import { readConfig } from '../../../config.ts'
import { createPdfRenderer, PdfError } from './pdf-renderer.ts'
import { lacksGlyphs, type Sheet } from './sheet.ts'

// The first document of a process loads the fonts.
vi.setConfig({ testTimeout: 60_000 })

const SETTINGS = { TAX_LABEL: 'VAT', TAX_PERCENT: '19', SELLER_TAX_ID: 'XX 000 000 000' }
const config = readConfig(SETTINGS)
const { render, close } = createPdfRenderer({ font: null, fair: true })
const folder = mkdtempSync(path.join(os.tmpdir(), 'documents-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await close()
})

const bare = (text: string) => text.replace(/\s+/g, '')
const wordsOf = ({ paper: _, ...sheet }: Sheet): string[] => Object.values(sheet).flat(3).flatMap(stringsIn)
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Date || value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(stringsIn)
}
/** A text that goes on on the next page has the footer in its midst. */
function withoutFooters(text: string, { footer, title, number }: Sheet) {
  const [first, ...others] = bare(text).split(bare(`${footer}${title} ${number} · Page `))
  return [first, ...others.map((page) => page.replace(/^\d+of\d+/, ''))].join('') + bare(footer)
}
const hash = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex')

const lengths = ['short', 'long'] as const
const samples = lengths.flatMap((length) =>
  Object.entries(sampleSheets(config, length)).map(([kind, sheet]) => ({ length, kind, sheet })),
)

describe.each(samples)('$length $kind', ({ sheet }) => {
  test('says everything, whole, in whatever script it was typed', async () => {
    const pdf = await render(sheet)
    const said = withoutFooters(textOf(pdf), sheet)
    for (const words of wordsOf(sheet)) expect(said).toContain(bare(words))
    expect(lacksGlyphs(pdf)).toBe(false)
  })

  test('is tagged, titled, small, and embeds its fonts', async () => {
    const pdf = await render(sheet)
    const text = pdf.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    expect(text).toMatch(/\/Marked true/)
    expect(text).toContain('/Lang (en)')
    expect(text).toContain('/DisplayDocTitle true')
    expect(text).toContain(`(${sheet.title} ${sheet.number})`)
    for (const tag of ['H1', 'P', 'Table', 'TR', 'TH', 'TD']) expect(text).toContain(`/S /${tag}\n`)
    const fonts = text.match(/\/Type \/FontDescriptor/g) ?? []
    expect(fonts).not.toEqual([])
    expect(text.match(/\/FontFile/g)).toHaveLength(fonts.length)
    expect(text).not.toMatch(/Helvetica|\/Subtype \/Type1/)
    expect(pdf.length).toBeLessThan(100_000)
  })
})

test('the same document is the same bytes, also made by another process that has made others before', async () => {
  // Characters that share a glyph with one of the samples: which of them a font met first must not matter.
  const twins = '\u2010 \u037e \u00a0 \u0394 \u2206 \u03bc \u00b5'
  const script = `
    const { readConfig } = await import('#server/config.ts')
    const { createPdfRenderer } = await import('#server/sales/documents/pdf/pdf-renderer.ts')
    const { sampleSheets } = await import('#test/sample-documents.ts')
    const { render, close } = createPdfRenderer({ font: null, fair: true })
    const config = readConfig(${JSON.stringify(SETTINGS)})
    await render({ ...sampleSheets(config, 'short').offer, footer: '${twins}', shopName: '${twins}' })
    const made = []
    for (const length of ['long', 'short'])
      for (const sheet of Object.values(sampleSheets(config, length)).reverse()) made.push(await render(sheet))
    console.log(JSON.stringify(made.map((pdf) => pdf.toString('base64'))))
    await close()`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 10_000_000,
    encoding: 'utf8',
  })
  const elsewhere: string[] = JSON.parse(output).map((pdf: string) => hash(Buffer.from(pdf, 'base64')))
  await Promise.all(samples.map(({ sheet }) => render(sheet)))
  const here = await Promise.all(samples.map(async ({ sheet }) => hash(await render(sheet))))
  expect(elsewhere.toSorted()).toEqual(here.toSorted())
})

test('letter paper is letter paper', async () => {
  const pdf = await render(sampleSheets(readConfig({ PAPER: 'Letter' }), 'short').invoice as Sheet)
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 612 792]')
})

test('a demo says that it is one, a live shop does not', async () => {
  const live = { ...config, live: true }
  const said = async (settings: typeof config) =>
    textOf(await render(sampleSheets(settings, 'short').invoice as Sheet))
  expect(await said(config)).toContain('Test document: not an invoice')
  expect(await said(live)).not.toMatch(/test/i)
})

test('a footer says who sells, whole on each page, however long the name', async () => {
  const settings = { ...SETTINGS, SELLER_NAME: 'Example '.repeat(12).trim() }
  const sheet = sampleSheets(readConfig(settings), 'long').invoice as Sheet
  const pdf = await render(sheet)
  const pages = pdf.toString('latin1').match(/\/Type \/Page\n/g)
  expect(pages).toHaveLength(2)
  expect(bare(textOf(pdf)).match(new RegExp(bare(sheet.footer), 'g'))).toHaveLength(2)
})

test('a packing slip has no price', async () => {
  for (const length of lengths)
    expect(textOf(await render(sampleSheets(config, length)['packing-slip'] as Sheet))).not.toContain('$')
})

test('what no font has is marked in its place, and the document says so', async () => {
  const sheet = sampleSheets(config, 'short').invoice as Sheet
  const parties = [{ heading: 'Bill to', lines: ['Ada 山田太郎 🔨', 'Springfield'] }]
  const pdf = await render({ ...sheet, parties })
  expect(lacksGlyphs(pdf)).toBe(true)
  expect(textOf(pdf)).toMatch(/Ada (\ufffd|\?){4} (\ufffd|\?)/)
})

test('the font of the owner has what the others lack', async () => {
  const [font = ''] = globSync('node_modules/playwright-core/lib/vite/recorder/assets/codicon*.ttf')
  const own = createPdfRenderer({ font: readConfig({ DOCUMENT_FONT: font }).documents.font, fair: true })
  const sheet = { ...(sampleSheets(config, 'short').invoice as Sheet), footer: 'Ada \uea83 Sample' }
  const pdf = await own.render(sheet)
  await own.close()
  expect([lacksGlyphs(await render(sheet)), lacksGlyphs(pdf)]).toEqual([true, false])
  expect(textOf(pdf)).toContain('Ada \uea83 Sample')
  expect(() => readConfig({ DOCUMENT_FONT: 'package.json' })).toThrow('DOCUMENT_FONT must be')
})

test('whatever people typed stays text in its line', async () => {
  const sheet = sampleSheets(config, 'short').invoice as Sheet
  const name = 'Eve\u202e\u0007 (\\) <&> %PDF endobj\tone\u2028two'
  const pdf = await render({ ...sheet, parties: [{ heading: 'Bill to', lines: [name] }] })
  expect(textOf(pdf)).toContain('Eve (\\) <&> %PDF endobj one two')
  expect(lacksGlyphs(pdf)).toBe(false)
})

test('a document that cannot be made harms no other', async () => {
  const sheet = sampleSheets(config, 'short').invoice as Sheet
  const broken = { ...sheet, facts: null } as unknown as Sheet
  const [failed, made] = await Promise.allSettled([render(broken), render(sheet)])
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(PdfError) })
  expect(made.status).toBe('fulfilled')
})

test('closing refuses what is being drawn and what waits', async () => {
  const own = createPdfRenderer({ font: null, fair: true })
  const sheet = sampleSheets(config, 'short').invoice as Sheet
  await own.render(sheet)
  const asked = [own.render(sheet), own.render(sheet)].map((made) => expect(made).rejects.toThrow(PdfError))
  await Promise.all([own.close(), ...asked])
})

const missingTool = (tool: string) => {
  const missing = spawnSync(tool, ['--version']).error !== undefined
  if (missing) console.warn(`${tool} is not installed: documents are not checked by it`)
  return missing
}
const save = async ({ length, kind, sheet }: (typeof samples)[number]) => {
  const file = path.join(folder, `${kind}-${length}.pdf`)
  writeFileSync(file, await render(sheet))
  return file
}
const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8' })

test.skipIf(missingTool('qpdf'))('qpdf finds nothing wrong', async () => {
  for (const sample of samples)
    expect(run('qpdf', '--check', await save(sample))).toMatch(/No syntax or stream encoding errors found/)
})

test.skipIf(missingTool('pdftotext'))('other readers read the same', async () => {
  for (const sample of samples) {
    const file = await save(sample)
    const said = withoutFooters(run('pdftotext', '-raw', file, '-'), sample.sheet)
    for (const words of wordsOf(sample.sheet)) expect(said).toContain(bare(words))
    expect(run('pdfinfo', file)).toMatch(/Tagged: +yes/)
    const fonts = run('pdffonts', file).trim().split('\n').slice(2)
    expect(fonts).not.toEqual([])
    for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +0$/)
  }
})
