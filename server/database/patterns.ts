const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Patterns for LIKE in which what a person typed means its characters. */
export const containing = (text: string) => `%${literally(text)}%`
export const beginningWith = (text: string) => `${literally(text)}%`
