import { z } from 'zod'
import { httpMethods } from '../agent/nodes.ts'
import { toolCallOutcomes } from '../conversation/trace.ts'
import { defineEvents, type EventOf, secret, secretJson } from '../message.ts'
import { bodyFormats, toolFieldSchema } from './tool.ts'

/** A field's `value` may be a key to an external server, so all fields are sealed together. */
export const storedFields = secretJson(z.array(toolFieldSchema), [])

const settings = {
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().optional(),
  fields: storedFields,
  serverUrl: z.string(),
  method: z.enum(httpMethods),
  /** Absent for JSON. */
  bodyFormat: z.enum(bodyFormats).optional(),
  mcpTool: z.string().optional(),
  credentialId: z.string().optional(),
  needsApproval: z.boolean().optional(),
  retries: z.number().optional(),
}

/** Stream `tool-<id>`; the tenant is the workspace. */
export const toolEvents = defineEvents({
  ToolCreated: {
    version: 1,
    summary: 'Created a tool',
    data: z.object({
      id: z.string(),
      userId: z.string(),
      at: z.string(),
      ...settings,
      serverUrlSecret: secret().optional(),
    }),
  },
  /** `serverUrlSecret` only if it changed; empty if it was removed. Its next version. */
  ToolChanged: {
    version: 1,
    summary: 'Changed a tool',
    data: z.object({
      id: z.string(),
      at: z.string(),
      ...settings,
      serverUrlSecret: secret().optional(),
      /** Set with `serverUrlSecret`: whether there is one now. */
      signed: z.boolean().optional(),
      /** Names of the settings that differ from the version before. */
      changed: z.array(z.string()).optional(),
      /** The version whose settings it has again. */
      restoredFrom: z.number().optional(),
    }),
  },
  /** A member tried it from the dashboard; neither request nor response is stored. */
  ToolTested: {
    version: 1,
    summary: 'Tested a tool',
    data: z.object({
      id: z.string(),
      at: z.string(),
      outcome: z.enum(toolCallOutcomes),
      status: z.number().optional(),
      tookMs: z.number(),
    }),
  },
  ToolDeleted: {
    version: 1,
    summary: 'Deleted a tool',
    data: z.object({ id: z.string(), at: z.string(), name: z.string() }),
  },
  /** A deleted one is there again, with the settings and the secret that it had, as its next version. */
  ToolUndeleted: {
    version: 1,
    summary: 'Brought back a deleted tool',
    data: z.object({
      id: z.string(),
      userId: z.string(),
      at: z.string(),
      ...settings,
      serverUrlSecret: secret().optional(),
      /** The number of its version. */
      toolVersion: z.number(),
    }),
  },
})
export type ToolEvent = EventOf<typeof toolEvents>
