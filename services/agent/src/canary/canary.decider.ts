/** A canary version of an agent: its start, its share, and its end. Part of the agent's stream. */
import { isDeepStrictEqual } from 'node:util'
import { maxVersionsListed } from '@parley/contracts/agent/defaults.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import {
  type AgentState,
  changedFields,
  changesOf,
  lastVersion,
  newestVersion,
  published,
  refuseUnsoundFlow,
  savedDocument,
  withVersion,
} from '../agent.state.ts'

type CanaryEvent = Extract<AgentEvent, { type: `Canary${string}` }>
type Withdrawal = Omit<Extract<AgentEvent, { type: 'CanaryWithdrawn' }>['data'], 'agentId' | 'version'>

export type CanaryCommand =
  | {
      type: 'StartCanary'
      agentId: string
      /** The draft; fields that are absent stay as they are published. */
      document: AgentDocument
      share: number
      untested?: string
      /** As of `SaveAgent`. */
      testedOn?: number
    }
  | { type: 'ChangeCanaryShare'; agentId: string; version: number; share: number }
  | {
      type: 'PromoteCanary'
      agentId: string
      version: number
      untested?: string
      /** As of `SaveAgent`. */
      testedOn?: number
    }
  | ({ type: 'WithdrawCanary'; agentId: string; version: number } & Withdrawal)

/** While a canary runs, the published version that it is compared with stays as it is. */
export const canaryRunning = refuse(
  'canary-running',
  'A canary version is running. Promote or withdraw it first.',
)
const changedMeanwhile = refuse(
  'changed-meanwhile',
  'Somebody else saved this agent in the meantime. Reload to see their changes.',
)
const noCanary = refuse('no-canary', 'This canary version is not running any more.')

export function startCanary(
  command: Extract<CanaryCommand, { type: 'StartCanary' }>,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const { agentId, share, untested } = command
  if (state.canary) return canaryRunning
  const document = savedDocument(state.document, command.document)
  const changed = changedFields(state.document, document)
  if (changed.length === 0) return refuse('nothing-changed', 'This draft has no changes to try.')
  const unsound = refuseUnsoundFlow(document, changed)
  if (unsound) return unsound
  const last = state.document.lastModified ?? 0
  const seen = command.document.lastModified
  if ((command.testedOn !== undefined && command.testedOn !== last) || (seen !== undefined && seen < last))
    return changedMeanwhile
  const isKept = isDeepStrictEqual(newestVersion(state)?.document, state.document)
  const controlVersion = lastVersion(state) + (isKept ? 0 : 1)
  return accept({
    type: 'CanaryStarted',
    data: {
      agentId,
      version: controlVersion + 1,
      controlVersion,
      share,
      at: now.toISOString(),
      changed,
      document,
      ...(untested === undefined ? {} : { untested }),
    },
  })
}

export function decideCanary(
  command: Exclude<CanaryCommand, { type: 'StartCanary' }>,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const { agentId, version } = command
  const { canary } = state
  if (canary?.version !== version) return noCanary
  switch (command.type) {
    case 'ChangeCanaryShare':
      return command.share === canary.share
        ? accept()
        : accept({ type: 'CanaryShareChanged', data: { agentId, version, share: command.share } })
    case 'PromoteCanary': {
      const { testedOn, untested } = command
      if (testedOn !== undefined && testedOn !== (state.document.lastModified ?? 0)) return changedMeanwhile
      const changes = changesOf(state.document, promoted(state))
      const promotion: AgentEvent = { type: 'CanaryPromoted', data: { agentId, version } }
      return Object.keys(changes).length === 0
        ? accept(promotion)
        : accept(promotion, published(agentId, state, changes, now, { canary: version, untested }))
    }
    case 'WithdrawCanary': {
      const { reason, rates } = command
      return accept({
        type: 'CanaryWithdrawn',
        data: { agentId, version, reason, ...(rates === undefined ? {} : { rates }) },
      })
    }
  }
}

export function evolveCanary(state: AgentState, event: CanaryEvent): AgentState {
  switch (event.type) {
    case 'CanaryStarted': {
      const { version, controlVersion, share, at: startedAt, changed, document } = event.data
      const isKept = state.versions.some((known) => known.version === controlVersion)
      const kept = isKept ? state : withVersion(state, { version: controlVersion, document: state.document })
      return {
        ...withVersion(kept, { version, document }),
        canary: { version, controlVersion, share, startedAt, changed },
      }
    }
    case 'CanaryShareChanged':
      return state.canary ? { ...state, canary: { ...state.canary, share: event.data.share } } : state
    case 'CanaryPromoted':
    case 'CanaryWithdrawn':
      return { ...state, canary: undefined, versions: state.versions.slice(-maxVersionsListed) }
  }
}

/** The published document with what the canary version changed. */
export function promoted(state: AgentState): AgentDocument {
  const { canary, versions, document } = state
  const wanted = new Map(
    Object.entries(versions.find((known) => known.version === canary?.version)?.document ?? {}),
  )
  const changes = Object.fromEntries((canary?.changed ?? []).map((name) => [name, wanted.get(name)]))
  return { ...document, ...changes }
}
