/** Blueprints of agents: what many agents have in common, changed in all of them by one act. */
import { z } from 'zod'
import { agentParams, defineEndpoints, wholeList, workspaceParams } from '../endpoint.ts'
import { rolloutModes, rolloutOutcomes, undoOutcomes } from './blueprint-events.ts'
import { agentDocumentSchema } from './document.ts'
import { agentTitleSchema } from './fields/core.ts'

/** As many agents as one blueprint has, and as one rollout reaches. */
export const maxBlueprintAgents = 500

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const blueprintParams = workspaceParams.extend({ blueprintId: id })
const rolloutParams = blueprintParams.extend({ rolloutId: id })
const path = '/api/{region}/v2/workspaces/{workspaceId}/blueprints'
const one = `${path}/{blueprintId}`

const blueprintName = z.string().trim().min(1, 'Please provide a name for the blueprint.').max(100)
const agentIds = z.array(id).min(1).max(maxBlueprintAgents)
const done = z.object({ success: z.literal(true) })

const blueprintListItem = z.object({
  ID: z.string(),
  name: z.string(),
  version: z.number(),
  /** How many agents follow it. */
  agents: z.number(),
  /** ISO 8601, of its newest version. */
  savedAt: z.string(),
})
export type BlueprintListItem = z.infer<typeof blueprintListItem>

const rolloutView = z.object({
  rolloutId: z.string(),
  version: z.number(),
  as: z.enum(rolloutModes),
  /** ISO 8601. */
  startedAt: z.string(),
  startedBy: z.string().optional(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  agents: z.array(
    z.object({
      agentId: z.string(),
      /** Absent of a deleted agent. */
      title: z.string().optional(),
      /** Absent until it is its turn. */
      outcome: z.enum(rolloutOutcomes).optional(),
      changed: z.array(z.string()),
      refusal: z.string().optional(),
      undo: z
        .object({
          outcome: z.enum(undoOutcomes),
          changed: z.array(z.string()),
          refusal: z.string().optional(),
        })
        .optional(),
    }),
  ),
})
export type RolloutView = z.infer<typeof rolloutView>

const blueprintView = z.object({
  ID: z.string(),
  name: z.string(),
  /** The agent that its newest version was made of; absent once that is deleted. */
  source: z.object({ agentId: z.string(), title: z.string() }).optional(),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.number(),
      /** ISO 8601. */
      savedAt: z.string(),
      savedBy: z.string().optional(),
      changed: z.array(z.string()),
    }),
  ),
  /** The agents that follow it, by name, and the version that each follows. */
  agents: z.array(z.object({ agentId: z.string(), title: z.string(), version: z.number() })),
  /** Newest first. */
  rollouts: z.array(rolloutView),
})
export type BlueprintView = z.infer<typeof blueprintView>

/** What a rollout of the newest version would do to an agent. */
const blueprintStanding = z.object({
  agentId: z.string(),
  title: z.string(),
  /** The version that it follows. */
  version: z.number(),
  /** Names of the fields that would change without those in conflict. */
  takes: z.array(z.string()),
  /** Names of the fields, or settings of groups, in which it goes its own way. */
  diverged: z.array(z.string()),
  /** What both changed, with the beginning of the value of each as text. */
  conflicts: z.array(
    z.object({ path: z.string(), blueprint: z.string().optional(), agent: z.string().optional() }),
  ),
})
export type BlueprintStanding = z.infer<typeof blueprintStanding>

/** What a rollout left at an agent, to be taken into its draft. */
const blueprintDraft = z.object({
  rolloutId: z.string(),
  /** The name of the blueprint, if there still is one. */
  blueprint: z.string().optional(),
  version: z.number(),
  /** New values, and those that they replace. */
  changes: agentDocumentSchema,
  before: agentDocumentSchema,
})
export type BlueprintDraft = z.infer<typeof blueprintDraft>

export const blueprintEndpoints = defineEndpoints({
  'blueprints.list': {
    summary: 'The blueprints of a workspace, by name',
    method: 'GET',
    path,
    permission: 'blueprint.read',
    params: workspaceParams,
    ...wholeList(blueprintListItem),
  },
  'blueprints.create': {
    summary: 'Save an agent as a blueprint, which the agent then follows. Secrets stay with the agent',
    method: 'POST',
    path,
    permission: 'blueprint.manage',
    kind: 'command',
    params: workspaceParams,
    body: z.object({ name: blueprintName, agentId: id }),
    output: z.object({ blueprintId: z.string() }),
    refusals: { 'blueprint-limit-reached': 403 },
  },
  'blueprints.get': {
    summary: 'A blueprint, the agents that follow it, and its rollouts',
    method: 'GET',
    path: one,
    permission: 'blueprint.read',
    kind: 'query',
    params: blueprintParams,
    output: blueprintView,
  },
  'blueprints.rename': {
    summary: 'Rename a blueprint',
    method: 'POST',
    path: one,
    permission: 'blueprint.manage',
    kind: 'command',
    overwrites: 'blueprints.get',
    params: blueprintParams,
    body: z.object({ name: blueprintName }),
    output: done,
  },
  'blueprints.delete': {
    summary: 'Delete a blueprint. Its agents stay as they are',
    method: 'DELETE',
    path: one,
    permission: 'blueprint.manage',
    kind: 'command',
    overwrites: 'blueprints.get',
    params: blueprintParams,
    output: done,
    refusals: { 'rollout-running': 409 },
  },
  'blueprints.saveVersion': {
    summary: 'Save what an agent has published as a new version of a blueprint; no agent changes by that',
    method: 'POST',
    path: `${one}/versions`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: blueprintParams,
    body: z.object({ agentId: id }),
    output: z.object({ version: z.number() }),
    refusals: { 'nothing-changed': 409 },
  },
  'blueprints.attach': {
    summary: 'Let agents follow a blueprint from its newest version on; what differs by now is their own',
    method: 'POST',
    path: `${one}/agents`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: blueprintParams,
    body: z.object({ agentIds }),
    output: done,
    refusals: { 'too-many-agents': 403 },
  },
  'blueprints.detach': {
    summary: 'Let agents follow a blueprint no longer; they stay as they are',
    method: 'POST',
    path: `${one}/detach`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: blueprintParams,
    body: z.object({ agentIds }),
    output: done,
    refusals: { 'rollout-running': 409 },
  },
  'blueprints.createAgent': {
    summary: 'Create an agent from the newest version of a blueprint, which it then follows',
    method: 'POST',
    path: `${one}/new-agent`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: blueprintParams,
    body: z.object({ agentName: agentTitleSchema }),
    output: z.object({ agentId: z.string() }),
    refusals: { 'agent-limit-reached': 403, 'too-many-agents': 403, 'invalid-flow': 422 },
  },
  'blueprints.preview': {
    summary: 'What a rollout of the newest version would do to each agent that follows a blueprint',
    method: 'GET',
    path: `${one}/preview`,
    permission: 'blueprint.read',
    params: blueprintParams,
    ...wholeList(blueprintStanding, { version: z.number() }),
  },
  'blueprints.rollOut': {
    summary:
      'Merge the newest version of a blueprint into agents that follow it, as drafts or published. Agents take what they have not changed; an agent that may not be published is left with the draft',
    method: 'POST',
    path: `${one}/rollouts`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: blueprintParams,
    body: z.object({
      /** The version that was previewed. */
      version: z.number().int().min(1),
      as: z.enum(rolloutModes),
      /** Whose value is taken of a conflict that is not decided below: the agent's or the blueprint's. */
      conflicts: z.enum(['keep', 'replace']),
      targets: z
        .array(
          z.object({
            agentId: id,
            /** Paths of conflicts in which the agent keeps its value, or takes the blueprint's. */
            keep: z.array(z.string().max(200)).max(600).optional(),
            replace: z.array(z.string().max(200)).max(600).optional(),
          }),
        )
        .min(1)
        .max(maxBlueprintAgents),
    }),
    output: z.object({ rolloutId: z.string() }),
    refusals: { 'changed-meanwhile': 409, 'rollout-running': 409, 'agent-not-attached': 409 },
  },
  'blueprints.undoRollout': {
    summary: 'Undo a rollout: every agent gets back what it had before, except where it was changed since',
    method: 'POST',
    path: `${one}/rollouts/{rolloutId}/undo`,
    permission: 'blueprint.manage',
    kind: 'command',
    params: rolloutParams,
    output: done,
    refusals: { 'rollout-running': 409 },
  },
  'blueprintDrafts.get': {
    summary: 'What a rollout left at an agent to be published by hand',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/blueprint-draft',
    permission: 'agent.read',
    kind: 'query',
    params: agentParams,
    /** Without `draft` if there is none. */
    output: z.object({ draft: blueprintDraft.optional() }),
  },
  'blueprintDrafts.settle': {
    summary: 'Put away what a rollout left at an agent, since it was taken into a draft or is not wanted',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/blueprint-draft/settle',
    permission: 'agent.publish',
    kind: 'command',
    params: agentParams,
    body: z.object({ rolloutId: id }),
    output: done,
    refusals: { 'agent-deleted': 410 },
  },
})
