/** The types of all calls for the package `@parley/client`, as TypeScript, from the endpoints' schemas. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { jsonSchema } from '@parley/host/http/openapi-schema.ts'

type Schema = Record<string, unknown>

/** Declares the interface `Operations`: what each call takes and answers. Leaves out what providers deliver. */
export function operationsOf(endpoints: Record<string, Endpoint>): string {
  const members = Object.values(endpoints)
    .filter(({ access }) => access !== 'signed')
    .map((endpoint) => `${commentOf(endpoint)}\n  ${JSON.stringify(endpoint.name)}: ${operationOf(endpoint)}`)
  return `export interface Operations {\n${members.join('\n')}\n}\n`
}

function commentOf({ summary, deprecated }: Endpoint): string {
  const words = deprecated ? `${summary}\n   * @deprecated ${deprecated.instead}` : summary
  return `  /** ${words.replaceAll('*/', '* /')} */`
}

function operationOf({ params, query, body, output, mediaTypes }: Endpoint): string {
  const taken = [
    ['params', params, true],
    ['query', query, false],
    ['body', body, body !== undefined && !body.safeParse(undefined).success],
  ] as const
  const request = taken.flatMap(([name, schema, required]) =>
    schema ? [`${name}${required ? '' : '?'}: ${typeOf(jsonSchema(schema, 'input'))}`] : [],
  )
  const answer = mediaTypes ? 'unknown' : typeOf(jsonSchema(output, 'output'))
  return `{ request: { ${request.join('; ')} }; answer: ${answer} }`
}

/** The TypeScript type of the values that a JSON Schema, as zod makes them, describes. */
export function typeOf(schema: unknown): string {
  if (schema === false) return 'never'
  if (schema === true || schema === undefined) return 'unknown'
  const made = schema as Schema
  if ('const' in made) return JSON.stringify(made.const)
  if (Array.isArray(made.enum)) return unionOf(made.enum.map((value) => JSON.stringify(value)))
  for (const key of ['anyOf', 'oneOf']) if (Array.isArray(made[key])) return unionOf(made[key].map(typeOf))
  if (Array.isArray(made.allOf)) return made.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(made.type)) return unionOf(made.type.map((type) => typeOf({ ...made, type })))
  switch (made.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return made.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayOf(made)
    case 'object':
      return objectOf(made)
    default:
      return 'unknown'
  }
}

function arrayOf({ prefixItems, items }: Schema): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeOf).join(', ')}]`
  return `(${typeOf(items)})[]`
}

function objectOf({ properties, required, additionalProperties, propertyNames }: Schema): string {
  const needed = new Set(Array.isArray(required) ? required : [])
  const members = Object.entries((properties ?? {}) as Schema).map(
    ([name, schema]) => `${JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (members.length > 0) return `{ ${members.join('; ')} }`
  if (additionalProperties === undefined || additionalProperties === false) return '{}'
  const names = propertyNames === undefined ? 'string' : typeOf(propertyNames)
  const record = `Record<${names}, ${typeOf(additionalProperties)}>`
  // A key of a known set that need not be there.
  return names === 'string' ? record : `Partial<${record}>`
}

const unionOf = (types: readonly string[]) => [...new Set(types)].map((type) => `(${type})`).join(' | ')
