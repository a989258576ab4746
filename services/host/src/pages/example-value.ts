/** A value that a JSON Schema takes. */

import type { z } from 'zod'
import { jsonSchema } from '../http/openapi-schema.ts'

type Schema = {
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  format?: string
  pattern?: string
}

const texts = [
  ...['Example', 'ada@example.com', 'https://example.com', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ...['#aabbcc', 'US', '000000', 'example', '/example', '+1 650 555 1234'],
]
const byFormat: Record<string, string> = {
  email: 'ada@example.com',
  uri: 'https://example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T00:00:00.000Z',
}

/**
 * Of objects what is required; with the first property that is not, where that is too little by rules that are not written
 * in the schema.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const written = jsonSchema(schema, 'input')
  const least = make(written, false)
  return schema.safeParse(least).success ? least : make(written, true)
}

function make(schema: Schema, more: boolean): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const inner = (of: Schema = {}) => make(of, more)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(choices[0])
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const optional = Object.keys(properties).find((name) => !required.includes(name))
      const names = more && optional !== undefined ? [...required, optional] : required
      return Object.fromEntries(names.map((name) => [name, inner(properties[name])]))
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => inner(schema.items))
    case 'string':
      return textFor(schema)
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return {}
  }
}

function textFor({ format = '', pattern, minLength = 0 }: Schema): string {
  if (!pattern) return (byFormat[format] ?? texts[0] ?? '').padEnd(minLength, 'x')
  const possible = new RegExp(pattern, 'u')
  const wanted = byFormat[format]
  const candidates = [...(wanted === undefined ? [] : [wanted]), ...texts]
  return candidates.find((text) => possible.test(text) && text.length >= minLength) ?? 'Example'
}
