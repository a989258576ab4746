/** A tool: an address of an external server that a model or a node may call (specification, part 2 §3). */
import { z } from 'zod'
import { httpMethods } from '../agent/nodes.ts'
import { credentialIdSchema } from './credential-id.ts'
import { placeholdersIn } from './server-url.ts'
import { MOST_RETRIES } from './tool-limits.ts'
import { MOST_SCHEMA_CHARACTERS, problemOfSchema } from './value-schema.ts'
import { webAddress } from './web-address.ts'

export const MOST_TOOL_FIELDS = 50
export const bodyFormats = ['json', 'form'] as const
export const mcpToolName = z.string().min(1).max(200)

export const toolFieldSchema = z.object({
  /** `path`: where the path of the server URL has the key in braces. */
  in: z.enum(['query', 'body', 'header', 'path']),
  key: z.string().trim().min(1, 'Every field needs a key').max(200),
  /** Always sent; the caller can't change it. */
  value: z.string().max(4000).optional(),
  /** Sent if the caller gives no value. */
  defaultValue: z.string().max(4000).optional(),
  type: z.enum(['string', 'number', 'boolean', 'object']),
  /** The description that the model gets. */
  description: z.string().max(1000).optional(),
  required: z.boolean().optional(),
  /** The JSON Schema of the value, for models; the text of an object whose `type` fits the type of the field. */
  schema: z.string().max(MOST_SCHEMA_CHARACTERS).optional(),
})
export type ToolField = z.infer<typeof toolFieldSchema>

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** Headers that Parley itself sets. */
const ownHeaders = [
  'host',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
  'idempotency-key',
]

/** Why a header of this name can't be sent; undefined if it can. */
export function headerNameFault(name: string): string | undefined {
  if (!headerName.test(name)) return `${name} is no name of a header.`
  if (ownHeaders.includes(name.toLowerCase()) || /^x-parley-/i.test(name))
    return `The header ${name} is set by the platform.`
  return undefined
}

/** The settings of a tool that a member edits. */
export const toolSettingsSchema = z
  .object({
    name: z.string().trim().min(1, 'Please provide a name for the tool.').max(100),
    description: z.string().trim().min(1, 'Please describe what the tool does.').max(2000),
    imageUrl: z.string().max(2000).optional(),
    fields: z.array(toolFieldSchema).max(MOST_TOOL_FIELDS),
    serverUrl: webAddress,
    /** POST by default. */
    method: z.enum(httpMethods).optional(),
    /** How the body is sent; JSON by default. */
    bodyFormat: z.enum(bodyFormats).optional(),
    /** The tool that is called of the server of the Model Context Protocol at `serverUrl`; the fields of the body are its input. */
    mcpTool: mcpToolName.optional(),
    /** The credential of the workspace that its calls are sent with; none by default. */
    credentialId: credentialIdSchema.optional(),
    /**
     * Whether a call that a model chooses waits until a person of the team approves it in the inbox. A node of a flow
     * calls without: its owner placed it there.
     */
    needsApproval: z.boolean().optional(),
    /** How often a call that fails for a time is made again, with the same idempotency key; never by default. */
    retries: z.number().int().min(0).max(MOST_RETRIES).optional(),
  })
  .superRefine(({ fields, method, serverUrl }, context) => {
    const refuse = (index: number, message: string, of = 'key') =>
      context.addIssue({ code: 'custom', path: ['fields', index, of], message })
    const placeholders = placeholdersIn(serverUrl)
    for (const key of placeholders)
      if (!fields.some((field) => field.in === 'path' && field.key === key))
        context.addIssue({
          code: 'custom',
          path: ['serverUrl'],
          message: `Add a field named ${key} in the path.`,
        })
    fields.forEach((field, index) => {
      if (field.in === 'path' && !placeholders.includes(field.key))
        refuse(index, `The path of the server URL has no {${field.key}}.`)
      if (field.in === 'path' && field.type === 'object')
        refuse(index, 'A value in the path is a text, a number, or yes or no.')
      const problem = field.schema === undefined ? undefined : problemOfSchema(field.schema, field.type)
      if (problem !== undefined) refuse(index, problem, 'schema')
      if (fields.findIndex((one) => one.in === field.in && one.key === field.key) < index)
        refuse(index, `There are two fields named ${field.key} in the ${field.in}.`)
      const fault = field.in === 'header' ? headerNameFault(field.key) : undefined
      if (fault) refuse(index, fault)
      if (field.in === 'body' && method === 'GET') refuse(index, 'A GET request has no body.')
    })
  })
export type ToolSettings = z.infer<typeof toolSettingsSchema>

export const toolView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().optional(),
  fields: z.array(toolFieldSchema),
  serverUrl: z.string(),
  method: z.enum(httpMethods),
  bodyFormat: z.enum(bodyFormats).optional(),
  mcpTool: z.string().optional(),
  /** Whether requests are signed; the secret itself is never shown again. */
  signed: z.boolean(),
  credentialId: z.string().optional(),
  needsApproval: z.boolean().optional(),
  retries: z.number().optional(),
  /** The user who created it. */
  userId: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How many agents use it. */
  agents: z.number(),
})
export type ToolView = z.infer<typeof toolView>

const toolVersionView = z.object({
  version: z.number(),
  /** ISO 8601. */
  savedAt: z.string(),
  savedBy: z.string().optional(),
  /** Names of the settings that differ from the version before; absent where this was not recorded. */
  changed: z.array(z.string()).optional(),
  /** The version whose settings it has again. */
  restoredFrom: z.number().optional(),
})
export type ToolVersionView = z.infer<typeof toolVersionView>

export const toolHistory = z.object({
  /** Newest first, those that are kept. */
  versions: z.array(toolVersionView),
  /** The agents that use it as they are published or in a running canary version, by name. */
  agents: z.array(z.object({ agentId: z.string(), title: z.string() })),
})
export type ToolHistory = z.infer<typeof toolHistory>

/** What a version of a tool was set to; without the secret, of which no version is shown. */
export const toolVersionSettings = toolView.pick({
  ...{ name: true, description: true, imageUrl: true, fields: true, serverUrl: true, method: true },
  ...{ bodyFormat: true, mcpTool: true, credentialId: true, needsApproval: true, retries: true },
})
export type ToolVersionSettings = z.infer<typeof toolVersionSettings>
