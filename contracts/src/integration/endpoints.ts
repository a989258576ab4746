import { z } from 'zod'
import { toolCallOutcomes } from '../conversation/trace.ts'
import { defineEndpoints, regionParams } from '../endpoint.ts'
import { toolSettingsSchema, toolView } from './tool.ts'

const toolParams = regionParams.extend({ toolId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })

/** Undefined leaves the secret unchanged; an empty text removes it. */
const serverUrlSecret = z.string().max(500).optional()
const body = z.object({ settings: toolSettingsSchema, serverUrlSecret })

export const integrationEndpoints = defineEndpoints({
  'tools.list': {
    summary: 'The tools of a workspace, by name',
    method: 'GET',
    path: '/api/{region}/v2/tools',
    permission: 'function.read',
    kind: 'query',
    params: regionParams,
    output: z.object({ items: z.array(toolView) }),
  },
  'tools.create': {
    summary: 'Create a tool',
    method: 'POST',
    path: '/api/{region}/v2/tools',
    permission: 'function.manage',
    kind: 'command',
    params: regionParams,
    body,
    output: z.object({ id: z.string() }),
    refusals: { 'too-many-tools': 403, 'credential-not-for-host': 422 },
  },
  'tools.save': {
    summary: 'Change a tool',
    method: 'POST',
    path: '/api/{region}/v2/tools/{toolId}',
    permission: 'function.manage',
    kind: 'command',
    overwrites: 'tools.list',
    params: toolParams,
    body,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'credential-not-for-host': 422 },
  },
  'tools.delete': {
    summary: 'Delete a tool; agents that have it can call it no more',
    method: 'DELETE',
    path: '/api/{region}/v2/tools/{toolId}',
    permission: 'function.manage',
    kind: 'command',
    overwrites: 'tools.list',
    params: toolParams,
    output: z.object({ success: z.literal(true) }),
  },
  'tools.test': {
    summary: 'Call a tool with values by field key and show what was sent and what came back',
    method: 'POST',
    path: '/api/{region}/v2/tools/{toolId}/test',
    permission: 'function.manage',
    kind: 'command',
    params: toolParams,
    body: z.object({ values: z.record(z.string().max(200), z.string().max(4000)) }),
    output: z.object({
      outcome: z.enum(toolCallOutcomes),
      status: z.number().optional(),
      tookMs: z.number(),
      request: z.string(),
      response: z.string(),
    }),
    refusals: { 'too-many-requests': 429 },
  },
})
