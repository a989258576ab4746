import { z } from 'zod'
import { toolCallOutcomes } from '../conversation/trace.ts'
import { defineEndpoints, regionParams, wholeList } from '../endpoint.ts'
import { toolHistory, toolSettingsSchema, toolVersionSettings, toolView } from './tool.ts'

const toolParams = regionParams.extend({ toolId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const versionParams = toolParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) })
const oneTool = '/api/{region}/v2/tools/{toolId}'

/** Undefined leaves the secret unchanged; an empty text removes it. */
const serverUrlSecret = z.string().max(500).optional()
const body = z.object({ settings: toolSettingsSchema, serverUrlSecret })

export const integrationEndpoints = defineEndpoints({
  'tools.list': {
    summary: 'The tools of a workspace, by name',
    method: 'GET',
    path: '/api/{region}/v2/tools',
    permission: 'function.read',
    params: regionParams,
    ...wholeList(toolView),
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
  'tools.undelete': {
    summary:
      'Bring back a deleted tool as it was, within 30 days; agents that have it can call it again. Its credential has to be there',
    method: 'POST',
    path: `${oneTool}/undelete`,
    permission: 'function.manage',
    kind: 'command',
    params: toolParams,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'too-many-tools': 403, 'credential-not-for-host': 422 },
  },
  'tools.history': {
    summary: 'The versions of a tool, and the agents that use it',
    method: 'GET',
    path: `${oneTool}/versions`,
    permission: 'function.read',
    kind: 'query',
    params: toolParams,
    output: toolHistory,
  },
  'tools.version': {
    summary: 'What a version of a tool was set to',
    method: 'GET',
    path: `${oneTool}/versions/{version}`,
    permission: 'function.read',
    kind: 'query',
    params: versionParams,
    output: z.object({ version: z.number(), settings: toolVersionSettings }),
  },
  'tools.restoreVersion': {
    summary:
      'Save the settings of an earlier version as the next version of a tool; its secret stays as it is. A tool that needs approval goes on needing it, unless `approval` is `remove`',
    method: 'POST',
    path: `${oneTool}/versions/{version}/restore`,
    permission: 'function.manage',
    kind: 'command',
    overwrites: 'tools.list',
    params: versionParams,
    query: z.object({
      /** Whether a tool that needs approval keeps that where the earlier version did not; `keep` by default. */
      approval: z.enum(['keep', 'remove']).optional(),
    }),
    output: z.object({
      version: z.number(),
      /** True if it needs approval although the earlier version did not. */
      approvalKept: z.boolean(),
    }),
    refusals: { 'nothing-changed': 409, 'credential-not-for-host': 422 },
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
