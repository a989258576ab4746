/** Finds the marked texts of a schema: who reads the marks keeps no list of its own. */
import type { z } from 'zod'

/** Where a text stands; `*` stands for every element. */
export type FieldPath = string[]

/**
 * What `markOf` makes of the marks within a schema, which `.meta()` set. Throws where one could hide: in a kind of
 * schema that is not looked into.
 */
export function markedFieldsIn<Field extends { path: FieldPath }>(
  schema: z.ZodType,
  markOf: (meta: Record<string, unknown>, path: FieldPath, schema: z.ZodType) => Field | undefined,
  path: FieldPath = [],
): Field[] {
  const marked = markOf(schema.meta() ?? {}, path, schema)
  if (marked) return [marked]
  const definition = schema.def as {
    type: string
    shape?: Record<string, z.ZodType>
    element?: z.ZodType
    innerType?: z.ZodType
    valueType?: z.ZodType
    options?: z.ZodType[]
    in?: z.ZodType
    out?: z.ZodType
  }
  const within = (inner: z.ZodType | undefined, at: FieldPath) =>
    inner ? markedFieldsIn(inner, markOf, at) : []
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([key, field]) => within(field, [...path, key]))
    case 'array':
      return within(definition.element, [...path, '*'])
    case 'record':
      return within(definition.valueType, [...path, '*'])
    case 'union':
      return once((definition.options ?? []).flatMap((option) => within(option, path)))
    case 'pipe':
      return once([...within(definition.in, path), ...within(definition.out, path)])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return within(definition.innerType, path)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
    case 'null':
    case 'never':
    case 'transform':
      return []
    default:
      throw new Error(
        `${path.join('.')}: a ${definition.type} may hide a marked text; teach markedFieldsIn to look into it`,
      )
  }
}

/** Changes a value; `beside` is the object or array that contains it. `undefined` takes the value away. */
type Change = (value: unknown, beside: object) => unknown

/** Changes the values at a path. Gives a copy. */
export function changeAt<T>(value: T, path: FieldPath, change: Change, beside?: object): T
export function changeAt(
  value: unknown,
  [key, ...rest]: FieldPath,
  change: Change,
  beside: object = {},
): unknown {
  if (key === undefined) return value === undefined ? undefined : change(value, beside)
  if (typeof value !== 'object' || value === null) return value
  const within = (inner: unknown): unknown => changeAt(inner, rest, change, value)
  if (Array.isArray(value)) return key === '*' ? value.map(within) : value
  if (key !== '*' && !(key in value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (key !== '*' && name !== key) return [[name, field]]
      const changed = within(field)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )
}

/** Changes the texts at a path and leaves other values. Gives a copy. */
export function changeTexts<T>(
  value: T,
  path: FieldPath,
  change: (text: string, beside: object) => unknown,
): T {
  return changeAt(value, path, (found, beside) => (typeof found === 'string' ? change(found, beside) : found))
}

/** The texts at the paths, in the order in which `withTexts` takes them back. */
export function textsAt(value: unknown, fields: readonly { path: FieldPath }[]): string[] {
  const texts: string[] = []
  for (const { path } of fields)
    changeTexts(value, path, (text) => {
      texts.push(text)
      return text
    })
  return texts
}

/** A copy with other values in place of the texts at the paths. */
export function withTexts<T>(value: T, fields: readonly { path: FieldPath }[], texts: readonly unknown[]): T {
  let next = 0
  return fields.reduce((result, { path }) => changeTexts(result, path, () => texts[next++]), value)
}

function once<Field extends { path: FieldPath }>(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.path.join('.'), field])).values()]
}
