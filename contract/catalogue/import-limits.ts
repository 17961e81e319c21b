/** Without schemas, because the page checks a file before it is sent. */
export const MAX_IMPORT_BYTES = 50_000_000
