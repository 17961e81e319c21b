import { z } from 'zod'

/** A schema of the contract as JSON Schema. A `type` set by `meta` replaces the alternatives the schema also accepts. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: generated }) {
      if (generated.type !== undefined) delete generated.anyOf
      if (generated.type !== 'string') delete generated.pattern
    },
  })
  return described
}

/** A body of this kind. */
export const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: jsonSchema(schema, io) },
})
