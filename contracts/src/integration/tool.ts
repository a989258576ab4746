/** A tool: an address of an external server that a model or a node may call (specification, part 2 §3). */
import { z } from 'zod'
import { httpMethods } from '../agent/nodes.ts'

export const toolFieldSchema = z.object({
  in: z.enum(['query', 'body', 'header']),
  key: z.string().trim().min(1, 'Every field needs a key').max(200),
  /** Always sent; the caller can't change it. */
  value: z.string().max(4000).optional(),
  /** Sent if the caller gives no value. */
  defaultValue: z.string().max(4000).optional(),
  type: z.enum(['string', 'number', 'boolean', 'object']),
  /** The description that the model gets. */
  description: z.string().max(1000).optional(),
  required: z.boolean().optional(),
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
    fields: z.array(toolFieldSchema).max(50),
    serverUrl: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL.' }).max(2000),
    /** POST by default. */
    method: z.enum(httpMethods).optional(),
    /** The credential of the workspace that its calls are sent with; none by default. */
    credentialId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .optional(),
  })
  .superRefine(({ fields, method }, context) => {
    const refuse = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['fields', index, 'key'], message })
    fields.forEach((field, index) => {
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
  /** Whether requests are signed; the secret itself is never shown again. */
  signed: z.boolean(),
  credentialId: z.string().optional(),
  /** The user who created it. */
  userId: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ToolView = z.infer<typeof toolView>
