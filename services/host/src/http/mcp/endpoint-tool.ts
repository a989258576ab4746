/** An endpoint as a tool of MCP: its input as one flat object, and the request that a call of the tool is. */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { z } from 'zod'
import { jsonSchema } from '../openapi-schema.ts'

export type Bearer = Extract<Principal, { kind: 'api-key' | 'token' }>

export type EndpointTool = {
  endpoint: Endpoint
  /** As MCP allows them: the name of the endpoint with `_`. */
  name: string
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>
}

/** Characters of the schema of one value: models read all of them. */
const MOST_OF_A_VALUE = 3_000

type Request = { url: string; query: Record<string, string | string[]>; body: unknown }

/** What follows from the bearer and is not asked for. */
export const namesOf = (bearer: Bearer, region: Region): Record<string, string> => ({
  ...{ region, workspaceId: bearer.tenant },
  ...(bearer.kind === 'api-key' && bearer.agentId !== undefined ? { agentId: bearer.agentId } : {}),
})

/** `known`: the names that are not asked for. */
export function toolOf(endpoint: Endpoint, known: readonly string[]): EndpointTool {
  const inBody = isFlat(endpoint.body) ? partOf(endpoint.body) : bodyAlone(endpoint.body)
  const parts = [partOf(endpoint.params), partOf(endpoint.query), inBody]
  const all = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  const names = all.map(([name]) => name)
  if (new Set(names).size < names.length) throw new Error(`${endpoint.name} takes one name in two places`)
  const required = parts.flatMap((part) => part.required ?? [])
  const asked = all
    .filter(([name]) => !known.includes(name))
    .map(([name, schema]) => [name, smaller(schema)] as const)
    .filter(([name, schema]) => required.includes(name) || sizeOf(schema) <= MOST_OF_A_VALUE)
  return {
    endpoint,
    name: endpoint.name.replaceAll('.', '_'),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(asked),
      required: required.filter((name) => !known.includes(name)),
      additionalProperties: false,
    },
  }
}

/**
 * `input` as a client of MCP sends it: the endpoint itself checks it. Undefined if a value in the path is none, or would make
 * the address that of another endpoint: `.` and `..` are resolved before an address is matched.
 */
export function requestOf(
  { endpoint }: EndpointTool,
  input: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, string>>,
): Request | undefined {
  const given = new Map([...Object.entries(input), ...Object.entries(known)])
  const names = Object.keys(endpoint.params?.shape ?? {})
  if (!names.every((name) => isPathValue(given.get(name)))) return undefined
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.get(name))),
  )
  const query = Object.keys(endpoint.query?.shape ?? {}).flatMap((name) => {
    const value = given.get(name)
    return value === undefined || value === null ? [] : [[name, inQuery(value)] as const]
  })
  return { url, query: Object.fromEntries(query), body: bodyOf(endpoint, given) }
}

const isPathValue = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= 200 && !['', '.', '..'].includes(value))

function bodyOf({ body }: Endpoint, given: ReadonlyMap<string, unknown>): unknown {
  if (!body) return undefined
  if (!isFlat(body)) return given.get('body')
  const names = Object.keys(objectIn(body)?.shape ?? {}).filter((name) => given.get(name) !== undefined)
  return Object.fromEntries(names.map((name) => [name, given.get(name)]))
}

function inQuery(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(textOf) : textOf(value)
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

type Part = { properties?: Record<string, unknown>; required?: string[] }

function partOf(schema: z.ZodType | undefined): Part {
  const object = schema && objectIn(schema)
  return object ? Object(jsonSchema(object, 'input')) : {}
}

/** A body that is no object is asked for as a whole. */
function bodyAlone(body: z.ZodType | undefined): Part {
  return body ? { properties: { body: jsonSchema(body, 'input') }, required: ['body'] } : {}
}

const sizeOf = (schema: unknown): number => JSON.stringify(schema).length

/** Without the large ones of several ways to write a value, such as the whole document of an agent beside its name. */
function smaller(schema: unknown): unknown {
  const { anyOf, ...rest } = Object(schema)
  if (!Array.isArray(anyOf) || sizeOf(schema) <= MOST_OF_A_VALUE) return schema
  return { ...rest, anyOf: anyOf.filter((one) => sizeOf(one) <= MOST_OF_A_VALUE) }
}

const isFlat = (body: z.ZodType | undefined): boolean => body !== undefined && objectIn(body) !== undefined

function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : undefined
  return inner instanceof z.ZodObject ? inner : undefined
}
