import { createHash } from 'node:crypto'
import { Refusal } from '#contract/calls/refusal.ts'
import { pictureTypeProblem } from '#contract/catalogue/picture-limits.ts'
import { PICTURE_FOLDER } from '#contract/catalogue/stored-pictures.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import type { Shop } from '../../shop-context.ts'
import { encodePicture } from './encode-picture.ts'
import { recognizeType } from './recognize-type.ts'
import * as pictures from './store.ts'

/** Stores a picture and returns its address; the same file is stored once. One is decoded at a time, because that takes memory. */
export async function uploadPicture({ db, withMutex }: Shop, caller: Caller, file: Buffer): Promise<string> {
  const problem = pictureTypeProblem(recognizeType(file))
  if (problem) throw new Refusal(415, problem)
  const id = createHash('sha256').update(file).digest('hex').slice(0, 32)
  await withMutex('upload-picture', async () => {
    if (await pictures.renew(db, id)) return
    await pictures.add(db, { id, createdBy: caller.email, files: await encodePicture(file) })
  })
  return PICTURE_FOLDER + id
}
