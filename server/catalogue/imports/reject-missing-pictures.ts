import { PICTURE_FOLDER, pictureIdOf } from '#contract/catalogue/stored-pictures.ts'
import type { Session, Transaction } from '../../platform/database/connect.ts'
import { lockExisting } from '../pictures/store.ts'
import type { ProductRow } from './file/read-row.ts'

/** A file may come from another shop, or from a day when the picture was still there. */
export async function rejectMissingPictures(db: Session | Transaction, rows: ProductRow[]) {
  const uploaded = rows.filter(({ values }) => values.image?.startsWith(PICTURE_FOLDER))
  if (uploaded.length === 0) return
  const idOf = ({ values }: ProductRow) => pictureIdOf(values.image ?? '') ?? ''
  const existing = await lockExisting(db, uploaded.map(idOf))
  for (const row of uploaded)
    if (!existing.has(idOf(row)))
      row.errors.push({ column: 'image', error: 'This picture does not exist in this shop: upload it first' })
}
