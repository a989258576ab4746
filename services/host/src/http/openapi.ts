/** The OpenAPI 3.1 document, generated from the endpoints' data. */
import { type Endpoint, problemSchema } from '@parley/contracts/endpoint.ts'
import { holds, type Permission, permissions } from '@parley/contracts/permissions.ts'
import { memberRoles } from '@parley/contracts/workspace/roles.ts'
import { answersOf, limitHeaders } from './openapi-answers.ts'
import { parametersOf } from './openapi-parameters.ts'
import { jsonSchema } from './openapi-schema.ts'

/** The path of the page that shows the table of permissions. */
export const PERMISSIONS_PATH = '/api/permissions'

const description = `Every call of the platform, per region.

A query contains everything that was written before it. A command answers with \`Log-Position\`; a query with
\`Log-After\` set to that value waits for that command alone, and with \`Log-After: 0\` for nothing.

A query whose answer other calls overwrite has an \`ETag\`. Send it as \`If-Match\` with such a call, and it is refused with
412 \`changed-since-read\` if somebody else changed what it overwrites meanwhile; another part of the same answer may have
changed. The call's own answer has the \`ETag\` of what it wrote. Without \`If-Match\` the last one wins.

A refusal with 429 says in \`Retry-After\` when to call again. Answers of calls that count towards a limit of the caller's say in
\`RateLimit-Policy\` what it is and in \`RateLimit\` what is left of it.

A command with an \`Idempotency-Key\` can be sent again under the same key when its answer did not arrive.

AI clients reach the most useful of these calls as tools of the Model Context Protocol at \`/api/{region}/mcp\`, with the
workspace secret, an access token or the key of an agent as bearer.`

const bearerWords = `One of these, as \`Authorization: Bearer …\`, never in an address or a cookie:

- An access token of a workspace (\`pat_…\`), which members make on the page Workspace. It has the permissions that it was given, for as
  long as its maker has them, and may be limited to agents and to a time. After that it is refused with 401 \`token-expired\`.
  Each token has a budget of its own (\`RateLimit\`).
- The workspace secret (\`ws_…\`), which can do what a member can.
- The key of an agent (\`vg_…\`), for calls that name this agent.
- The token of a session, of a person or of a client.
- The token of a visitor, in the conversation that it was given for.`

export function openApiDocument(
  endpoints: Record<string, Endpoint>,
  serverUrl: string,
): Record<string, unknown> {
  const all = Object.values(endpoints)
  const paths: Record<string, Record<string, unknown>> = {}
  const shapes = new Map<string, string>()
  for (const endpoint of all) {
    // Paths that differ in the names of their parameters alone are one path, with the names of the first.
    const shape = endpoint.path.replace(/\{\w+\}/g, '{}')
    const path = shapes.get(shape) ?? endpoint.path
    shapes.set(shape, path)
    const operations = paths[path] ?? {}
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, path, endpoints, serverUrl)
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: { title: 'API reference', version: '1', description, contact: { url: serverUrl } },
    servers: [{ url: serverUrl }],
    tags: [...new Set(all.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      headers: limitHeaders,
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: bearerWords } },
    },
  }
}

const tagOf = ({ name }: Endpoint) => name.split('.')[0] ?? name

function operationOf(
  endpoint: Endpoint,
  path: string,
  endpoints: Record<string, Endpoint>,
  serverUrl: string,
): Record<string, unknown> {
  const { deprecated } = endpoint
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describeAccess(endpoint) + (deprecated ? ` Deprecated: ${deprecated.instead}` : ''),
    ...(deprecated && { deprecated: true }),
    'x-permission': endpoint.permission,
    externalDocs: { description: 'Who holds which permission', url: serverUrl + PERMISSIONS_PATH },
    tags: [tagOf(endpoint)],
    security: isOpen(endpoint) ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint, path),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint.body) } : {}),
    responses: answersOf(endpoint, endpoints),
  }
}

function bodyOf(body: NonNullable<Endpoint['body']>): Record<string, unknown> {
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: jsonSchema(body, 'input') } },
  }
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
  token: 'an access token that was given it, as bearer',
  'agent-key': 'the agent’s key as bearer',
}

function teamCredentials(permission: Permission): string {
  const roles = [...memberRoles, 'secret', 'token', 'agent-key'] as const
  const words = roles.filter((role) => holds({ role }, permission)).map((role) => teamWords[role])
  return `Held by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}.`
}

/** Clients are told of what they may do with their agents. */
function clientCredentials({ path, permission, ofOwnAgents }: Endpoint): string {
  if (!holds({ role: 'client' }, permission) || !(ofOwnAgents || path.includes('{agentId}'))) return ''
  return ' Also held by a client of the agency on a page that needs it, for its own agents.'
}
