import { writeSpecLines } from '#contract/catalogue/spec-lines.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { bulkInsert } from './bulk-insert.ts'

const TOOLS =
  'hammer wrench pliers screwdriver saw chisel drill clamp level ladder toolbox knife file mallet vise router sander grinder trowel shovel rake wheelbarrow bolt screw nail washer nut anchor hinge bracket hook chain rope cable pipe elbow valve fitting gasket sealant adhesive paint brush roller glove helmet goggles mask boot tape'
const QUALITIES =
  'heavy light compact long short wide forged cordless adjustable insulated magnetic folding telescopic professional galvanized hardened polished double single quick'
const MATERIALS =
  'steel brass copper aluminum hickory beech nylon rubber carbon titanium ceramic fiberglass plastic'
const FILLERS =
  'for with and the in of per carton made use work not each set size handle grip head blade packed weight rated tested'
const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru pla ste tri sho cha'
const RARE_WORDS = 30_000
/** One category is far larger than the others. */
export const LARGEST_CATEGORY = { name: 'General hardware', slug: 'general-hardware', share: 0.2 }
const BATCH = 5_000

/** Some words are in most products, some in one: texts that are spread like those of a real catalogue. */
export async function fillCatalogue(db: Database, size: number) {
  await bulkInsert(db, 'products', async (client) => {
    await client.query('alter table products disable trigger products_keep_words')
    const next = productMaker()
    const words = new Set<string>()
    for (let made = 0; made < size; made += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, size - made) }, (_, index) => next(made + index))
      for (const { name, sku, category, description, specs } of batch)
        for (const word of [name, sku, category, description, writeSpecLines(specs)]
          .join(' ')
          .toLowerCase()
          .match(/[a-z]{3,}/g) ?? [])
          words.add(word)
      await client.query(
        `insert into products (id, name, sku, category, category_slug, image, description, specs, price_cents, quantity,
           created_by, created_at)
         select gen_random_uuid(), name, sku, category, slug, '/demo/claw-hammer.svg', description, specs, cents, quantity,
           'bench', timestamptz '2020-01-01' + number * interval '1 minute'
         from jsonb_to_recordset($1) as made (name text, sku text, category text, slug text, description text, specs jsonb,
           cents int, quantity int, number int)`,
        [JSON.stringify(batch)],
      )
    }
    await client.query('insert into product_words select unnest($1::text[]) on conflict do nothing', [
      [...words],
    ])
    await client.query('alter table products enable trigger products_keep_words')
    await client.query('vacuum analyze product_words')
  })
}

function productMaker() {
  const random = seededRandom(2_026)
  const below = (end: number) => Math.floor(random() * end)
  const oneOf = (words: string) => {
    const list = words.split(' ')
    return list[below(list.length)] as string
  }
  // The first of them often, the last ones hardly ever.
  const rareWord = () => spell(Math.floor(RARE_WORDS ** random()))
  const filler = () => {
    const chance = random()
    if (chance < 0.35) return oneOf(FILLERS)
    if (chance < 0.5) return oneOf(MATERIALS)
    if (chance < 0.55) return oneOf(TOOLS)
    return chance < 0.65 ? oneOf(QUALITIES) : rareWord()
  }
  return (number: number) => {
    const [tool, material, size] = [oneOf(TOOLS), oneOf(MATERIALS), 1 + below(40)]
    const { name: category, slug } = random() < LARGEST_CATEGORY.share ? LARGEST_CATEGORY : categoryOf(tool)
    return {
      name: `${oneOf(QUALITIES)} ${material} ${tool} ${rareWord()}, ${size} mm`,
      sku: skuOf(number),
      category,
      slug,
      description: Array.from({ length: 30 }, filler).join(' '),
      specs: [
        { name: 'Material', value: material },
        { name: 'Size', value: `${size} mm` },
        { name: 'Weight', value: `${10 + below(4_000)} g` },
        { name: 'Packing', value: `${6 * (1 + below(20))} per carton` },
      ],
      cents: Math.ceil(10 ** (1 + random() * 4.5)),
      quantity: random() < 0.1 ? 50 : below(50_000),
      number,
    }
  }
}

/** Of the product that was made as the so many-th. */
export const skuOf = (number: number) => `BN-${String(number).padStart(6, '0')}`

const categoryOf = (tool: string) => ({ name: `Every ${tool}`, slug: `every-${tool}` })

/** The same number gives the same word; no two numbers below RARE_WORDS share one. */
function spell(number: number) {
  const syllables = SYLLABLES.split(' ')
  let word = ''
  for (let rest = number + syllables.length ** 2; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
}

function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
