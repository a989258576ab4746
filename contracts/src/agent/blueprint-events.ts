import { z } from 'zod'
import { defineEvents, type EventOf, tenantText } from '../message.ts'
import { keptDocumentSchema } from './pictures.ts'

/** How a rollout reaches agents. */
export const rolloutModes = ['draft', 'published'] as const
export type RolloutMode = (typeof rolloutModes)[number]

/**
 * What became of a rollout at an agent: it was published or left as a draft, nothing was to change, the blueprint could
 * not be taken, or the agent is deleted.
 */
export const rolloutOutcomes = ['published', 'draft', 'unchanged', 'refused', 'deleted'] as const
export type RolloutOutcome = (typeof rolloutOutcomes)[number]

/**
 * What became of undoing it: the agent has back all that it had, or what was not changed since; all was changed since,
 * there was nothing to undo, it could not be undone, which can be tried again, or the agent is deleted.
 */
export const undoOutcomes = ['undone', 'partly', 'kept', 'unchanged', 'refused', 'deleted'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]

/** Of a blueprint, the newest ones. */
export const keptVersions = 30
/** Those that can be undone, of a blueprint and at an agent: the newest ones. */
export const keptRollouts = 10

/** Whether an agent follows the version of a rollout after it. */
export const followsAfter = (outcome: RolloutOutcome): boolean =>
  outcome === 'published' || outcome === 'unchanged'

/** Whether an agent that still follows the version of a rollout follows the one before it again, once it is undone. */
export const followsAgain = (outcome: UndoOutcome): boolean =>
  outcome === 'undone' || outcome === 'partly' || outcome === 'unchanged'

/** Which conflicts take the agent's value and which the blueprint's, by their paths. */
export const rolloutTarget = z.object({
  agentId: z.string(),
  keep: z.array(z.string()),
  replace: z.array(z.string()),
})
export type RolloutTarget = z.infer<typeof rolloutTarget>

const ofBlueprint = { blueprintId: z.string() }
const ofRollout = { ...ofBlueprint, rolloutId: z.string() }

/** Stream `blueprint-<blueprintId>`; the tenant is the workspace. Versions count from 1. */
export const blueprintEvents = defineEvents({
  BlueprintCreated: {
    version: 1,
    summary: 'Saved an agent as a blueprint',
    data: z.object({
      ...ofBlueprint,
      name: tenantText(),
      /** The agent that it was made of. */
      agentId: z.string(),
      document: keptDocumentSchema,
    }),
  },
  BlueprintVersionSaved: {
    version: 1,
    summary: 'Saved a new version of a blueprint',
    data: z.object({
      ...ofBlueprint,
      version: z.number(),
      agentId: z.string(),
      /** Names of the fields that differ from the version before. */
      changed: z.array(z.string()),
      document: keptDocumentSchema,
    }),
  },
  BlueprintRenamed: {
    version: 1,
    summary: 'Renamed a blueprint',
    data: z.object({ ...ofBlueprint, name: tenantText() }),
  },
  /** From now on they follow it; what differs from `version` is their own. */
  AgentsAttachedToBlueprint: {
    version: 1,
    summary: 'Attached agents to a blueprint',
    data: z.object({ ...ofBlueprint, version: z.number(), agentIds: z.array(z.string()) }),
  },
  AgentsDetachedFromBlueprint: {
    version: 1,
    summary: 'Detached agents from a blueprint',
    data: z.object({ ...ofBlueprint, agentIds: z.array(z.string()) }),
  },
  RolloutStarted: {
    version: 1,
    summary: 'Rolled a blueprint out to agents',
    data: z.object({
      ...ofRollout,
      version: z.number(),
      as: z.enum(rolloutModes),
      /** Whose value is taken of a conflict that no target decides. */
      conflicts: z.enum(['keep', 'replace']),
      targets: z.array(rolloutTarget),
    }),
  },
  RolloutCarriedOut: {
    version: 1,
    summary: 'Rolled a blueprint out to an agent',
    data: z.object({
      ...ofRollout,
      agentId: z.string(),
      outcome: z.enum(rolloutOutcomes),
      /** Names of the fields that changed. */
      changed: z.array(z.string()),
      /**
       * The code of the refusal, if it was refused, or left as a draft though it was to be published; `unexpected` of any
       * other failure.
       */
      refusal: z.string().optional(),
    }),
  },
  RolloutUndoStarted: {
    version: 1,
    summary: 'Undid the rollout of a blueprint',
    data: z.object(ofRollout),
  },
  RolloutTakenBack: {
    version: 1,
    summary: 'Took the rollout of a blueprint back from an agent',
    data: z.object({
      ...ofRollout,
      agentId: z.string(),
      outcome: z.enum(undoOutcomes),
      /** Names of the fields that were changed since and stay, or that could not be undone. */
      changed: z.array(z.string()),
      /** The code of the refusal, if it could not be undone; `unexpected` of any other failure. */
      refusal: z.string().optional(),
    }),
  },
  BlueprintDeleted: {
    version: 1,
    summary: 'Deleted a blueprint',
    data: z.object({ ...ofBlueprint, name: tenantText() }),
  },
})
export type BlueprintEvent = EventOf<typeof blueprintEvents>
