/** The least value that an answer can have: empty texts and lists, nothing that may be absent. */
import { z } from 'zod'

type Schema = {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  format?: string
}

/** Undefined where rules beyond the types refuse it. */
export function leastValue(schema: z.ZodType): unknown {
  const least = make(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema)
  const parsed = schema.safeParse(least)
  return parsed.success ? parsed.data : undefined
}

function make(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return make(choices[0] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(make))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      return Object.fromEntries(required.map((name) => [name, make(properties[name] ?? {})]))
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => make(schema.items ?? {}))
    case 'string':
      return schema.format === 'date-time' ? '2026-01-31T00:00:00.000Z' : ''
    case 'number':
    case 'integer':
      return Math.max(0, schema.minimum ?? 0)
    case 'boolean':
      return false
    default:
      return null
  }
}
