import type { z } from 'zod'

/** A copy of an answer without what its schema does not declare; reports the names of what is left out. */
export type Pick = (value: unknown, report: (field: string) => void) => unknown

/** Made once per schema, because an answer is not parsed; null where a value holds nothing that could be undeclared. */
export function pickDeclared(schema: z.core.$ZodType): Pick | null {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    // A file.
    case 'custom':
      return null
    case 'optional':
    case 'nullable':
      return pickDeclared(def.innerType)
    case 'pipe':
      return pickDeclared(def.out)
    case 'array':
      return pickFromEach(pickDeclared(def.element))
    case 'object':
      return pickFields(def.shape)
    case 'union': {
      const [pick = null, another] = def.options.map(pickDeclared).filter((option) => option !== null)
      if (another) throw new Error('An answer cannot be one of several objects')
      return pick
    }
    default:
      throw new Error(`An answer cannot contain a ${def.type}`)
  }
}

function pickFromEach(pick: Pick | null): Pick | null {
  if (!pick) return null
  return (value, report) => (Array.isArray(value) ? value.map((item) => pick(item, report)) : value)
}

function pickFields(shape: z.core.$ZodShape): Pick {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, pickDeclared(schema)]))
  return (value, report) => {
    if (typeof value !== 'object' || value === null) return value
    const given = value as Record<string, unknown>
    const picked: Record<string, unknown> = {}
    for (const name in given) {
      const pick = fields.get(name)
      if (pick) picked[name] = pick(given[name], report)
      else if (pick === null) picked[name] = given[name]
      else report(name)
    }
    return picked
  }
}
