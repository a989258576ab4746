import { z } from 'zod'
import { agentParams, defineEndpoints, pageOf, pageQuery, regionParams, wholeList } from '../endpoint.ts'
import { longestAddress } from '../file/pictures.ts'
import { agentDocumentSchema, shownAgentSchema } from './document.ts'
import { agentTitleSchema } from './fields/core.ts'
import { nodeSchema } from './nodes.ts'
import { agentTemplateSchema, importedTemplateSchema, maxBusinessName, templateKeys } from './templates.ts'
import { untested } from './untested.ts'
import { webFontSchema } from './web-font.ts'
import { fontNotFound } from './web-font-limits.ts'

export const agentListItem = z.object({
  ID: z.string(),
  title: z.string(),
  description: z.string(),
  agentPlatform: z.string(),
  roundedImageURL: z.string().optional(),
  theme: z.string().optional(),
  enableNodes: z.boolean(),
  lastModified: z.number(),
  conversations: z.number(),
  /** ISO 8601 of the newest visitor message. */
  lastConversationAt: z.string().optional(),
})
export type AgentListItem = z.infer<typeof agentListItem>

/** What happens with an agent at present. */
export const agentActivity = z.object({
  /** Started by visitors in the last 7 days. */
  conversations: z.number(),
  /** Visitors who wait for a person; counted up to 100. */
  waiting: z.number(),
  /** Its widget was loaded on a website. */
  installed: z.boolean(),
})
export type AgentActivity = z.infer<typeof agentActivity>

export const agentVersionView = z.object({
  version: z.number(),
  /** ISO 8601. */
  savedAt: z.string(),
  savedBy: z.string().optional(),
  title: z.string(),
  /** Names of the fields that differ from the previous version. */
  changed: z.array(z.string()),
  current: z.boolean(),
})
export type AgentVersionView = z.infer<typeof agentVersionView>

/** What is chosen of a new agent beside its template. */
export const newAgentBody = z.object({
  agentName: agentTitleSchema,
  /** What a built-in template calls the business; the workspace's name by default. */
  businessName: z.string().trim().max(maxBusinessName).optional(),
  theme: z.enum(['blue-light', 'blue-dark']).optional(),
})

const agentSaved = z.object({ data: z.object({ ID: z.string(), lastModified: z.number() }) })

/** Of pictures that come within a document. */
const pictureRefusals = { 'too-large': 413, 'wrong-type': 415 } as const

export const agentEndpoints = defineEndpoints({
  'agents.list': {
    summary: 'The agents of a workspace, last modified first',
    method: 'GET',
    path: '/api/{region}/v2/agents',
    permission: 'agent.list',
    kind: 'query',
    ofOwnAgents: true,
    params: regionParams,
    query: pageQuery.extend({
      search: z.string().trim().max(200).optional(),
      /** Whether to tell the `activity` of each. */
      activity: z.enum(['true', 'false']).optional(),
    }),
    output: pageOf(agentListItem.extend({ activity: agentActivity.optional() })),
  },
  'agents.get': {
    summary: 'An agent document, its secrets included, for those who may edit it',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}',
    permission: 'agent.view',
    kind: 'query',
    params: agentParams,
    output: z.object({ data: agentDocumentSchema }),
  },
  'agents.save': {
    summary: 'Create or save (publish) an agent with its whole document; uploaded pictures are kept as files',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}',
    permission: 'agent.publish',
    kind: 'command',
    overwrites: 'agents.get',
    createsAgent: true,
    params: agentParams,
    query: z.object({ untested }),
    body: agentDocumentSchema,
    output: agentSaved,
    refusals: {
      'agent-limit-reached': 403,
      'agent-deleted': 410,
      'changed-meanwhile': 409,
      /** All tests have to pass first (`publishGate.set`), or `untested` says why not. */
      'tests-not-passed': 409,
      /** `field` names the node: `nodes.<id>`. */
      'invalid-flow': 422,
      ...pictureRefusals,
    },
    maxBodyBytes: 8_000_000,
  },
  'agents.rename': {
    summary: 'Rename an agent',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/rename',
    permission: 'agent.publish',
    kind: 'command',
    overwrites: 'agents.get',
    params: agentParams,
    body: z.object({ title: agentTitleSchema }),
    output: agentSaved,
    refusals: { 'agent-deleted': 410 },
  },
  'agents.delete': {
    summary: 'Delete an agent',
    method: 'DELETE',
    path: '/api/{region}/v2/agents/{agentId}',
    permission: 'agent.delete',
    kind: 'command',
    overwrites: 'agents.get',
    params: agentParams,
    output: z.object({ success: z.literal(true) }),
    refusals: { 'agent-deleted': 410 },
  },
  'agents.fetchFont': {
    summary:
      'Copy a font from the web to this server, for `webFont` of a draft: by the name of a Google font, or the address of a stylesheet or a .woff2 file',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/font',
    permission: 'agent.publish',
    kind: 'command',
    limited: 'upload',
    params: agentParams,
    body: z.object({
      font: z
        .string()
        .trim()
        .min(1, fontNotFound)
        .max(longestAddress)
        .meta({ examples: ['https://fonts.example/lora.css'] }),
    }),
    output: z.object({ webFont: webFontSchema }),
    refusals: { 'font-not-fetched': 422, ...pictureRefusals },
  },
  'agents.setup': {
    summary: 'What was done to set an agent up, from what really happened',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/setup',
    permission: 'agent.read',
    kind: 'query',
    params: agentParams,
    output: z.object({
      /** It has knowledge other than the unchanged examples of its template. */
      knowledge: z.boolean(),
      /** A member wrote to it in the test panel. */
      test: z.boolean(),
      /** Its published colours, font, background, CSS or pictures are no longer those of a new agent. */
      brand: z.boolean(),
      /** Its widget was loaded on a website. */
      install: z.boolean(),
    }),
  },
  'agents.versions': {
    summary: 'Version History, newest first, 20 entries at most',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/versions',
    permission: 'agent.read',
    params: agentParams,
    ...wholeList(agentVersionView),
  },
  'agents.version': {
    summary: 'The document of one version, secrets left out',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/versions/{version}',
    permission: 'agent.read',
    kind: 'query',
    params: agentParams.extend({ version: z.coerce.number().int().min(1) }),
    output: z.object({ data: agentDocumentSchema }),
  },
  'agents.checkNodes': {
    summary:
      'Check nodes against the schema, such as ones that are pasted from another agent; what the schema does not know is left out. Nothing is saved',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/check-nodes',
    permission: 'agent.read',
    kind: 'query',
    params: agentParams,
    body: z.object({ nodes: z.array(nodeSchema).min(1).max(500) }),
    output: z.object({ nodes: z.array(nodeSchema) }),
    maxBodyBytes: 8_000_000,
  },
  'agents.restoreVersion': {
    summary:
      'Restore a version as a new version, without its tests, so that a fault can be undone at once; secrets stay as they are',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/versions/{version}/restore',
    permission: 'agent.publish',
    kind: 'command',
    overwrites: 'agents.get',
    params: agentParams.extend({ version: z.coerce.number().int().min(1) }),
    output: agentSaved,
    refusals: { 'version-not-found': 404, 'agent-deleted': 410 },
  },
  'rpc.convertAgentTemplateToAgent': {
    summary: 'Create an agent from a built-in template key or an exported template',
    method: 'POST',
    path: '/api/{region}/rpc/convertAgentTemplateToAgent',
    permission: 'agent.create',
    kind: 'command',
    params: regionParams,
    body: newAgentBody.extend({
      agentTemplate: z.union([z.enum(templateKeys), importedTemplateSchema]),
    }),
    output: z.object({
      agentCreated: z.object({ ID: z.string() }),
      /** Labels of the settings in the template that are not offered, so that the agent is without them. */
      leftOut: z.array(z.string()).optional(),
    }),
    refusals: { 'agent-limit-reached': 403, 'invalid-flow': 422, ...pictureRefusals },
    maxBodyBytes: 8_000_000,
  },
  'rpc.saveAgentBackup': {
    summary: 'Keep the present document as a version',
    method: 'POST',
    path: '/api/{region}/rpc/saveAgentBackup',
    permission: 'agent.back-up',
    kind: 'command',
    params: regionParams,
    body: z.object({
      agentId: z.string().max(64),
      workspaceId: z.string().max(64),
      userEmail: z.string().max(254),
    }),
    output: z.object({ version: z.number() }),
    refusals: { 'agent-deleted': 410 },
  },
  'rpc.exportAgentToJson': {
    summary:
      'An agent as a template, without secrets, its uploaded pictures and the texts and questions of its knowledge inside; how many documents and websites are not',
    method: 'POST',
    path: '/api/{region}/rpc/exportAgentToJson',
    permission: 'agent.export',
    kind: 'query',
    params: regionParams,
    body: z.object({ agentId: z.string().max(64) }),
    output: z.object({
      agentTemplate: agentTemplateSchema,
      leftOut: z.object({ documents: z.number(), websites: z.number() }),
    }),
  },
  'public.agent': {
    summary: 'What the widget may know of an agent',
    method: 'GET',
    path: '/api/{region}/public/agents/{agentId}',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    params: agentParams,
    output: z.object({ data: shownAgentSchema }),
  },
})
