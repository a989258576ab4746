/** What people read of the fields of an agent, and the limits of their values, as plain data. */
import { z } from 'zod'
import { sealedFieldsIn } from '../sealed-fields.ts'
import type { Field, FieldPlace, Fields } from './field.ts'

export type FieldText = {
  label: string
  /** The label, or what the field is called where its form isn't shown. */
  name: string
  help?: string
  place?: FieldPlace
  /** What 0 means. */
  none?: { label: string; instead: number }
  words?: string
  /** What the agent does where its document has no value. */
  fallback?: unknown
  emptyIsAbsent?: true
  setByServer?: true
  required?: true
  /** It is or contains a secret. */
  secret?: true
  message?: string
  limits: FieldLimits
}

/** The smallest and largest number, length of a text, or number of elements; absent without a limit. */
export type FieldLimits = { min?: number; max?: number; maxLength?: number; maxItems?: number }

/** The texts of each field by name, of those within groups by names such as `ui.widgetType`. */
export function fieldTextsOf(fields: Fields, within = ''): Record<string, FieldText> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const { label, name = label, help, place, words, none } = field
      const texts = { label, name, help, place, words, none }
      if (field.fields)
        return [[within + key, { ...texts, limits: {} }], ...inner(field.fields, `${within + key}.`)]
      const { fallback, emptyIsAbsent, setByServer, required, message } = field
      const rules = { fallback, emptyIsAbsent, setByServer, required, message, limits: limitsOf(field) }
      return [[within + key, { ...texts, ...rules, ...(hasSecret(field) && { secret: true }) }]]
    }),
  )
}

const inner = (fields: Fields, within: string) => Object.entries(fieldTextsOf(fields, within))

function hasSecret({ schema }: Field): boolean {
  return sealedFieldsIn(schema).some(({ sealedFor }) => sealedFor === 'tenant')
}

function limitsOf({ schema }: Field): FieldLimits {
  const { minimum, maximum, maxLength, maxItems } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return { min: limit(minimum), max: limit(maximum), maxLength: limit(maxLength), maxItems: limit(maxItems) }
}

/** Without the limits of whole numbers in general. */
function limit(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}
