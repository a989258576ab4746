/** Functions made from what others describe: an OpenAPI document, a cURL command, or a server of the Model Context Protocol. */
import { z } from 'zod'
import { httpMethods } from '../agent/nodes.ts'
import { defineEndpoints, regionParams } from '../endpoint.ts'
import { credentialIdSchema } from './credential-id.ts'
import { MOST_IMPORT_MB, MOST_IMPORTED } from './import-limits.ts'
import { bodyFormats, toolFieldSchema, toolSettingsSchema } from './tool.ts'

/** A key that an API asks for. It is sent as `prefix` and the key, in the header or query parameter `key`. */
export const askedKey = z.object({
  name: z.string(),
  in: z.enum(['header', 'query']),
  key: z.string(),
  prefix: z.enum(['', 'Bearer ', 'Basic ']),
})
export type AskedKey = z.infer<typeof askedKey>

export const readFunction = z.object({
  /** Method and path, as the document names it. */
  operation: z.string(),
  name: z.string(),
  description: z.string(),
  method: z.enum(httpMethods),
  bodyFormat: z.enum(bodyFormats).optional(),
  mcpTool: z.string().optional(),
  /** Suggested: it deletes, or its server says that it is destructive. */
  needsApproval: z.boolean().optional(),
  /** Follows the address of the server. */
  path: z.string(),
  fields: z.array(toolFieldSchema),
  /** The names of the keys that it needs. */
  keys: z.array(z.string()),
  /** Why it can't be a function; absent if it can. */
  problem: z.string().optional(),
  /** What of it a function can't send, in words. */
  leftOut: z.array(z.string()),
})
export type ReadFunction = z.infer<typeof readFunction>

export const readImport = z.object({
  kind: z.enum(['openapi', 'curl', 'mcp']),
  title: z.string(),
  /** Empty if the document does not say where its server is. */
  server: z.string(),
  keys: z.array(askedKey),
  /** How many the document has; of a large one, the first are in `functions`. */
  found: z.number(),
  functions: z.array(readFunction),
})
export type ReadImport = z.infer<typeof readImport>

const url = z.url({ protocol: /^https?$/, error: 'Please enter a valid URL.' }).max(2_000)
const source = z.union([
  z.object({
    text: z
      .string()
      .min(1)
      .max(MOST_IMPORT_MB * 1_000_000),
  }),
  /** A server of the Model Context Protocol, which may ask for a key. */
  z.object({ mcpUrl: url, credentialId: credentialIdSchema.optional() }),
  z.object({ url }),
])

export const importEndpoints = defineEndpoints({
  'tools.readImport': {
    summary:
      'The functions that an OpenAPI document, a cURL command or a server of the Model Context Protocol describes; nothing is created',
    method: 'POST',
    path: '/api/{region}/v2/tool-imports/read',
    permission: 'function.manage',
    kind: 'query',
    params: regionParams,
    body: source,
    output: readImport,
    /** `connection-needed`: the server of the Model Context Protocol asks for an authorization. */
    refusals: { 'import-not-readable': 400, 'connection-needed': 422 },
    maxBodyBytes: MOST_IMPORT_MB * 1_500_000,
    largerBodies: `A description of an API has at most ${MOST_IMPORT_MB} MB.`,
  },
  'tools.import': {
    summary: 'Create several tools at once',
    method: 'POST',
    path: '/api/{region}/v2/tool-imports',
    permission: 'function.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({ settings: z.array(toolSettingsSchema).min(1).max(MOST_IMPORTED) }),
    output: z.object({ ids: z.array(z.string()) }),
    refusals: { 'too-many-tools': 403, 'credential-not-for-host': 422 },
    maxBodyBytes: 4_000_000,
    largerBodies: 'Import fewer functions at once.',
  },
})
