import { ownPath } from '../formats/own-path.ts'

/** The widths in which an uploaded picture is kept, as far as it is that wide. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const

export const PICTURE_FOLDER = '/pictures/'

/** The id of an uploaded picture by its address, or null. */
export const pictureIdOf = (image: string): string | null =>
  /^\/pictures\/([0-9a-f]{32})$/.exec(image)?.[1] ?? null

/** Whether it is a picture that the shop itself has. Its other paths are not: a page or a list may be large. */
export const isOwnPicture = (image: string): boolean => /^\/(pictures|demo)\//.test(ownPath(image) ?? '')
