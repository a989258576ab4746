/** Checks data against its event's schema before it is appended: an appended event can't be changed. */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { z } from 'zod'

const checks = new WeakMap<EventCatalogue, Map<string, z.ZodType>>()

/**
 * Throws when data does not match its event's schema: an error in a decider, not a refusal that a user could see. An
 * undeclared field is an error too, since no schema says whether it has to be sealed. The message names the path and
 * never contains the value.
 */
export function requireDeclared(catalogue: EventCatalogue, type: string, data: unknown): void {
  const checked = checkOf(catalogue, type).safeParse(data)
  if (checked.success) return
  const faults = checked.error.issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : ''
    return `${issue.path.join('.') || 'data'}: ${issue.code}${keys}`
  })
  throw new TypeError(`${type} is not as its schema declares it: ${faults.join('; ')}`)
}

/** Cached per event type: building a schema takes far longer than checking with it. */
function checkOf(catalogue: EventCatalogue, type: string): z.ZodType {
  const byType = checks.get(catalogue) ?? new Map<string, z.ZodType>()
  checks.set(catalogue, byType)
  const known = byType.get(type)
  if (known) return known
  const shape = catalogue[type]
  if (!shape) throw new TypeError(`${type} is not an event of the stream it is appended to`)
  const check = strict(shape.data)
  byType.set(type, check)
  return check
}

/** Returns the same schema with objects that refuse undeclared fields. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, strict(field)]),
    )
    return schema.clone({ ...schema.def, shape, catchall: z.never() })
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType)
    return schema.clone({ ...schema.def, element: strict(schema.element) })
  if (schema instanceof z.ZodOptional && schema.def.innerType instanceof z.ZodType)
    return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) })
  if (schema instanceof z.ZodNullable && schema.def.innerType instanceof z.ZodType)
    return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) })
  if (schema instanceof z.ZodRecord && schema.def.valueType instanceof z.ZodType)
    return schema.clone({ ...schema.def, valueType: strict(schema.def.valueType) })
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => (option instanceof z.ZodType ? strict(option) : option))
    return schema.clone({ ...schema.def, options })
  }
  return schema
}
