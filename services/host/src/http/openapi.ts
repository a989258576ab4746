/** The OpenAPI 3.1 document, generated from the endpoints' data. */
import { commonRefusals, type Endpoint, problemSchema } from '@parley/contracts/endpoint.ts'
import { holds, type Permission, permissions } from '@parley/contracts/permissions.ts'
import { memberRoles } from '@parley/contracts/workspace/roles.ts'
import { z } from 'zod'

/** The path of the page that shows the table of permissions. */
export const PERMISSIONS_PATH = '/api/permissions'

const description = `Every call of the platform, per region.

A query contains everything that was written before it. A command answers with \`Log-Position\`; a query with
\`Log-After\` set to that value waits for that command alone, and with \`Log-After: 0\` for nothing.

A query whose answer other calls overwrite has an \`ETag\`. Send it as \`If-Match\` with such a call, and it is refused with
412 \`changed-since-read\` if somebody else changed what it overwrites meanwhile; another part of the same answer may have
changed. The call's own answer has the \`ETag\` of what it wrote. Without \`If-Match\` the last one wins.

AI clients reach the most useful of these calls as tools of the Model Context Protocol at \`/api/{region}/mcp\`, with the
workspace secret or the key of an agent as bearer.`

export function openApiDocument(
  endpoints: Record<string, Endpoint>,
  serverUrl: string,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of Object.values(endpoints)) {
    const operations = paths[endpoint.path] ?? {}
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, endpoints, serverUrl)
    paths[endpoint.path] = operations
  }
  return {
    openapi: '3.1.0',
    info: { title: 'API reference', version: '1', description },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf(
  endpoint: Endpoint,
  endpoints: Record<string, Endpoint>,
  serverUrl: string,
): Record<string, unknown> {
  const stream = endpoint.delivery === 'stream'
  const refusals: Record<string, number> = {
    'invalid-input': 400,
    ...accessRefusals(endpoint),
    ...(endpoint.overwrites ? { 'changed-since-read': commonRefusals['changed-since-read'] } : {}),
    ...endpoint.refusals,
  }
  const byStatus = Map.groupBy(Object.entries(refusals), ([, status]) => status)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    'x-permission': endpoint.permission,
    externalDocs: { description: 'Who holds which permission', url: serverUrl + PERMISSIONS_PATH },
    tags: [endpoint.name.split('.')[0]],
    ...(isOpen(endpoint) ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.overwrites ? [ifMatch(endpoint.overwrites)] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...headersOf(endpoint, endpoints),
        content: {
          ...(stream ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
          'application/json': { schema: jsonSchema(endpoint.output, 'output') },
        },
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, entries]) => [
          status,
          {
            description: entries.map(([code]) => code).join(', '),
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

function ifMatch(query: string): Record<string, unknown> {
  return {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: `The ETag of \`${query}\`, or of the last such call: overwrites only what the caller has read.`,
    schema: { type: 'string' },
  }
}

function headersOf(endpoint: Endpoint, endpoints: Record<string, Endpoint>): Record<string, unknown> {
  const overwritten = Object.values(endpoints)
    .filter(({ overwrites }) => overwrites === endpoint.name)
    .map(({ name }) => `\`${name}\``)
  const schema = { type: 'string' }
  const headers = {
    ...(endpoint.kind === 'command'
      ? { 'Log-Position': { description: 'For `Log-After` of a query.', schema } }
      : {}),
    ...(overwritten.length > 0
      ? { ETag: { description: `For \`If-Match\` of ${overwritten.join(', ')}.`, schema } }
      : {}),
    ...(endpoint.overwrites
      ? { ETag: { description: `For \`If-Match\` of the next call on the same.`, schema } }
      : {}),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** Called without a bearer. */
function isOpen({ access }: Endpoint): boolean {
  return access === 'anyone' || access === 'signed'
}

/** What a call needs, in words: the permission and whose credentials hold it. */
function describeAccess(endpoint: Endpoint): string {
  const { access, permission } = endpoint
  const needs = `Needs the permission \`${permission}\`: ${permissions[permission]}`
  switch (access) {
    case 'anyone':
      return `${needs} Everybody holds it; no credentials needed.`
    case 'person':
      return `${needs} Every signed-in person holds it.`
    case 'client':
      return `${needs} Every signed-in client of an agency holds it.`
    case 'visitor':
      return `${needs} The visitor token of the conversation, as bearer, holds it.`
    case 'signed':
      return `${needs} The signature of the provider holds it.`
    case undefined:
      return `${needs} ${teamCredentials(permission)}${clientCredentials(endpoint)}`
  }
}

const teamWords = {
  owner: 'a session of the workspace’s owner',
  member: 'a session of a member',
  secret: 'the workspace secret as bearer',
  'agent-key': 'the agent’s key as bearer',
}

function teamCredentials(permission: Permission): string {
  const roles = [...memberRoles, 'secret', 'agent-key'] as const
  const words = roles.filter((role) => holds({ role }, permission)).map((role) => teamWords[role])
  return `Held by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}.`
}

/** Clients are told of what they may do with their agents. */
function clientCredentials({ path, permission, ofOwnAgents }: Endpoint): string {
  if (!holds({ role: 'client' }, permission) || !(ofOwnAgents || path.includes('{agentId}'))) return ''
  return ' Also held by a client of the agency on a page that needs it, for its own agents.'
}

function accessRefusals(endpoint: Endpoint): Record<string, number> {
  if (endpoint.access === 'anyone') return {}
  if (endpoint.access === 'signed') return { 'bad-signature': commonRefusals['bad-signature'] }
  const { 'not-signed-in': signIn, 'not-allowed': allowed, 'not-found': found } = commonRefusals
  return { 'not-signed-in': signIn, 'not-allowed': allowed, 'not-found': found }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(field as z.ZodType, 'input'),
  }))
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}
