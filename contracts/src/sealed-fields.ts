/** Finds the marked texts of a schema, so that code that reads the marks needs no list of its own. */
import type { z } from 'zod'
import type { SealedFor } from './message.ts'

export type SealedField = {
  /** `*` means every element. */
  path: string[]
  sealedFor: SealedFor
  /** Never shown in the audit, not even opened: secrets, and what proves a person's identity. */
  masked: boolean
  /** A secret that is readable for those who may edit the document. */
  readable: boolean
}

/**
 * Returns the marked texts within a schema. Throws for a kind of schema that is not searched, since a mark could be in
 * it.
 */
export function sealedFieldsIn(schema: z.ZodType, path: string[] = []): SealedField[] {
  const { sealed: sealedFor, masked, readable } = schema.meta() ?? {}
  if (sealedFor === 'person' || sealedFor === 'tenant')
    return [
      {
        path,
        sealedFor,
        masked: typeof masked === 'boolean' ? masked : sealedFor === 'tenant',
        readable: readable === true,
      },
    ]
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
  const within = (inner: z.ZodType | undefined, at: string[]) => (inner ? sealedFieldsIn(inner, at) : [])
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([key, field]) =>
        sealedFieldsIn(field, [...path, key]),
      )
    case 'array':
      return within(definition.element, [...path, '*'])
    case 'record':
      return within(definition.valueType, [...path, '*'])
    case 'union':
      return once((definition.options ?? []).flatMap((option) => sealedFieldsIn(option, path)))
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
    case 'transform':
      return []
    default:
      throw new Error(
        `${path.join('.')}: a ${definition.type} may hide a secret; teach sealedFieldsIn to look into it`,
      )
  }
}

/** Changes the texts at a path; returning `undefined` removes one. Returns a copy. */
export function changeTexts<T>(value: T, path: string[], change: (text: string) => string | undefined): T
export function changeTexts(
  value: unknown,
  [key, ...rest]: string[],
  change: (text: string) => string | undefined,
): unknown {
  if (key === undefined) return typeof value === 'string' ? change(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return key === '*' ? value.map((element) => changeTexts(element, rest, change)) : value
  if (key !== '*' && !(key in value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (key !== '*' && name !== key) return [[name, field]]
      const changed = changeTexts(field, rest, change)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )
}

function once(fields: SealedField[]): SealedField[] {
  return [...new Map(fields.map((field) => [field.path.join('.'), field])).values()]
}
