import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from './markdown-plugin.ts'

const render = (source: string) => parseDocument(source).intro.replace(/\n(?=<)|(?<=>)\n/g, '')

test.each([
  ['one line\nand the next', '<p>one line\nand the next</p>'],
  ['first\n\nsecond', '<p>first</p><p>second</p>'],
  ['### Smaller\ntext', '<h3>Smaller</h3><p>text</p>'],
  ['- a\n- b\n  goes on', '<ul><li>a</li><li>b\ngoes on</li></ul>'],
  ['* a\n* b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['* a\n  1. b\n     * c\n* d', '<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>'],
  ['**strong**, *soft*, _soft_', '<p><strong>strong</strong>, <em>soft</em>, <em>soft</em></p>'],
  ['**strong with `x < y` inside**', '<p><strong>strong with <code>x &lt; y</code> inside</strong></p>'],
  ['==(to *be* written).==', '<p><mark class="example">(to <em>be</em> written).</mark></p>'],
  ['2 * 3 * 4 == 24 and \\*stars\\*', '<p>2 * 3 * 4 == 24 and *stars*</p>'],
  ['> said', '<blockquote><p>said</p></blockquote>'],
  ['```\na\n\n- b < c\n```', '<pre><code>a\n\n- b &lt; c</code></pre>'],
  ['```constructor\na\n```', '<pre><code>a</code></pre>'],
  ['```\nnever closed', '<pre><code>never closed</code></pre>'],
  ['text\r\n\r\n- a', '<p>text</p><ul><li>a</li></ul>'],
])('%j becomes what it says', (source, html) => {
  expect(render(source)).toBe(html)
})

test('a table is one, and can be scrolled by keyboard where it is wider than the screen', () => {
  expect(render('| size | price |\n|---|---:|\n| *M8* | $4 |')).toBe(
    '<div class="scroll-x" role="group" aria-label="Table" tabindex="0"><table>' +
      '<thead><tr><th>size</th><th align="right">price</th></tr></thead>' +
      '<tbody><tr><td><em>M8</em></td><td align="right">$4</td></tr></tbody></table></div>',
  )
})

test.each([
  ['js', "const a = 'b' // c", { keyword: 'const', string: "'b'", comment: '// c' }],
  ['jsx title=a.jsx', '<p id="a">{1}</p>', { 'attr-name': 'id', number: '1' }],
  ['ts', 'type A = string', { keyword: 'type', builtin: 'string' }],
  ['tsx', 'const a: B = <b />', { keyword: 'const' }],
  ['css', 'a { color: red } /* b */', { selector: 'a', comment: '/* b */' }],
  ['html', '<!-- a --><b>', { comment: '&lt;!-- a -->' }],
  ['sh', "echo 'a' # b", { string: "'a'", comment: '# b' }],
])('code in %s is highlighted by class, not by style', (language, code, marked) => {
  const html = render(`\`\`\`${language}\n${code}\n\`\`\``)
  const spans = [...html.matchAll(/<span class="token ([\w-]+)[^>]*>([^<]*)<\/span>/g)]
  const found = spans.map(([, type, text]) => [type, text])
  for (const expected of Object.entries(marked)) expect(found).toContainEqual(expected)
  expect(html).not.toContain('style=')
})

test.each([
  ['[us](/contact)', '<a href="/contact">us</a>'],
  ['[below](#delivery)', '<a href="#delivery">below</a>'],
  ['[web](https://shop.example/a)', '<a href="https://shop.example/a">web</a>'],
  ['https://shop.example/a', '<a href="https://shop.example/a">https://shop.example/a</a>'],
  ['[mail](mailto:a@shop.example)', '<a href="mailto:a@shop.example">mail</a>'],
  ['![A drill](/drill.png)', '<img src="/drill.png" alt="A drill">'],
])('%s is a link or a picture', (source, html) => {
  expect(render(source)).toBe(`<p>${html}</p>`)
})

test.each([
  'javascript:alert`1`',
  'JavaScript:alert`1`',
  'java&#x73;cript:alert`1`',
  'vbscript:a',
  'data:text/html,hello',
  '//other.example',
  '/\\other.example',
  'http://',
  'page',
])('%s is no address to link to or to load from', (target) => {
  expect(render(`[label](${target})`)).toBe('<p>label</p>')
  expect(render(`![label](${target})`)).toBe('<p>label</p>')
  expect(render(`[label][a]\n\n[a]: ${target}`)).toBe('<p>label</p>')
})

test.each([
  '<img src=x onerror=alert(1)>',
  'text <script>alert(1)</script>',
  '<script>\nalert(1)\n</script>',
  '```\n</code><script>\n```',
  '```html\n</code><script>alert(1)</script>\n```',
  '`<script>`',
  '[<script>](/a)',
  '![<script>](javascript:a)',
  '[a](/b "\\"><script>")',
  '[a](/b"onclick="alert\\(1\\))',
  '![" onerror="alert(1)](/a.png)',
  '==<script>==',
  '| <script> |\n|---|\n| <img src=x onerror=alert(1)> |',
  '<javascript:alert(1)>',
])('HTML is text like any other: %j', (source) => {
  const html = render(source)
  const tags = html.match(/<[^>]*>/g)?.join('') ?? ''
  expect(tags.replace(/"[^"]*"/g, '')).not.toMatch(/script|onerror|onclick/)
})

test('a text has a title, an introduction, and sections that can be linked to', () => {
  const source = '# A `plain` ==title== & *more*\n\nintro\n\n## What now?\n\na\n\n### c\n\n## What now?\nb'
  expect(parseDocument(source)).toEqual({
    title: 'A plain title & more',
    intro: '<p>intro</p>\n',
    hasExamples: true,
    sections: [
      { id: 'what-now', title: 'What now?', html: '<p>a</p>\n<h3>c</h3>\n' },
      { id: 'what-now~2', title: 'What now?', html: '<p>b</p>\n' },
    ],
  })
})

test('neither the server nor the browser has a parser or a highlighter', () => {
  const root = path.join(import.meta.dirname, '..')
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const marks = { 'marked/lib/marked.esm.js': 'Infinite loop on byte', 'prismjs/prism.js': 'greedy' }
  const built = readdirSync(path.join(root, 'build'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => read(`build/${file}`))
  expect(built.filter((code) => code.includes('Five questions, answered'))).toHaveLength(2)
  for (const [library, mark] of Object.entries(marks)) {
    expect(read(`node_modules/${library}`)).toContain(mark)
    expect(built.filter((code) => code.includes(mark) || /from\s*['"](marked|prismjs)/.test(code))).toEqual(
      [],
    )
  }
})
