/** Generates valid values for a schema, with a chosen text wherever any text is allowed. */
import { z } from 'zod'

export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  /** `{}` where nothing is allowed. */
  not?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  required?: string[]
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  /** Of what follows rules that the schema does not say. */
  examples?: unknown[]
  /** A mark of ours: the address of a picture. */
  picture?: boolean
  /** The address of a font's file. */
  fontFile?: boolean
}

export type Taste = { text: string; number: number }

const plain: Taste = { text: 'sample', number: 1 }
/** Values for texts with a format. */
const formed = [
  'sample1',
  'a@example.com',
  'https://example.com/x',
  '2026-01-31',
  '2026-01-31T00:00:00.000Z',
  '#aabbcc',
  'US',
  'https://example.com',
  'vg_abcdefghij0123456789',
  '+1 650 555 1234',
]
/** Depth at which samples of recursive schemas end. */
const MOST_DEEP = 8

/** A place where a text is allowed: `nodes[].toolId`, `answers.{}`. */
export type TextPlace = {
  path: string
  part: JsonSchema
  /** Which alternatives lead there, by the path of each union. */
  choices: ReadonlyMap<string, number>
}

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Every place where a text of the caller is allowed, in all alternatives of unions. */
export function textPlacesIn(root: JsonSchema): TextPlace[] {
  return walk(root, '', new Map())

  function walk(part: JsonSchema, path: string, choices: TextPlace['choices']): TextPlace[] {
    if (part.$ref) throw new Error(`${path} refers to a schema elsewhere, which is not followed`)
    const kinds = part.anyOf ?? part.oneOf
    if (kinds) return kinds.flatMap((kind, nth) => walk(kind, path, new Map([...choices, [path, nth]])))
    if (part.allOf) return part.allOf.flatMap((each) => walk(each, path, choices))
    if (part.enum || part.const !== undefined) return []
    if (part.type === 'string') return [{ path, part, choices }]
    if (part.type === 'array') return walk(part.items ?? {}, `${path}[]`, choices)
    const values = typeof part.additionalProperties === 'object' ? part.additionalProperties : undefined
    return [
      ...Object.entries(part.properties ?? {}).flatMap(([key, each]) =>
        walk(each, path === '' ? key : `${path}.${key}`, choices),
      ),
      ...(values ? walk(values, `${path}.{}`, choices) : []),
    ]
  }
}

/**
 * Required values, and those on the way to a place. `textAt` gives the value at a place; otherwise a sample is used.
 */
export function leastSampleOf(
  root: JsonSchema,
  to: TextPlace | undefined,
  textAt: (path: string) => string | undefined,
): unknown {
  return make(root, '')

  function make(part: JsonSchema, path: string): unknown {
    const kinds = part.anyOf ?? part.oneOf
    if (kinds) return make(kinds[to?.choices.get(path) ?? 0] ?? {}, path)
    if (part.type === 'string' && !part.enum && part.const === undefined)
      return textAt(path) ?? sampleOfPart(part)
    if (part.type === 'array')
      return leadsTo(`${path}[]`) || part.minItems ? [make(part.items ?? {}, `${path}[]`)] : []
    if (part.type !== 'object' || (part.examples && !leadsTo(path))) return sampleOfPart(part)
    const made = Object.entries(part.properties ?? {}).flatMap(([key, each]) => {
      const at = path === '' ? key : `${path}.${key}`
      return part.required?.includes(key) || leadsTo(at) ? [[key, make(each, at)]] : []
    })
    return Object.fromEntries(made)
  }

  function leadsTo(path: string): boolean {
    return (
      to !== undefined &&
      (to.path === path || to.path.startsWith(`${path}.`) || to.path.startsWith(`${path}[`))
    )
  }
}

/** Every property, and of every list one item of each kind. */
export function sampleOf(schema: z.ZodType, taste: Taste = plain): unknown {
  return sampleOfPart(jsonSchemaOf(schema), taste)
}

function sampleOfPart(root: JsonSchema, taste: Taste = plain): unknown {
  return make(root, 0)

  function make(part: JsonSchema, depth: number): unknown {
    if (depth > MOST_DEEP) return null
    if (part.examples) return part.examples[0]
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
    const possible = kinds.filter(({ not }) => not === undefined)
    return possible.slice(0, part.maxItems ?? 50).map((kind) => make(kind, depth + 1))
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
