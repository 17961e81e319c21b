import PDFDocument, { type Structure } from 'pdfkit'
import { type Fact, LACKING, type Sheet } from './sheet.ts'
import { createTypesetter, type Fonts, RIGHT_TO_LEFT, type Style } from './typeset.ts'

const MARGIN = 50
const FOOTER = 34
const GAP = 20
const COLUMNS = 3
const TOTAL_HEIGHT = 90
const LEADING = 1.4
const BASELINE = 1.06

const INK = '#1e2226'
const QUIET = '#5a6068'
const PETROL = '#0f4c5c'
const ORANGE = '#f28c28'
const RULE = '#e2ddd0'

const STYLES = {
  brand: { face: 'heading', size: 18, color: PETROL },
  title: { face: 'heading', size: 32, color: INK },
  heading: { face: 'heading', size: 13, color: PETROL },
  label: { face: 'regular', size: 8.5, color: QUIET },
  product: { face: 'bold', size: 11, color: INK },
  text: { face: 'regular', size: 9.5, color: INK },
  strong: { face: 'bold', size: 9.5, color: INK },
  amount: { face: 'heading', size: 32, color: PETROL },
} satisfies Record<string, Style>

/** A sheet as a tagged PDF: the same bytes for the same sheet, paper and fonts. */
export function drawSheet(sheet: Sheet, fonts: Fonts): Buffer {
  const name = `${sheet.title} ${sheet.number}`
  const doc = new PDFDocument({
    size: sheet.paper,
    margin: 0,
    bufferPages: true,
    // Without it Helvetica would be named and not embedded.
    font: null,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    // No text that people typed: it would end up unescaped in XML.
    info: { Title: name, Creator: 'Hundredweight', CreationDate: sheet.date, ModDate: sheet.date },
  })
  const { measure, wrap, draw, lacksGlyphs } = createTypesetter(doc, fonts)
  const width = doc.page.width - 2 * MARGIN
  const right = MARGIN + width
  const floor = doc.page.height - MARGIN - FOOTER
  const column = (width - (COLUMNS - 1) * GAP) / COLUMNS
  const columnAt = (index: number) => MARGIN + (index % COLUMNS) * (column + GAP)
  let y = MARGIN

  const root = doc.struct('Document')
  doc.addStructure(root)
  function within(parent: Structure, tag: string, fill: (part: Structure) => void) {
    const part = doc.struct(tag)
    parent.add(part)
    fill(part)
    part.end()
  }

  function artifact(fill: () => void, type = 'Layout') {
    doc.markContent('Artifact', type === 'Pagination' ? { type, attached: ['Bottom'] } : { type })
    fill()
    doc.endMarkedContent()
  }
  const rule = (at: number, color = RULE, points = 0.75) =>
    artifact(() => doc.moveTo(MARGIN, at).lineTo(right, at).lineWidth(points).stroke(color))

  function turnPage() {
    doc.continueOnNewPage()
    y = MARGIN
  }
  /** What follows, so high, stays together. */
  const keep = (height: number) => {
    if (y + height > floor) turnPage()
  }

  const heightOf = (lines: string[], { size }: Style) => lines.length * size * LEADING

  type Place = { x?: number; top?: number; alignRight?: boolean; scope?: string }
  /** Writes lines from `top` on, over as many pages as they need, and returns where they end. */
  function write(
    parent: Structure,
    tag: string,
    lines: string[],
    style: Style,
    { x = MARGIN, top = y, alignRight = false, scope }: Place = {},
  ) {
    const text = lines.join('')
    const options = { ...(scope && { scope }), ...(RIGHT_TO_LEFT.test(text) && { actual: text }) }
    let at = top
    const print = () => {
      for (const line of lines) {
        if (at + style.size * LEADING > doc.page.height - MARGIN - FOOTER) {
          turnPage()
          at = y
        }
        draw(line, style, alignRight ? x - measure(line, style) : x, at + style.size * BASELINE)
        at += style.size * LEADING
      }
    }
    parent.add(doc.struct(tag, options, print))
    return at
  }

  function drawBrand() {
    artifact(() => {
      doc.save().translate(MARGIN, y).scale(0.8)
      doc.circle(16, 8, 5).lineWidth(3).stroke(PETROL)
      doc
        .path(
          'M8.5 13h15a1.5 1.5 0 0 1 1.4 1l4.6 13a2.2 2.2 0 0 1-2.1 3H4.6a2.2 2.2 0 0 1-2.1-3l4.6-13a1.5 1.5 0 0 1 1.4-1z',
        )
        .fill(PETROL)
      doc.path('M5.5 18.5h21l1.8 5H3.7z').fill(ORANGE)
      doc.restore()
    })
    const lines = wrap(sheet.shopName, STYLES.brand, width - 34)
    y = write(root, 'P', lines, STYLES.brand, { x: MARGIN + 34, top: y + 1 }) + 24
  }

  function drawTitle() {
    y = write(root, 'H1', wrap(name, STYLES.title, width), STYLES.title) + 4
    if (sheet.warning) {
      artifact(() => doc.rect(MARGIN, y + 2, 3, STYLES.strong.size * LEADING).fill(ORANGE))
      y = write(root, 'P', wrap(sheet.warning, STYLES.strong, width), STYLES.strong, {
        x: MARGIN + 10,
        top: y + 2,
      })
    }
    y += 14
    rule(y)
    y += 14
  }

  function drawFacts() {
    within(root, 'Table', (table) => {
      for (let first = 0; first < sheet.facts.length; first += COLUMNS) {
        const facts = sheet.facts.slice(first, first + COLUMNS)
        const values = facts.map(([, value]) => wrap(value, STYLES.strong, column))
        const top = y + heightOf([''], STYLES.label) + 1
        within(table, 'TR', (row) => {
          for (const [index, [label]] of facts.entries())
            write(row, 'TH', [label], STYLES.label, { x: columnAt(index), scope: 'Column' })
        })
        within(table, 'TR', (row) => {
          for (const [index, lines] of values.entries())
            write(row, 'TD', lines, STYLES.strong, { x: columnAt(index), top })
        })
        y = top + Math.max(...values.map((lines) => heightOf(lines, STYLES.strong))) + 8
      }
    })
    y += 10
  }

  function drawParties() {
    const top = y
    for (const [index, { heading, lines }] of sheet.parties.entries()) {
      const x = columnAt(index)
      const isLast = index === sheet.parties.length - 1
      const room = isLast ? right - x : column
      within(root, 'Sect', (part) => {
        let at = write(part, 'H2', [heading], STYLES.label, { x, top }) + 1
        for (const [number, line] of lines.entries()) {
          const style = number === 0 ? STYLES.strong : STYLES.text
          at = write(part, 'P', wrap(line, style, room), style, { x, top: at })
        }
        y = Math.max(y, at)
      })
    }
    y += 26
  }

  function drawTable() {
    const { heading, columns, rows } = sheet.table
    const head = STYLES.label
    const widths = columns.map((title, index) =>
      Math.max(measure(title, head), ...rows.map((cells) => measure(cells[index] ?? '', STYLES.text))),
    )
    const numbers = widths.slice(1).map((needed) => needed + GAP + 8)
    const first = width - numbers.reduce((sum, needed) => sum + needed, 0)
    const drawRow = (table: Structure, cells: string[], style: Style, isHead: boolean) =>
      within(table, 'TR', (row) => {
        const [text = '', ...amounts] = cells
        const lines = wrap(text, style, first)
        const tag = isHead ? 'TH' : 'TD'
        const scope = isHead ? { scope: 'Column' } : {}
        const end = write(row, tag, lines, style, scope)
        let x = MARGIN + first
        for (const [index, amount] of amounts.entries()) {
          x += numbers[index] ?? 0
          write(row, tag, [amount], style, { ...scope, x, alignRight: true })
        }
        y = end
      })
    const lines = heading ? wrap(heading, STYLES.product, width) : []
    const total = sheet.total ? TOTAL_HEIGHT : 0
    const heights = rows.map(([text = '']) => heightOf(wrap(text, STYLES.text, first), STYLES.text) + 16)
    keep(heights.reduce((sum, height) => sum + height, heightOf(lines, STYLES.product) + 38 + total))
    if (heading) y = write(root, 'H2', lines, STYLES.product) + 8
    within(root, 'Table', (table) => {
      drawRow(table, columns, head, true)
      y += 5
      rule(y, INK)
      for (const cells of rows) {
        y += 8
        drawRow(table, cells, STYLES.text, false)
        y += 8
        rule(y)
      }
    })
    y += 14
  }

  function drawTotal({ label, amount, detail }: NonNullable<Sheet['total']>) {
    const place = { x: right, alignRight: true }
    y = write(root, 'P', [label], { ...STYLES.text, color: QUIET }, place)
    y = write(root, 'P', [amount], STYLES.amount, place)
    if (detail) y = write(root, 'P', [detail], STYLES.label, { ...place, top: y + 2 })
    y += 14
  }

  function drawSection({ heading, facts = [], text }: Sheet['sections'][number]) {
    keep(60)
    within(root, 'Sect', (part) => {
      y = write(part, 'H2', [heading], STYLES.heading) + 4
      if (text) y = write(part, 'P', wrap(text, STYLES.text, width), STYLES.text) + 3
      if (facts.length)
        within(part, 'Table', (table) => {
          for (const fact of facts) drawFact(table, fact)
        })
    })
    y += 16
  }

  function drawFact(table: Structure, [label, value]: Fact) {
    const x = columnAt(1)
    const lines = wrap(value, STYLES.text, right - x)
    keep(heightOf(lines, STYLES.text))
    within(table, 'TR', (row) => {
      write(row, 'TH', [label], { ...STYLES.text, color: QUIET }, { scope: 'Row' })
      y = write(row, 'TD', lines, STYLES.text, { x }) + 2
    })
  }

  function drawFooter(page: number, pages: number) {
    doc.switchToPage(page)
    const place = doc.page.height - MARGIN
    const count = pages > 1 ? `${name} · Page ${page + 1} of ${pages}` : name
    rule(place - 16)
    artifact(() => {
      const inRoom = (text: string) => wrap(text, STYLES.label, width - measure(count, STYLES.label) - GAP)
      const [footer = '', ...more] = inRoom(sheet.footer)
      const lines = more.length > 0 ? inRoom(sheet.footer.replace(' · ', ' ·\n')) : [footer]
      for (const [index, line] of lines.entries())
        draw(line, STYLES.label, MARGIN, place + heightOf(lines.slice(0, index), STYLES.label))
      draw(count, STYLES.label, right - measure(count, STYLES.label), place)
    }, 'Pagination')
  }

  drawBrand()
  drawTitle()
  drawFacts()
  drawParties()
  drawTable()
  if (sheet.total) drawTotal(sheet.total)
  for (const section of sheet.sections) drawSection(section)
  root.end()
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) drawFooter(page, count)
  if (lacksGlyphs()) doc.info[LACKING] = 'lacks glyphs'
  doc.end()
  return doc.read()
}
