import { z } from 'zod'

/** A schema of the contract as JSON Schema. A type that it states stands for everything that is taken for that type. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      if (made.type !== undefined) delete made.anyOf
      if (made.type !== 'string') delete made.pattern
    },
  })
  return described
}

/** A body of this kind. */
export const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: jsonSchema(schema, io) },
})
