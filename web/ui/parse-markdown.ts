/** What an editable text may consist of; anything else in it, HTML included, is plain text. */
export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'mark'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; target: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }

export type Section = { id: string; title: string; blocks: Block[] }
export type Document = { title: string; intro: Block[]; sections: Section[] }

/** `# title`, an introduction, then sections, each under its `## heading`. */
export function parseMarkdown(source: string): Document {
  const document: Document = { title: '', intro: [], sections: [] }
  let open = document.intro
  for (const chunk of chunksOf(source)) {
    const [, marks = '', text = ''] = /^(#{1,2}) +(.+)$/.exec(chunk) ?? []
    if (marks === '#') document.title = text
    else if (marks === '##') {
      open = []
      document.sections.push({ id: idFor(text, document.sections), title: text, blocks: open })
    } else open.push(toBlock(chunk))
  }
  return document
}

const FENCE = '```'

/** What blank lines separate; a heading stands alone, and a fenced piece of code keeps its blank lines. */
function chunksOf(source: string): string[] {
  const chunks: string[] = []
  let lines: string[] = []
  let fenced = false
  const finish = () => {
    if (lines.length > 0) chunks.push(lines.join('\n'))
    lines = []
  }
  for (const line of source.split(/\r?\n/)) {
    const atFence = line.startsWith(FENCE)
    const heading = !fenced && /^#{1,3} /.test(line)
    if (heading || (atFence && !fenced)) finish()
    if (fenced || line.trim() !== '') lines.push(line)
    if (atFence) fenced = !fenced
    if (!fenced && (atFence || heading || line.trim() === '')) finish()
  }
  finish()
  return chunks
}

function toBlock(chunk: string): Block {
  if (chunk.startsWith(FENCE))
    return { kind: 'code', text: chunk.replace(/^.*\n?/, '').replace(/\n?```$/, '') }
  if (chunk.startsWith('### ')) return { kind: 'heading', text: chunk.slice(4) }
  const item = /^(?:-|\d+\.) /
  if (!item.test(chunk)) return { kind: 'paragraph', children: toInline(joined(chunk)) }
  const items = chunk.split(/\n(?=(?:-|\d+\.) )/).map((text) => toInline(joined(text.replace(item, ''))))
  return { kind: 'list', ordered: !chunk.startsWith('-'), items }
}

const joined = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim()

const INLINE = /\\([\\`*=[\]])|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|\*\*(.+?)\*\*|\*(?! )([^*]+)\*|==(.+?)==/g

function toInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, code, label, target, strong, emphasis, mark] = match
    parts.push(text.slice(end, match.index))
    end = match.index + whole.length
    if (escaped) parts.push(escaped)
    else if (code) parts.push({ kind: 'code', text: code })
    else if (label && target && isSafe(target))
      parts.push({ kind: 'link', target, children: toInline(label) })
    else if (label) parts.push(...toInline(label))
    else if (strong) parts.push({ kind: 'strong', children: toInline(strong) })
    else if (emphasis) parts.push({ kind: 'emphasis', children: toInline(emphasis) })
    else if (mark) parts.push({ kind: 'mark', children: toInline(mark) })
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}

/** Pages of ours, the web and email; nothing that a browser would run, and no `//host` in disguise. */
function isSafe(target: string) {
  return /^\/(?![/\\])/.test(target) || (/^(https?:\/\/|mailto:)/i.test(target) && URL.canParse(target))
}

function idFor(title: string, earlier: Section[]) {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const taken = earlier.filter((section) => section.id === id || section.id.startsWith(`${id}~`)).length
  return taken > 0 ? `${id}~${taken + 1}` : id
}
