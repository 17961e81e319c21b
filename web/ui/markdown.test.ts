import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { parseMarkdown } from './parse-markdown.ts'

function render(source: string) {
  const markdown = createElement(Markdown, { blocks: parseMarkdown(source).intro })
  return renderToStaticMarkup(createElement(MemoryRouter, null, markdown))
    .replace(/^<div class="prose">/, '')
    .replace(/<\/div>$/, '')
}

test.each([
  ['one line\nand the next', '<p>one line and the next</p>'],
  ['first\n\nsecond', '<p>first</p><p>second</p>'],
  ['### Smaller\ntext', '<h3>Smaller</h3><p>text</p>'],
  ['- a\n- b\n  goes on', '<ul><li>a</li><li>b goes on</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['**strong**, *soft*, `x < y`', '<p><strong>strong</strong>, <em>soft</em>, <code>x &lt; y</code></p>'],
  ['**strong with `code` inside**', '<p><strong>strong with <code>code</code> inside</strong></p>'],
  ['==(to be written)==', '<p><mark>(to be written)</mark></p>'],
  ['2 * 3 * 4 and \\*stars\\*', '<p>2 * 3 * 4 and *stars*</p>'],
  ['```js\na\n\n- b // c\n```', '<pre><code>a\n\n- b <span class="code-comment">// c</span></code></pre>'],
  ['```\nnever closed', '<pre><code>never closed</code></pre>'],
  ['text\r\n\r\n- a', '<p>text</p><ul><li>a</li></ul>'],
])('%j becomes what it says', (source, html) => {
  expect(render(source)).toBe(html)
})

test.each([
  ['[us](/contact)', '<a href="/contact" data-discover="true">us</a>'],
  ['[web](https://shop.example/a)', '<a href="https://shop.example/a" rel="noreferrer">web</a>'],
  ['[mail](mailto:a@shop.example)', '<a href="mailto:a@shop.example" rel="noreferrer">mail</a>'],
])('%s is a link', (source, html) => {
  expect(render(source)).toBe(`<p>${html}</p>`)
})

test.each([
  'javascript:alert`1`',
  'JavaScript:alert`1`',
  'data:text/html,hello',
  '//other.example',
  '/\\other.example',
  'http://',
  'page',
])('%s is no address to link to', (target) => {
  expect(render(`[label](${target})`)).toBe('<p>label</p>')
})

test('HTML is text like any other', () => {
  const html = render('<img src=x onerror=alert(1)>\n\n```\n</code><script>\n```\n\n[<b>](/a)')
  expect(html).not.toMatch(/<(img|script|b)\b/)
  expect(html).toContain('&lt;img')
})

test('a text has a title, an introduction, and sections that can be linked to', () => {
  const { title, intro, sections } = parseMarkdown('# Title\n\nintro\n\n## What now?\n\na\n\n## What now?\nb')
  expect(title).toBe('Title')
  expect(intro).toEqual([{ kind: 'paragraph', children: ['intro'] }])
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['what-now', 'What now?'],
    ['what-now~2', 'What now?'],
  ])
  expect(sections[1]?.blocks).toEqual([{ kind: 'paragraph', children: ['b'] }])
})
