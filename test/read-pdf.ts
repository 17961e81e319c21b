import { inflateSync } from 'node:zlib'

/** What a PDF of ours says, line by line, in the order in which it is drawn: read from its glyphs by its own tables. */
export function textOf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const refer = (text: string, key: string) =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? '')
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  return pages
    .map(({ dictionary }) => {
      const resources = refer(dictionary, 'Resources')?.dictionary ?? ''
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
          const font = objects.get(id)?.dictionary ?? ''
          return [name, charactersOf(refer(font, 'ToUnicode')?.stream ?? '')]
        }),
      )
      return readContent(refer(dictionary, 'Contents')?.stream ?? '', fonts)
    })
    .join('\n')
}

function objectsOf(pdf: Buffer) {
  const objects = new Map<string, { dictionary: string; stream: string }>()
  const text = pdf.toString('latin1')
  for (const { 1: id = '', index, 0: head } of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = index + head.length
    const body = text.slice(from, text.indexOf('\nendobj', from))
    const [dictionary = ''] = body.split('\nstream\n')
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
    const start = from + dictionary.length + '\nstream\n'.length
    const bytes = pdf.subarray(start, start + length)
    const stream = /FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes
    objects.set(id, { dictionary: `${dictionary}\n`, stream: stream.toString('latin1') })
  }
  return objects
}

/** Of the n-th glyph of a font. */
const charactersOf = (cmap: string) =>
  [...cmap.matchAll(/<[\da-f]{4}> <[\da-f]{4}> \[(.*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([\da-f ]*)>/g)].map(([, codes = '']) =>
      String.fromCharCode(...codes.split(' ').map((code) => Number.parseInt(code, 16))),
    ),
  )

function readContent(content: string, fonts: Map<string, string[]>): string {
  let text = ''
  let line = ''
  let font: string[] = []
  for (const [, y, name, shown] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*)\] TJ/g)) {
    if (y !== undefined && y !== line) text += '\n'
    line = y ?? line
    if (name) font = fonts.get(name) ?? []
    for (const [, codes = ''] of shown?.matchAll(/<([\da-f]+)>/g) ?? [])
      for (const code of codes.match(/.{4}/g) ?? []) text += font[Number.parseInt(code, 16)] ?? ''
  }
  return text.trim()
}
