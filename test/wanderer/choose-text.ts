import type { Chance } from './create-chance.ts'
import type { Control } from './find-controls.ts'

/** Whom and what a wanderer can name. */
export type Known = { own: { email: string; password: string; name: string }; emails: string[] }

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '12.5',
  '999999999999',
  '½',
  'ﷺ👩‍👩‍👧‍👦 n̈ê',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table products; --",
  '%00 %zz \\ ../../etc/passwd',
  '{{7*7}} #{1}',
  '\u202egnirts\u202c',
  'W'.repeat(300),
  'two\nlines\tand a tab',
  'null',
  '[object Object]',
]

const SEARCHES = ['hammer', 'drill', 'steel', 'screw', 'hamer', 'unobtainium', 'a', '100', 'gloves xl', '#1']
const NUMBERS = ['100', '101', '150', '250', '500', '1', '99', '1000', '5000']
const SENTENCES = [
  'For the spring season',
  'Dock 4, 18 Harbour Road\nExample Town',
  'Boxes counted right',
  'PO 4711',
]

/** What somebody might type into this field: mostly what belongs there. */
export function chooseText({ type, name, label }: Control, chance: Chance, { own, emails }: Known): string {
  const field = `${name} ${label}`
  if (type === 'password') return chance.happens(0.9) ? own.password : 'wrong'
  if (type === 'date')
    return new Date(Date.now() + (chance.below(60) - 20) * 86_400_000).toISOString().slice(0, 10)
  if (chance.happens(0.15)) return chance.pick(ODD_TEXTS)
  if (type === 'email' || /email/i.test(field))
    return chance.happens(0.6)
      ? own.email
      : chance.pick([...emails, `guest${chance.below(1_000)}@example.com`])
  if (type === 'search' || name === 'q') return chance.pick(SEARCHES)
  if (/price|amount/i.test(field)) return chance.pick(['1', '9.99', '0.05', '120', '12.345'])
  if (type === 'number' || /quantity|units|orders|minimum|stock|add|set|^min|^max|restock/i.test(name))
    return chance.pick(NUMBERS)
  if (/phone/i.test(field)) return chance.pick(['555 0100', '+1 (555) 010-9921', '12.5', 'none'])
  if (/image|picture|linkdin|link/i.test(field)) return chance.pick(['/no-picture.svg', '', 'picture'])
  if (/code/i.test(name)) return String(100_000 + chance.below(900_000))
  if (/name|sku|category/i.test(name))
    return `${chance.pick(['Anvil', 'Rasp', 'Bolts', 'Clamp'])} ${chance.below(50)}`
  return chance.pick(SENTENCES)
}
