import { Marked, Renderer, type Token, type Tokens } from 'marked'
import Prism from 'prismjs'
import type { Plugin } from 'vite'
import type { Document } from '../web/ui/page/document-page.tsx'
// HTML, CSS and JavaScript come with Prism itself.
import 'prismjs/components/prism-jsx.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-tsx.js'
import 'prismjs/components/prism-bash.js'

/** `import document from 'x.md'` is parsed while the site is built: neither server nor browser needs a parser. */
export const markdown: Plugin = {
  name: 'markdown',
  transform: {
    filter: { id: /\.md$/ },
    handler: (source) => ({
      code: `export default ${JSON.stringify(parseDocument(source))}`,
      moduleType: 'js',
      map: null,
    }),
  },
}

/** `# title`, an introduction, then sections, each under its `## heading`. */
export function parseDocument(source: string): Document {
  let title = ''
  const intro: Token[] = []
  const sections: { id: string; title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(source)) {
    const heading = token.type === 'heading' && token.depth <= 2 ? plainText(token) : ''
    if (!heading) (sections.at(-1)?.tokens ?? intro).push(token)
    else if (!title) title = heading
    else sections.push({ id: idFor(heading, sections), title: heading, tokens: [] })
  }
  return {
    title,
    intro: marked.parser(intro),
    hasExamples: /==.+?==/.test(source),
    sections: sections.map(({ tokens, ...section }) => ({ ...section, html: marked.parser(tokens) })),
  }
}

const marked = new Marked({
  extensions: [
    {
      name: 'mark',
      level: 'inline',
      start: (text) => text.indexOf('=='),
      tokenizer(text) {
        const [raw, inner] = /^==(.+?)==/.exec(text) ?? []
        return raw && inner ? { type: 'mark', raw, tokens: this.lexer.inlineTokens(inner) } : undefined
      },
      renderer({ tokens = [] }) {
        return `<mark class="example">${this.parser.parseInline(tokens)}</mark>`
      },
    },
  ],
  // HTML is text like any other.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    link: labelUnlessSafe,
    image: labelUnlessSafe,
    code: ({ text, lang }) => `<pre><code>${highlight(text, lang)}</code></pre>\n`,
    // What is wider than a phone scrolls in its place, by keyboard too.
    table(token) {
      const table = Renderer.prototype.table.call(this, token)
      return `<div class="scroll-x" role="group" aria-label="Table" tabindex="0">${table}</div>\n`
    },
  },
})

/** Punctuation would be most of the marked-up code, and has no colour of its own. */
const COLOURLESS = /<span class="token (?:punctuation|operator)">([^<]*)<\/span>/g

function highlight(code: string, info = '') {
  const [language = ''] = info.split(' ')
  return Prism.highlight(code, Prism.languages[language] ?? {}, language).replace(COLOURLESS, '$1')
}

/** `false` leaves the token to marked. */
function labelUnlessSafe(this: Renderer, { href, tokens }: Tokens.Link | Tokens.Image) {
  return isSafe(href) ? false : this.parser.parseInline(tokens)
}

/** Pages of ours, the web and email; nothing that a browser would run, and no `//host` in disguise. */
function isSafe(target: string) {
  return /^(\/(?![/\\])|#)/.test(target) || (/^(https?:\/\/|mailto:)/i.test(target) && URL.canParse(target))
}

const plainText = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(plainText).join('') : 'text' in token ? token.text : ''

function idFor(title: string, earlier: { id: string }[]) {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const taken = earlier.filter((section) => section.id === id || section.id.startsWith(`${id}~`)).length
  return taken > 0 ? `${id}~${taken + 1}` : id
}
