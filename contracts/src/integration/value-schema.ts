/** The JSON Schema of one value of a function, as a model is shown it. Without zod, since the dashboard checks it too. */

/** Characters of its text. */
export const MOST_SCHEMA_CHARACTERS = 8_000
/** Of objects and lists; a schema in a schema takes two of them. */
const MOST_DEPTH = 24

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type ValueSchema = { [key: string]: Json }
export type ValueType = 'string' | 'number' | 'boolean' | 'object'

const typesOf: Record<ValueType, readonly string[]> = {
  string: ['string'],
  number: ['number', 'integer'],
  boolean: ['boolean'],
  object: ['object', 'array'],
}

/** Why the text is no schema of a value of this type, in words; undefined if it is one. */
export function problemOfSchema(text: string, type: ValueType): string | undefined {
  const schema = readSchema(text)
  if (!schema) return 'Enter a JSON Schema, such as {"type": "object", "properties": {…}}.'
  if (depthOf(schema) > MOST_DEPTH) return `A schema can have at most ${MOST_DEPTH} levels.`
  if (!isWellFormed(schema)) return 'The schema is not valid: check its types, properties and required names.'
  if (hasReference(schema)) return 'Write out what the schema refers to with $ref.'
  const allowed = typesOf[type]
  if (!allowed.some((one) => one === schema.type))
    return `The schema of this type of value has the type ${allowed.join(' or ')}.`
  return undefined
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Whether the parts that providers of models read are what JSON Schema says. Only for what is known not to be too deep. */
function isWellFormed(schema: Json | undefined): boolean {
  if (typeof schema === 'boolean') return true
  if (schema === undefined || !isObject(schema)) return false
  const { type, properties, items, required, enum: values, anyOf } = schema
  const isOfType = (one: Json) => typeof one === 'string' && types.includes(one)
  return (
    (type === undefined || (Array.isArray(type) ? type.every(isOfType) : isOfType(type))) &&
    (properties === undefined || (isObject(properties) && Object.values(properties).every(isWellFormed))) &&
    (items === undefined || isWellFormed(items)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.every(isWellFormed))) &&
    (required === undefined ||
      (Array.isArray(required) && required.every((name) => typeof name === 'string'))) &&
    (values === undefined || Array.isArray(values))
  )
}

/** Undefined for a text that is no JSON object. */
export function readSchema(text: string): ValueSchema | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: Json): value is ValueSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Looks no deeper than is allowed, so that a deep text can't exhaust the stack. */
function depthOf(value: Json, most = MOST_DEPTH + 1): number {
  if (typeof value !== 'object' || value === null || most === 0) return 0
  return 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, most - 1)))
}

/** Only for what is known not to be too deep. */
function hasReference(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (isObject(value) && '$ref' in value) || Object.values(value).some(hasReference)
}
