import { PICTURE_FOLDER, pictureIdOf } from '#contract/catalogue/stored-pictures.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import * as pictures from './store.ts'

/** Refuses the address of an uploaded picture that is not here; one that is stays until the transaction ends, and as long as it is used. */
export async function requirePicture(tx: Transaction, image: string) {
  if (!image.startsWith(PICTURE_FOLDER)) return
  const id = pictureIdOf(image)
  const isHere = id !== null && (await pictures.lockExisting(tx, [id])).has(id)
  if (!isHere) throw refuse.invalid('This picture no longer exists: upload it again.', 'image')
}
