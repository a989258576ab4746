/** What an OpenAPI document says of values: references, merged schemas, and the JSON Schema that a model is shown. */
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { MOST_SCHEMA_CHARACTERS, problemOfSchema } from '@parley/contracts/integration/value-schema.ts'

export type Part = { readonly [key: string]: unknown }

const MOST_DEPTH = 8
const MOST_PROPERTIES = 60
const MOST_LOOKED_AT = 1_000
/** How many schemas are read for one function: a document may refer to itself in ever more ways. */
const MOST_SCHEMAS = 2_000

export type Values = {
  /** The part, or what it refers to within the document; empty for what is none. */
  resolve(part: unknown): Part
  /** What a model needs to know of a schema, with references written out. */
  schemaOf(part: unknown): Part
}

export function valuesOf(document: Part): Values {
  let read = 0
  return {
    resolve,
    schemaOf(part) {
      read = 0
      return shown(part, 0)
    },
  }

  function resolve(part: unknown): Part {
    let at = part
    for (let steps = 0; steps < 20; steps++) {
      if (!isPart(at)) return {}
      const { $ref: reference } = at
      if (typeof reference !== 'string') return at
      at = referred(reference)
    }
    return {}
  }

  function referred(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined
    let at: unknown = document
    for (const step of reference.slice(2).split('/')) {
      const name = unescaped(step)
      if (!isPart(at) || !Object.hasOwn(at, name)) return undefined
      at = at[name]
    }
    return at
  }

  function shown(part: unknown, depth: number): Part {
    const isTooMuch = depth >= MOST_DEPTH || ++read > MOST_SCHEMAS
    const schema = merged(resolve(part), depth)
    const type = typeOf(schema)
    return {
      ...(type !== undefined && { type }),
      ...described(schema),
      ...(Array.isArray(schema.enum) && { enum: schema.enum.filter(isPlain).slice(0, 100) }),
      ...(typeof schema.format === 'string' && { format: schema.format.slice(0, 40) }),
      ...numbersIn(schema),
      ...(type === 'array' && !isTooMuch && { items: shown(schema.items, depth + 1) }),
      ...(type === 'object' && !isTooMuch && propertiesOf(schema, depth)),
    }
  }

  function propertiesOf(schema: Part, depth: number): Part {
    const properties = Object.entries(isPart(schema.properties) ? schema.properties : {})
      .slice(0, MOST_LOOKED_AT)
      .filter(([, of]) => resolve(of).readOnly !== true)
      .slice(0, MOST_PROPERTIES)
    if (properties.length === 0) return {}
    const required = Array.isArray(schema.required)
      ? schema.required.filter((name) => properties.some(([key]) => key === name))
      : []
    return {
      properties: Object.fromEntries(properties.map(([key, of]) => [key, shown(of, depth + 1)])),
      ...(required.length > 0 && { required }),
    }
  }

  /** With what `allOf` adds, and of `oneOf` and `anyOf` the first that is more than null. */
  function merged(schema: Part, depth: number): Part {
    if (depth > MOST_DEPTH || ++read > MOST_SCHEMAS) return schema
    const all = listOf(schema.allOf)
    const either = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map(resolve)
    const first = either.find((one) => one.type !== 'null')
    const parts = [...all.map(resolve), ...(first ? [first] : [])].slice(0, 20)
    if (parts.length === 0) return schema
    let whole: Part = {}
    for (const part of parts) {
      const more = merged(part, depth + 1)
      read += Object.keys(Object(more.properties)).length
      if (read > MOST_SCHEMAS * MOST_PROPERTIES) break
      whole = joined(whole, more)
    }
    return joined(whole, { ...schema, allOf: undefined, oneOf: undefined, anyOf: undefined })
  }
}

/** A field of a function for a value, with as many levels of its schema as a field can hold. */
export function fieldOf(
  place: Pick<ToolField, 'in' | 'key'>,
  schema: Part,
  of: { description?: unknown; required?: boolean },
): ToolField {
  const type = fieldTypes[String(schema.type)] ?? 'string'
  const description = plain(of.description) || plain(schema.description)
  const { description: _, ...rest } = schema
  const isTelling = Object.keys(rest).length > 1
  const text = isTelling ? writtenSchema(rest) : undefined
  return {
    ...place,
    type,
    ...(description && { description: description.slice(0, 1_000) }),
    ...(of.required && { required: true }),
    ...(text !== undefined && problemOfSchema(text, type) === undefined && { schema: text }),
  }
}

function writtenSchema(schema: Part): string | undefined {
  for (let levels = MOST_DEPTH; levels >= 0; levels--) {
    const text = JSON.stringify(cut(schema, levels))
    if (text.length <= MOST_SCHEMA_CHARACTERS) return text
  }
  return undefined
}

/** Without the schemas that are more than so many levels below it. */
function cut({ properties, items, required, ...rest }: Part, levels: number): Part {
  if (levels === 0) return rest
  return {
    ...rest,
    ...(isPart(items) && { items: cut(items, levels - 1) }),
    ...(isPart(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, of]) => [key, isPart(of) ? cut(of, levels - 1) : of]),
      ),
      ...(required === undefined ? {} : { required }),
    }),
  }
}

const fieldTypes: Record<string, ToolField['type']> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'object',
}

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text of one line. */
export const plain = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 10_000).replace(/\s+/g, ' ').trim() : ''

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function typeOf(schema: Part): string | undefined {
  // OpenAPI 3.1 writes what may be null as a list.
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (typeof type === 'string') return type
  if (isPart(schema.properties)) return 'object'
  if (schema.items !== undefined) return 'array'
  return Array.isArray(schema.enum) ? 'string' : undefined
}

function described({ description }: Part): Part {
  const text = plain(description)
  return text ? { description: text.slice(0, 300) } : {}
}

function numbersIn(schema: Part): Part {
  const names = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']
  return Object.fromEntries(
    names.flatMap((name) => (typeof schema[name] === 'number' ? [[name, schema[name]]] : [])),
  )
}

function joined(base: Part, more: Part): Part {
  const defined = Object.entries(more).filter(([, value]) => value !== undefined)
  return {
    ...base,
    ...Object.fromEntries(defined),
    ...(isPart(base.properties) || isPart(more.properties)
      ? { properties: { ...Object(base.properties), ...Object(more.properties) } }
      : {}),
    required: [...new Set([...listOf(base.required), ...listOf(more.required)])],
  }
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
