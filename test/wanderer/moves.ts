import type { ElementHandle, Page } from 'playwright'
import { makePicture } from '../make-picture.ts'
import { chooseAddress } from './addresses.ts'
import { chooseText, type Known } from './choose-text.ts'
import type { Chance } from './create-chance.ts'
import { type Control, clear, findControls, placeOf } from './find-controls.ts'

export type Walk = { page: Page; chance: Chance; known: Known; products: string[]; origin: string }
type Found = { control: Control; element: () => Promise<ElementHandle<HTMLElement>> }

/** For what a page takes away in the same moment. */
const BRIEFLY = { timeout: 300 }
const COMMITTED = { waitUntil: 'commit', timeout: 10_000 } as const
const KEYS = ['Escape', 'Enter', 'Tab', 'Shift+Tab', 'ArrowDown', 'ArrowRight', 'End', 'Space']
const WIDTHS = { 390: 844, 1280: 900 }
const RELUCTANTLY = /sign out|delete my account/i

/** What can be done on any page, and how often it is. Each says in words what was done. */
export const moves = { use, submit, back, forward, reload, visit, press, resize, scroll, pay }
export const WEIGHTS = {
  use: 56,
  submit: 16,
  back: 5,
  forward: 3,
  reload: 2,
  visit: 7,
  press: 4,
  resize: 1,
  scroll: 1,
  pay: 5,
}

async function look({ page }: Walk): Promise<Found[]> {
  const found = await page.evaluateHandle(findControls)
  const controls = await found.evaluate(({ controls }) => controls)
  return controls.map((control, index) => ({
    control,
    element: async () =>
      (await found.evaluateHandle(
        ({ elements }, at) => elements[at] as HTMLElement,
        index,
      )) as ElementHandle<HTMLElement>,
  }))
}

async function use(walk: Walk): Promise<string> {
  const { chance } = walk
  const all = (await look(walk)).filter(
    ({ control }) => !RELUCTANTLY.test(control.label) || chance.happens(0.1),
  )
  const inMain = all.filter(({ control }) => !control.inFrame)
  const near = inMain.length > 0 && chance.happens(0.8) ? inMain : all
  if (near.length === 0) return 'finds nothing to use'
  const kinds = [...new Set(near.map(({ control }) => control.kind))]
  // The kind is chosen first: otherwise the few buttons among many links would hardly get a turn.
  const kind = chance.pick(kinds)
  const did = await handle(walk, chance.pick(near.filter(({ control }) => control.kind === kind)))
  if (kind !== 'field' || chance.happens(0.7)) return did
  await walk.page.keyboard.press('Enter')
  return `${did} and presses Enter`
}

async function handle(walk: Walk, { control, element }: Found): Promise<string> {
  const { page, chance, known } = walk
  const { kind, label } = control
  const target = await element()
  if (kind === 'select') {
    const index = chance.below(control.options)
    await target.selectOption({ index }, BRIEFLY)
    return `selects ${index} in “${label}”`
  }
  if (kind === 'file') {
    const file = await chooseFile(chance)
    await target.setInputFiles(file, BRIEFLY)
    return `gives ${file.name} to “${label}”`
  }
  if (kind === 'field') {
    const text = chooseText(control, chance, known)
    if (!(await target.evaluate(clear))) return `misses “${label}”`
    if (control.type === 'date') await target.fill(text, BRIEFLY)
    else if (text.length < 20 && chance.happens(0.3)) await page.keyboard.type(text)
    else await page.keyboard.insertText(text)
    return `types ${JSON.stringify(text.slice(0, 40))} into “${label}”`
  }
  const place = await target.evaluate(placeOf)
  if (!place) return `misses ${kind} “${label}”`
  const clickCount = chance.happens(0.05) ? 2 : 1
  await page.mouse.click(place.x, place.y, { clickCount })
  return `clicks ${clickCount > 1 ? 'twice ' : ''}${kind} “${label}”`
}

/** Fills in a form from top to bottom and sends it. */
async function submit(walk: Walk): Promise<string> {
  const { chance } = walk
  const all = await look(walk)
  const fillable = ({ control }: Found) => ['field', 'select', 'toggle', 'file'].includes(control.kind)
  const forms = [
    ...new Set(
      all.filter((found) => fillable(found) && !found.control.inFrame).map(({ control }) => control.form),
    ),
  ]
  if (forms.length === 0) return use(walk)
  const form = chance.pick(forms)
  const done: string[] = []
  for (const found of all.filter((found) => fillable(found) && found.control.form === form))
    if (found.control.kind === 'field' || chance.happens(0.4))
      done.push(await handle(walk, found).catch(() => 'misses'))
  const button = all.find(({ control }) => control.form === form && control.submits)
  if (button) done.push(await handle(walk, button).catch(() => 'misses'))
  return done.join(', ')
}

async function back({ page }: Walk) {
  await page.goBack(COMMITTED)
  return 'goes back'
}

async function forward({ page }: Walk) {
  await page.goForward(COMMITTED)
  return 'goes forward'
}

async function reload({ page }: Walk) {
  await page.reload(COMMITTED)
  return 'reloads'
}

async function visit({ page, chance, products, origin }: Walk) {
  const address = chooseAddress(chance, products)
  await page.goto(origin + address, COMMITTED)
  return `goes to ${address}`
}

async function press({ page, chance }: Walk) {
  const key = chance.pick(KEYS)
  await page.keyboard.press(key)
  return `presses ${key}`
}

async function resize({ page }: Walk) {
  const width = page.viewportSize()?.width === 390 ? 1280 : 390
  await page.setViewportSize({ width, height: WIDTHS[width] })
  return `sees it ${width} px wide`
}

async function scroll({ page, chance }: Walk) {
  const by = chance.pick([-5_000, -400, 400, 5_000])
  await page.mouse.wheel(0, by)
  return `scrolls by ${by}`
}

/** Fills in the card, where there is one to be filled in, and pays. */
async function pay(walk: Walk): Promise<string> {
  const { page, chance } = walk
  const frame = page
    .frames()
    .find((frame) => frame.url().includes('/sandbox/stripe/') && frame.parentFrame() === page.mainFrame())
  if (!frame) return submit(walk)
  const number = chance.pick([
    '4242424242424242',
    '4242424242424242',
    '4000000000000002',
    '4000002500003155',
    '4242',
  ])
  await frame.locator('[name="cardnumber"]').fill(number, BRIEFLY)
  await frame.locator('[name="exp-date"]').fill('12 / 34', BRIEFLY)
  await frame.locator('[name="cvc"]').fill('123', BRIEFLY)
  const button = (await look(walk)).find(({ control }) => /^Pay/.test(control.label))
  return `fills in the card ${number}, ${button ? await handle(walk, button) : 'finds no way to pay'}`
}

const csv = (rows: string[]) =>
  Buffer.from(['name,sku,image,description,price,quantity,minimum', ...rows].join('\n'))
let picture: Promise<Buffer> | undefined

async function chooseFile(chance: Chance) {
  picture ??= makePicture({ width: 320, height: 240 })
  const number = chance.below(50)
  return chance.pick([
    { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await picture },
    {
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: csv([`Anvil ${number},AN-${number},/x.svg,Steel,12.5,1000,100`]),
    },
    { name: 'odd.csv', mimeType: 'text/csv', buffer: csv(['"Never closed,,', `Rasp,,,,-1,x,${number}`]) },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'text.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
  ])
}
