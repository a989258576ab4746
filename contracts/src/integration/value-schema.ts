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
  if (hasReference(schema)) return 'Write out what the schema refers to with $ref.'
  const allowed = typesOf[type]
  if (!allowed.some((one) => one === schema.type))
    return `The schema of this type of value has the type ${allowed.join(' or ')}.`
  return undefined
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
