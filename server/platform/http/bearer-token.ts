/** The token of an `Authorization` header, if it has the form of one; its signature is for `authenticate()` to check. */
export const bearerToken = (header: string | undefined): string | null =>
  (header && /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]) || null
