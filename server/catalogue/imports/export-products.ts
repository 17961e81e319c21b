import {
  EXPORTED_QUANTITY_COLUMN,
  FIELD_COLUMNS,
  ID_COLUMN,
  specColumn,
} from '#contract/catalogue/import-columns.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { type Cell, writeCsv } from '../../platform/csv/write-csv.ts'
import type { Shop } from '../../shop-context.ts'
import { listInBatches } from '../products/store.ts'
import { listSpecNames } from './product-store.ts'

/** More names of specifications than these stay out of the file, and importing it leaves them as they are. */
const MAX_SPEC_COLUMNS = 200

/** All products, newest first; imported again, such a file changes nothing. */
export async function* exportProducts({ db }: Shop): AsyncGenerator<string> {
  const specNames = await listSpecNames(db, MAX_SPEC_COLUMNS)
  const header = [ID_COLUMN, ...FIELD_COLUMNS, EXPORTED_QUANTITY_COLUMN, ...specNames.map(specColumn)]
  const keys = specNames.map((name) => name.toLowerCase())
  const toCells = (product: Product): Cell[] => {
    const values = new Map(product.specs.map(({ name, value }) => [name.toLowerCase(), value]))
    return [
      product._id,
      ...FIELD_COLUMNS.map((name) => (name === 'price' ? product.price.toFixed(2) : product[name])),
      product.quantity,
      ...keys.map((key) => values.get(key)),
    ]
  }
  yield* writeCsv(header, listInBatches(db), toCells)
}
