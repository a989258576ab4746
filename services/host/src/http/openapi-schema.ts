import { z } from 'zod'

type Schema = Record<string, unknown>

/** Our own marks on fields, which say how the server keeps them. */
const marks = new Set([
  ...['sealed', 'of', 'masked', 'readable', 'json', 'erased', 'impersonalIf'],
  ...['picture', 'fontFile'],
])

/** The JSON Schema of what is taken (`input`) or answered (`output`), as linters and generators want it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any', reused: 'inline' },
    override: ({ jsonSchema: made }) => {
      for (const key of Object.keys(made)) if (marks.has(key)) Reflect.deleteProperty(made, key)
      nameProperties(made)
      unwrapOnlyChoice(made)
    },
  })
  return rest
}

/** Names the properties of a record whose keys are known and all there. */
function nameProperties(made: Schema): void {
  const { required, propertyNames, additionalProperties, properties } = made
  if (!Array.isArray(required) || !propertyNames || properties) return
  made.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]))
  made.additionalProperties = false
  Reflect.deleteProperty(made, 'propertyNames')
}

function unwrapOnlyChoice(made: Schema): void {
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    const choices = made[key]
    if (!Array.isArray(choices) || choices.length !== 1) continue
    Reflect.deleteProperty(made, key)
    Object.assign(made, choices[0])
  }
}
