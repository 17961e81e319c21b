// Fixed sentences: fixed-texts.json is their second, independent spelling; contract/fixed-texts.ts must agree with it,
// and no other source may repeat one instead of importing it.
import './change-to-root.mjs'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from '@swc/core'

const { sentences, fieldNames } = JSON.parse(
  readFileSync(new URL('fixed-texts.json', import.meta.url), 'utf8'),
)
const { texts } = await import(pathToFileURL(resolve('contract/fixed-texts.ts')))
const problems = []

const spoken = new Set()
const templates = []
collect(texts)
for (const sentence of sentences) {
  if (!isSpoken(sentence)) problems.push(`contract/fixed-texts.ts does not hold exactly: ${sentence}`)
}

const contract = globSync('contract/**/*.ts').map((file) => readFileSync(file, 'utf8'))
for (const name of fieldNames) {
  const spelled = new RegExp(`\\b${name}\\b`)
  if (!contract.some((source) => spelled.test(source)))
    problems.push(`contract/ has no field spelled exactly: ${name}`)
}

// One plain word may mean other things elsewhere.
const withoutNames = (sentence) => sentence.replace(/\{\w+\}/g, '{}')
const guarded = new Set(sentences.filter((sentence) => /[^a-z]/i.test(sentence)).map(withoutNames))
for (const file of globSync('{web,server}/**/*.{ts,tsx}')) {
  if (/\.test\.tsx?$/.test(file)) continue
  const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') })
  for (const text of new Set(quotedIn(module))) {
    if (guarded.has(text))
      problems.push(`${file} repeats a fixed text, import it from contract/fixed-texts.ts: ${text}`)
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${sentences.length} fixed texts`)

function collect(value) {
  if (typeof value === 'string') spoken.add(value)
  else if (typeof value === 'function') templates.push(value)
  else if (value && typeof value === 'object') {
    const parts = Object.values(value)
    parts.forEach(collect)
    // A figure and its label are shown as one.
    if (parts.every((part) => typeof part === 'string')) spoken.add(parts.join(' '))
  }
}

function isSpoken(sentence) {
  const names = sentence.match(/\{\w+\}/g)
  if (!names) return spoken.has(sentence)
  return templates.some((template) => template.length === names.length && template(...names) === sentence)
}

/** Every string, template and JSX text below a syntax node, with {} where something is filled in. */
function* quotedIn(node) {
  if (!node || typeof node !== 'object') return
  if (node.type === 'StringLiteral') yield node.value
  if (node.type === 'TemplateLiteral') yield node.quasis.map((part) => part.cooked).join('{}')
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') yield shownText(node)
  for (const child of Object.values(node)) yield* quotedIn(child)
}

function shownText({ children }) {
  const parts = children.map((child) => (child.type === 'JSXText' ? child.value : '{}'))
  return parts.join('').replace(/\s+/g, ' ').trim()
}
