/** A blueprint: its versions, the agents that follow it, its rollouts. Stream `blueprint-<id>`; the tenant is the workspace. */
import { maxBlueprintAgents } from '@parley/contracts/agent/blueprint-endpoints.ts'
import {
  type BlueprintEvent,
  blueprintEvents,
  followsAfter,
  followsAgain,
  keptRollouts,
  keptVersions,
  type RolloutMode,
  type RolloutOutcome,
  type RolloutTarget,
  type UndoOutcome,
} from '@parley/contracts/agent/blueprint-events.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { changedFields } from '../agent.state.ts'

type BlueprintVersion = { version: number; document: AgentDocument }

export type Rollout = {
  rolloutId: string
  version: number
  as: RolloutMode
  conflicts: 'keep' | 'replace'
  targets: readonly RolloutTarget[]
  /** By agent. `from`: the version that it followed before. */
  outcomes: Readonly<Record<string, { outcome: RolloutOutcome; from: number }>>
  /** By agent, once it is being undone. */
  undone?: Readonly<Record<string, UndoOutcome>>
}

export type BlueprintState =
  | { status: 'none' | 'deleted' }
  | {
      status: 'live'
      name: string
      /** Oldest first: those that an agent follows, and the newest. */
      versions: readonly BlueprintVersion[]
      /** The version that each agent follows. */
      agents: Readonly<Record<string, number>>
      /** Oldest first; the newest ones alone. */
      rollouts: readonly Rollout[]
    }
type Live = Extract<BlueprintState, { status: 'live' }>

export type BlueprintCommand =
  | {
      type: 'CreateBlueprint'
      blueprintId: string
      name: string
      agentId: string
      document: AgentDocument
      limit: { most: number; blueprints: number }
    }
  | { type: 'SaveBlueprintVersion'; blueprintId: string; agentId: string; document: AgentDocument }
  | { type: 'RenameBlueprint'; blueprintId: string; name: string }
  | { type: 'DeleteBlueprint'; blueprintId: string }
  | { type: 'AttachAgents'; blueprintId: string; agentIds: readonly string[] }
  | { type: 'DetachAgents'; blueprintId: string; agentIds: readonly string[] }
  | ({
      type: 'StartRollout'
      blueprintId: string
    } & Pick<Rollout, 'rolloutId' | 'version' | 'as' | 'conflicts' | 'targets'>)
  | {
      type: 'RecordRollout'
      blueprintId: string
      rolloutId: string
      agentId: string
      outcome: RolloutOutcome
      changed: readonly string[]
      refusal?: string
    }
  | { type: 'StartUndo'; blueprintId: string; rolloutId: string }
  | {
      type: 'RecordUndo'
      blueprintId: string
      rolloutId: string
      agentId: string
      outcome: UndoOutcome
      changed: readonly string[]
      refusal?: string
    }

const missing = refuse('not-found', 'This blueprint does not exist.')
const noRollout = refuse('not-found', 'This rollout does not exist.')
const running = refuse(
  'rollout-running',
  'A rollout of this blueprint is still running. Wait until it is done.',
)

export const blueprint: Aggregate<BlueprintState, BlueprintCommand, BlueprintEvent> = {
  category: 'blueprint',
  events: blueprintEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: BlueprintCommand, state: BlueprintState): Decision<BlueprintEvent> {
  const { blueprintId } = command
  if (command.type === 'CreateBlueprint') {
    if (state.status !== 'none') return accept()
    const { name, agentId, document, limit } = command
    if (limit.blueprints >= limit.most)
      return refuse('blueprint-limit-reached', `A workspace can have ${limit.most} blueprints.`)
    return accept(
      { type: 'BlueprintCreated', data: { blueprintId, name, agentId, document } },
      { type: 'AgentsAttachedToBlueprint', data: { blueprintId, version: 1, agentIds: [agentId] } },
    )
  }
  if (state.status !== 'live') return missing
  const newest = newestVersion(state)
  switch (command.type) {
    case 'SaveBlueprintVersion': {
      const { agentId, document } = command
      const changed = changedFields(newest.document, document)
      if (changed.length === 0)
        return refuse('nothing-changed', 'This agent has nothing that the newest version does not have.')
      const version = newest.version + 1
      return accept({
        type: 'BlueprintVersionSaved',
        data: { blueprintId, version, agentId, changed, document },
      })
    }
    case 'RenameBlueprint':
      return command.name === state.name
        ? accept()
        : accept({ type: 'BlueprintRenamed', data: { blueprintId, name: command.name } })
    case 'DeleteBlueprint':
      return isRunning(state)
        ? running
        : accept({ type: 'BlueprintDeleted', data: { blueprintId, name: state.name } })
    case 'AttachAgents': {
      const agentIds = [...new Set(command.agentIds)].filter((id) => state.agents[id] === undefined)
      if (agentIds.length === 0) return accept()
      if (Object.keys(state.agents).length + agentIds.length > maxBlueprintAgents)
        return refuse('too-many-agents', `A blueprint can have ${maxBlueprintAgents} agents.`)
      return accept({
        type: 'AgentsAttachedToBlueprint',
        data: { blueprintId, version: newest.version, agentIds },
      })
    }
    case 'DetachAgents': {
      const agentIds = [...new Set(command.agentIds)].filter((id) => state.agents[id] !== undefined)
      if (agentIds.length === 0) return accept()
      if (isRunning(state)) return running
      return accept({ type: 'AgentsDetachedFromBlueprint', data: { blueprintId, agentIds } })
    }
    case 'StartRollout': {
      const { rolloutId, version, as, conflicts, targets } = command
      if (rolloutOf(state, rolloutId)) return accept()
      if (isRunning(state)) return running
      if (version !== newest.version)
        return refuse(
          'changed-meanwhile',
          'The blueprint has a newer version. Look at what it changes first.',
        )
      if (targets.some(({ agentId }) => state.agents[agentId] === undefined))
        return refuse('agent-not-attached', 'An agent does not follow this blueprint.', 'targets')
      return accept({
        type: 'RolloutStarted',
        data: { blueprintId, rolloutId, version, as, conflicts, targets: [...targets] },
      })
    }
    case 'RecordRollout': {
      const { rolloutId, agentId, outcome, changed, refusal } = command
      const rollout = rolloutOf(state, rolloutId)
      if (!rollout || rollout.outcomes[agentId]) return accept()
      return accept({
        type: 'RolloutCarriedOut',
        data: {
          ...{ blueprintId, rolloutId, agentId, outcome, changed: [...changed] },
          ...(refusal !== undefined && { refusal }),
        },
      })
    }
    case 'StartUndo': {
      const rollout = rolloutOf(state, command.rolloutId)
      if (!rollout) return noRollout
      const { undone } = rollout
      if (undone && !Object.values(undone).includes('refused')) return accept()
      if (isRunning(state)) return running
      return accept({ type: 'RolloutUndoStarted', data: { blueprintId, rolloutId: rollout.rolloutId } })
    }
    case 'RecordUndo': {
      const { rolloutId, agentId, outcome, changed, refusal } = command
      const undone = rolloutOf(state, rolloutId)?.undone
      if (!undone || undone[agentId]) return accept()
      return accept({
        type: 'RolloutTakenBack',
        data: {
          ...{ blueprintId, rolloutId, agentId, outcome, changed: [...changed] },
          ...(refusal !== undefined && { refusal }),
        },
      })
    }
  }
}

function evolve(state: BlueprintState, event: BlueprintEvent): BlueprintState {
  if (event.type === 'BlueprintCreated') {
    const { name, document } = event.data
    return { status: 'live', name, versions: [{ version: 1, document }], agents: {}, rollouts: [] }
  }
  if (state.status !== 'live') return state
  switch (event.type) {
    case 'BlueprintVersionSaved': {
      const { version, agentId, document } = event.data
      const follows = state.agents[agentId] === undefined ? {} : { [agentId]: version }
      const agents = { ...state.agents, ...follows }
      return inUse({ ...state, agents, versions: [...state.versions, { version, document }] })
    }
    case 'BlueprintRenamed':
      return { ...state, name: event.data.name }
    case 'AgentsAttachedToBlueprint': {
      const { agentIds, version } = event.data
      const attached = Object.fromEntries(agentIds.map((id) => [id, version]))
      return { ...state, agents: { ...state.agents, ...attached } }
    }
    case 'AgentsDetachedFromBlueprint':
      return inUse({ ...state, agents: without(state.agents, event.data.agentIds) })
    case 'RolloutStarted': {
      const { blueprintId: _, ...rollout } = event.data
      return { ...state, rollouts: [...state.rollouts, { ...rollout, outcomes: {} }].slice(-keptRollouts) }
    }
    case 'RolloutCarriedOut': {
      const { rolloutId, agentId, outcome } = event.data
      const from = state.agents[agentId] ?? 0
      const carried = changeRollout(state, rolloutId, (rollout) => ({
        ...rollout,
        outcomes: { ...rollout.outcomes, [agentId]: { outcome, from } },
      }))
      if (outcome === 'deleted') return inUse({ ...carried, agents: without(state.agents, [agentId]) })
      const rollout = rolloutOf(state, rolloutId)
      if (!rollout || !followsAfter(outcome) || from === 0) return carried
      return inUse({ ...carried, agents: { ...state.agents, [agentId]: rollout.version } })
    }
    case 'RolloutUndoStarted':
      // What could not be undone is tried again.
      return changeRollout(state, event.data.rolloutId, ({ undone = {}, ...rollout }) => ({
        ...rollout,
        undone: Object.fromEntries(Object.entries(undone).filter(([, outcome]) => outcome !== 'refused')),
      }))
    case 'RolloutTakenBack': {
      const { rolloutId, agentId, outcome } = event.data
      const rollout = rolloutOf(state, rolloutId)
      const changed = changeRollout(state, rolloutId, (one) => ({
        ...one,
        undone: { ...one.undone, [agentId]: outcome },
      }))
      const from = rollout?.outcomes[agentId]?.from
      const follows = from !== undefined && state.agents[agentId] === rollout?.version
      return follows && followsAgain(outcome)
        ? { ...changed, agents: { ...state.agents, [agentId]: from } }
        : changed
    }
    case 'BlueprintDeleted':
      return { status: 'deleted' }
  }
}

export function newestVersion({ versions }: Live): BlueprintVersion {
  const newest = versions.at(-1)
  if (!newest) throw new Error('A blueprint has at least one version.')
  return newest
}

/** The documents from the version that an agent follows to another one. */
export function versionsBetween(state: Live, from: number, to: number): AgentDocument[] {
  return state.versions
    .filter(({ version }) => version >= from && version <= to)
    .map(({ document }) => document)
}

export function rolloutOf(state: Live, rolloutId: string): Rollout | undefined {
  return state.rollouts.find((known) => known.rolloutId === rolloutId)
}

function isRunning({ rollouts }: Live): boolean {
  return rollouts.some(({ targets, outcomes, undone }) =>
    targets.some(({ agentId }) => !outcomes[agentId] || (undone && !undone[agentId])),
  )
}

function changeRollout(state: Live, rolloutId: string, change: (rollout: Rollout) => Rollout): Live {
  const rollouts = state.rollouts.map((known) => (known.rolloutId === rolloutId ? change(known) : known))
  return { ...state, rollouts }
}

/**
 * Without the versions before the oldest that an agent follows, or would follow again if a rollout is undone. An agent
 * that follows an older one than is kept counts as if it followed the oldest.
 */
function inUse(state: Live): Live {
  const followed = [
    ...Object.values(state.agents),
    ...state.rollouts.flatMap(({ outcomes, undone }) =>
      undone ? [] : Object.values(outcomes).map(({ from }) => from),
    ),
  ].filter((version) => version > 0)
  const oldest = Math.min(newestVersion(state).version, ...followed)
  return {
    ...state,
    versions: state.versions.filter(({ version }) => version >= oldest).slice(-keptVersions),
  }
}

function without(agents: Live['agents'], ids: readonly string[]): Live['agents'] {
  return Object.fromEntries(Object.entries(agents).filter(([id]) => !ids.includes(id)))
}
