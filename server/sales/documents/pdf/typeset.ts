import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'

const FILES = {
  regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  heading: import.meta.resolve('@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff'),
}
type Face = keyof typeof FILES
/** Which font is asked first for a character, and which next; the owner's own comes last. */
const FALLBACKS: Record<Face, string[]> = {
  regular: ['regular', 'own'],
  bold: ['bold', 'own'],
  heading: ['heading', 'bold', 'own'],
}
/** Instead of a character that no font has. */
const MISSING = '\ufffd'
export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

export type Style = { face: Face; size: number; color: string }
export type Fonts = Map<string, Font>
type Run = { font: string; text: string }

export function openFonts(ownFont: string | null): Fonts {
  const open = (file: string) => create(unpacked(readFileSync(file)))
  const fonts = new Map(
    Object.entries(FILES).map(([name, file]) => {
      const font = open(fileURLToPath(file))
      const layOut = font.layout.bind(font)
      // Whole letters only: a ị that is drawn as i and a dot would make every i read as ị.
      font.layout = (text) => layOut(text, { ccmp: false })
      return [name, font]
    }),
  )
  return ownFont ? fonts.set('own', open(ownFont)) : fonts
}

/** A WOFF as the TTF or OTF it was made of: fontkit would inflate a table anew for every glyph. */
function unpacked(font: Buffer): Buffer {
  if (font.toString('latin1', 0, 4) !== 'wOFF') return font
  const count = font.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  font.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const entry = font.subarray(44 + 20 * index)
    const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = font.subarray(from, from + packed)
    tables.push(packed < length ? inflateSync(bytes) : bytes)
    // Tag, checksum, offset, length.
    const at = 12 + 16 * index
    entry.copy(head, at, 0, 4)
    entry.copy(head, at + 4, 16, 20)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(length, at + 12)
    end += length
  }
  return Buffer.concat(tables)
}

/** Text in as many fonts as its words need, broken into lines. */
export function createTypesetter(doc: PDFDocument, fonts: Fonts) {
  const measured = new Map<string, number>()
  let missing = false
  for (const [name, font] of fonts) {
    doc.registerFont(name, font)
    // Otherwise the same document would not be the same bytes after another one: see Font.
    font._glyphs = {}
  }
  const has = (font: string, text: string) =>
    [...text].every((char) => fonts.get(font)?.hasGlyphForCodePoint(char.codePointAt(0) as number))

  /** A word is set in one font where one has all of it. */
  function runsOfWord(word: string, face: Face): Run[] {
    const fallbacks = FALLBACKS[face]
    const whole = fallbacks.find((font) => has(font, word))
    if (whole) return [{ font: whole, text: word }]
    return [...word].map((char) => {
      const font = fallbacks.find((name) => has(name, char))
      missing ||= !font
      return font ? { font, text: char } : { font: face, text: has(face, MISSING) ? MISSING : '?' }
    })
  }

  function runsOf(line: string, face: Face): Run[] {
    const runs: Run[] = []
    for (const word of inReadingOrder(line.split(' '))) {
      const { length } = runs
      for (const run of [...(length ? [{ font: face, text: ' ' }] : []), ...runsOfWord(word, face)]) {
        const last = runs.at(-1)
        if (last?.font === run.font && !RIGHT_TO_LEFT.test(last.text + run.text)) last.text += run.text
        else runs.push({ ...run })
      }
    }
    return runs
  }

  const widthOf = (runs: Run[], size: number) =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)

  function measure(line: string, { face, size }: Style): number {
    const key = `${face} ${size} ${line}`
    const known = measured.get(key) ?? widthOf(runsOf(line, face), size)
    measured.set(key, known)
    return known
  }

  /** Measured with the space that follows, as it is drawn: what is laid out is remembered. */
  const measureWord = (word: string, style: Style) => measure(`${word} `, style) - measure(' ', style)

  function breakWord(word: string, style: Style, width: number): string[] {
    if (measureWord(word, style) <= width) return [word]
    const pieces: string[] = []
    let room = 0
    for (const { segment } of new Intl.Segmenter('en').segment(word)) {
      const needed = measure(segment, style)
      if (needed > room) {
        pieces.push('')
        room = width
      }
      pieces[pieces.length - 1] += segment
      room -= needed
    }
    return pieces
  }

  return {
    measure,

    wrap(text: string, style: Style, width: number): string[] {
      const space = measure(' ', style)
      const lines: string[] = []
      let room = 0
      for (const paragraph of clean(text).split('\n'))
        for (const [index, word] of paragraph.split(' ').entries())
          for (const [part, piece] of breakWord(word, style, width).entries()) {
            const needed = measureWord(piece, style)
            // A space belongs to the text also where a line ends.
            if (part === 0 && lines.length > 0) lines[lines.length - 1] += ' '
            if (part === 0 && index > 0 && needed <= room) lines[lines.length - 1] += piece
            else {
              lines.push(piece)
              room = width
            }
            room -= needed + space
          }
      return lines
    },

    /** `y` is that of the baseline, which all fonts share. */
    draw(line: string, { face, size, color }: Style, x: number, y: number) {
      let at = x
      for (const run of runsOf(line, face)) {
        doc.fillColor(color).font(run.font).fontSize(size)
        doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
        at += widthOf([run], size)
      }
    },

    /** Whether something was printed that no font has. */
    lacksGlyphs: () => missing,
  }
}

/** Typed control characters neither print nor turn the direction of a line. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, '')
    .replace(/(?:(?!\n)[\p{Cc}\s])+/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Words are set from left to right: those of a script that runs the other way are turned around, as far as they follow each other. */
function inReadingOrder(words: string[]): string[] {
  const ordered: string[] = []
  let at = 0
  for (const word of words) {
    if (!RIGHT_TO_LEFT.test(word)) at = ordered.length + 1
    ordered.splice(RIGHT_TO_LEFT.test(word) ? at : ordered.length, 0, word)
  }
  return ordered
}
