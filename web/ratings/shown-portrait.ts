const OF_GOOGLE = /^https:\/\/lh\d\.googleusercontent\.com\//

/** Another site's picture would tell that site of every visitor: in its place there is none. */
export const shownPortrait = (image: string) => (image.startsWith('/') || OF_GOOGLE.test(image) ? image : '')
