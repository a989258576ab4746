/** Makes what a schema takes, with the text one likes wherever any text may stand. */
import { z } from 'zod'

type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type Taste = { text: string; number: number }

const plain: Taste = { text: 'sample', number: 1 }
/** A text with a form of its own is one of these. */
const formed = [
  'sample1',
  'a@example.com',
  'https://example.com/x',
  '2026-01-31',
  '2026-01-31T00:00:00.000Z',
  '#aabbcc',
  'US',
  'https://example.com',
]
/** Of what a page may be repeated, so that one call tries every kind. */
const MOST_DEEP = 8

/** Every property, and of every list one item of each kind. */
export function sampleOf(schema: z.ZodType, taste: Taste = plain): unknown {
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return make(root, 0)

  function make(part: JsonSchema, depth: number): unknown {
    if (depth > MOST_DEEP) return null
    if (part.$ref) return make(root.$defs?.[part.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
    if (part.const !== undefined) return part.const
    if (part.enum) return part.enum[0]
    const kinds = part.anyOf ?? part.oneOf
    if (kinds) return make(kinds[0] ?? {}, depth)
    if (part.allOf) return Object.assign({}, ...part.allOf.map((each) => make(each, depth)))
    switch (part.type) {
      case 'string':
        return textFor(part)
      case 'number':
      case 'integer':
        return Math.max(part.minimum ?? -Infinity, Math.min(part.maximum ?? Infinity, taste.number))
      case 'boolean':
        return true
      case 'null':
        return null
      case 'array':
        return items(part, depth)
      case 'object':
        return object(part, depth)
      default:
        return taste.text
    }
  }

  function items(part: JsonSchema, depth: number): unknown[] {
    const kinds = part.items?.anyOf ?? part.items?.oneOf ?? (part.items ? [part.items] : [])
    return kinds.slice(0, part.maxItems ?? 50).map((kind) => make(kind, depth + 1))
  }

  function object(part: JsonSchema, depth: number): Record<string, unknown> {
    const made = Object.entries(part.properties ?? {}).map(([key, value]) => [key, make(value, depth + 1)])
    if (typeof part.additionalProperties === 'object')
      made.push([textFor(part.propertyNames ?? {}), make(part.additionalProperties, depth + 1)])
    return Object.fromEntries(made)
  }

  function textFor({ pattern, format, minLength = 0, maxLength = 5_000 }: JsonSchema): string {
    const fits = (text: string) =>
      (format !== 'uri' || /^https:/.test(text)) &&
      (!pattern || new RegExp(pattern, 'u').test(text)) &&
      text.length >= minLength &&
      text.length <= maxLength
    const wanted = taste.text.padEnd(minLength, 'x').slice(0, maxLength)
    if (!pattern && !format) return wanted
    return [taste.text, ...formed].find(fits) ?? formed[0] ?? ''
  }
}
