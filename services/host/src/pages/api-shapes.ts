/** What a call takes and answers, for people: the JSON Schema of the OpenAPI document as types in a line or a few. */
import type { z } from 'zod'
import { jsonSchema } from '../http/openapi-schema.ts'

type Schema = Record<string, unknown>

/** In characters. The OpenAPI document has the whole of larger ones. */
const LONGEST = 1_600
/** Objects within objects beyond this are named alone. */
const DEEPEST = 6

/** Such as `{ items: { id: string, name?: string }[], next?: string }`. */
export function shapeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  const shape = written(jsonSchema(schema, io), 0)
  return shape.length <= LONGEST
    ? shape
    : `${shape.slice(0, LONGEST)} … (the rest is in the OpenAPI document)`
}

function written(schema: unknown, depth: number): string {
  const given: Schema = Object(schema)
  if ('const' in given) return JSON.stringify(given.const)
  if (Array.isArray(given.enum)) return given.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = [given.anyOf, given.oneOf].find(Array.isArray)
  if (choices) return [...new Set(choices.map((one: unknown) => written(one, depth)))].join(' | ')
  switch (given.type) {
    case 'object':
      return depth >= DEEPEST ? 'object' : objectIn(given, depth)
    case 'array': {
      const item = written(given.items, depth)
      return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'string':
      return given.format === 'date-time' ? 'ISO 8601 time' : 'string'
    case 'integer':
      return 'integer'
    default:
      return typeof given.type === 'string' ? given.type : 'any'
  }
}

function objectIn({ properties, required, additionalProperties }: Schema, depth: number): string {
  const needed: unknown[] = Array.isArray(required) ? required : []
  const named = Object.entries(Object(properties)).map(
    ([name, value]) => `${name}${needed.includes(name) ? '' : '?'}: ${written(value, depth + 1)}`,
  )
  const others = Object(additionalProperties) === additionalProperties && additionalProperties !== null
  const all = others ? [...named, `[name]: ${written(additionalProperties, depth + 1)}`] : named
  return all.length === 0 ? '{}' : `{ ${all.join(', ')} }`
}
