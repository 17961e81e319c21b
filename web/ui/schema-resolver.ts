import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Lets react-hook-form check by one of the contract's schemas; the first problem of each field is shown. */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
): Resolver<Values> {
  return (typed) => {
    const parsed = schema.safeParse(typed)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message, code } of parsed.error.issues)
      errors[String(path[0])] ??= { type: code, message }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
