/** The blueprints of a workspace, with names sealed as in the events. Their documents are folded from their streams. */
import {
  blueprintEvents,
  followsAfter,
  followsAgain,
  keptRollouts,
  keptVersions,
  type RolloutMode,
  type RolloutOutcome,
  type UndoOutcome,
} from '@parley/contracts/agent/blueprint-events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

type By = { kind: string; id: string }

export type BlueprintRollout = {
  rolloutId: string
  version: number
  as: RolloutMode
  startedAt: string
  startedBy: By
  undoing: boolean
  agents: {
    agentId: string
    outcome?: RolloutOutcome
    changed: string[]
    refusal?: string
    undo?: { outcome: UndoOutcome; changed: string[]; refusal?: string }
    /** The version that the agent followed before. */
    from?: number
  }[]
}

export type BlueprintDocument = {
  blueprintId: string
  /** Sealed. */
  name: string
  sourceAgentId: string
  /** Newest first, at most `keptVersions`. */
  versions: { version: number; savedAt: string; savedBy: By; changed: string[] }[]
  /** The version that each agent follows. */
  agents: Record<string, number>
  /** Newest first, at most `keptRollouts`. */
  rollouts: BlueprintRollout[]
  createdAt: string
}

export const blueprintsProjection = tenantProjection<BlueprintDocument>()({
  name: 'blueprints',
  version: 1,
  events: blueprintEvents,
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.blueprintId,
  project(found, event) {
    const saved = { savedAt: event.at, savedBy: { kind: event.actor.kind, id: event.actor.id } }
    if (event.type === 'BlueprintCreated') {
      const { blueprintId, name, agentId } = event.data
      return {
        ...{ blueprintId, name, sourceAgentId: agentId, agents: {}, rollouts: [], createdAt: event.at },
        versions: [{ version: 1, ...saved, changed: [] }],
      }
    }
    if (!found) return undefined
    switch (event.type) {
      case 'BlueprintVersionSaved': {
        const { version, agentId, changed } = event.data
        const versions = [{ version, ...saved, changed }, ...found.versions].slice(0, keptVersions)
        const follows = found.agents[agentId] === undefined ? {} : { [agentId]: version }
        return { ...found, sourceAgentId: agentId, agents: { ...found.agents, ...follows }, versions }
      }
      case 'BlueprintRenamed':
        return { ...found, name: event.data.name }
      case 'AgentsAttachedToBlueprint': {
        const { agentIds, version } = event.data
        return {
          ...found,
          agents: { ...found.agents, ...Object.fromEntries(agentIds.map((id) => [id, version])) },
        }
      }
      case 'AgentsDetachedFromBlueprint':
        return { ...found, agents: without(found.agents, event.data.agentIds) }
      case 'RolloutStarted': {
        const { rolloutId, version, as, targets } = event.data
        const rollout: BlueprintRollout = {
          ...{ rolloutId, version, as, startedAt: event.at, startedBy: saved.savedBy, undoing: false },
          agents: targets.map(({ agentId }) => ({ agentId, changed: [] })),
        }
        return { ...found, rollouts: [rollout, ...found.rollouts].slice(0, keptRollouts) }
      }
      case 'RolloutCarriedOut': {
        const { rolloutId, agentId, outcome, changed, refusal } = event.data
        const from = found.agents[agentId]
        const carried = changeAgent(found, rolloutId, agentId, (one) => ({
          ...one,
          ...{ outcome, changed },
          ...(refusal !== undefined && { refusal }),
          ...(from !== undefined && { from }),
        }))
        if (outcome === 'deleted') return { ...carried, agents: without(found.agents, [agentId]) }
        const version = found.rollouts.find((one) => one.rolloutId === rolloutId)?.version
        return followsAfter(outcome) && from !== undefined && version !== undefined
          ? { ...carried, agents: { ...found.agents, [agentId]: version } }
          : carried
      }
      case 'RolloutUndoStarted': {
        const { rolloutId } = event.data
        return changeRollout(found, rolloutId, (rollout) => ({
          ...rollout,
          undoing: true,
          // What could not be undone is tried again.
          agents: rollout.agents.map(({ undo, ...agent }) =>
            undo && undo.outcome !== 'refused' ? { ...agent, undo } : agent,
          ),
        }))
      }
      case 'RolloutTakenBack': {
        const { rolloutId, agentId, outcome, changed, refusal } = event.data
        const rollout = found.rollouts.find((one) => one.rolloutId === rolloutId)
        const from = rollout?.agents.find((one) => one.agentId === agentId)?.from
        const undo = { outcome, changed, ...(refusal !== undefined && { refusal }) }
        const back = changeAgent(found, rolloutId, agentId, (one) => ({ ...one, undo }))
        return followsAgain(outcome) && from !== undefined && found.agents[agentId] === rollout?.version
          ? { ...back, agents: { ...found.agents, [agentId]: from } }
          : back
      }
      case 'BlueprintDeleted':
        return undefined
    }
  },
})

type OfAgent = BlueprintRollout['agents'][number]

function changeRollout(
  document: BlueprintDocument,
  rolloutId: string,
  change: (rollout: BlueprintRollout) => BlueprintRollout,
): BlueprintDocument {
  const rollouts = document.rollouts.map((one) => (one.rolloutId === rolloutId ? change(one) : one))
  return { ...document, rollouts }
}

function changeAgent(
  document: BlueprintDocument,
  rolloutId: string,
  agentId: string,
  change: (agent: OfAgent) => OfAgent,
): BlueprintDocument {
  return changeRollout(document, rolloutId, (rollout) => ({
    ...rollout,
    agents: rollout.agents.map((one) => (one.agentId === agentId ? change(one) : one)),
  }))
}

function without(agents: BlueprintDocument['agents'], ids: readonly string[]): BlueprintDocument['agents'] {
  return Object.fromEntries(Object.entries(agents).filter(([id]) => !ids.includes(id)))
}
