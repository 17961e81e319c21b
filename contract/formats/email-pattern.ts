export const MAX_EMAIL_LENGTH = 254

const WITHIN = '[^\\s@\\u0000]'
/** A name, an @, and a domain with a dot. The parts cannot overlap, so matching takes linear time. */
export const EMAIL_PATTERN = new RegExp(`^${WITHIN}+@${WITHIN}${WITHIN.replace(']', '.]')}*\\.${WITHIN}+$`)
