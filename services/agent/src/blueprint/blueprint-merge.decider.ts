/** What rollouts of blueprints do to an agent, and how it is undone. Part of the agent's stream. */
import { isDeepStrictEqual } from 'node:util'
import { mergeBlueprint } from '@parley/contracts/agent/blueprint.ts'
import { keptRollouts, type RolloutMode } from '@parley/contracts/agent/blueprint-events.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Choice } from '@parley/contracts/agent/draft-merge.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import {
  type AgentState,
  changedFields,
  lastVersion,
  newestVersion,
  nextModified,
  only,
  published,
  refuseUnsoundFlow,
  type TakenBlueprint,
} from '../agent.state.ts'
import { canaryRunning } from '../canary/canary.decider.ts'

export type BlueprintMergeCommand =
  | {
      type: 'TakeBlueprint'
      agentId: string
      blueprintId: string
      blueprintVersion: number
      rolloutId: string
      as: RolloutMode
      /** From the version that the agent follows to the one to be taken, with the addresses of this agent's pictures. */
      versions: readonly AgentDocument[]
      decide(path: string): Choice
      /** As of `SaveAgent`. */
      testedOn?: number
      /** Why it is left as a draft although it was to be published: the code of the refusal. */
      refusal?: string
    }
  | { type: 'TakeBlueprintBack'; agentId: string; blueprintId: string; rolloutId: string }
  | { type: 'SettleBlueprintDraft'; agentId: string; rolloutId: string }

type MergeEvent = Extract<AgentEvent, { type: `Blueprint${string}` }>

export function decideMerge(
  command: BlueprintMergeCommand,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const { agentId, rolloutId } = command
  const taken = state.blueprints.find((known) => known.rolloutId === rolloutId)
  switch (command.type) {
    case 'TakeBlueprint':
      return taken ? accept() : take(command, state, now)
    case 'TakeBlueprintBack':
      return !taken || taken.takenBack ? accept() : takeBack(agentId, taken, state, now)
    case 'SettleBlueprintDraft':
      if (!taken) return refuse('not-found', 'There is no such draft of a blueprint.')
      return state.blueprintDraft === rolloutId
        ? accept({
            type: 'BlueprintDraftSettled',
            data: { agentId, blueprintId: taken.blueprintId, rolloutId },
          })
        : accept()
  }
}

function take(
  command: Extract<BlueprintMergeCommand, { type: 'TakeBlueprint' }>,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const { agentId, blueprintId, blueprintVersion, rolloutId, as } = command
  const { changes, before } = mergeBlueprint(command.versions, state.document, command.decide)
  const changed = Object.keys(changes)
  if (changed.length === 0) return accept()
  const merged = { agentId, blueprintId, blueprintVersion, rolloutId, as, changed, before }
  if (as === 'draft') {
    const { refusal } = command
    const why = refusal !== undefined && { refusal }
    return accept({ type: 'BlueprintTaken', data: { ...merged, changes, ...why } })
  }

  if (state.canary) return canaryRunning
  const unsound = refuseUnsoundFlow({ ...state.document, ...changes }, changed)
  if (unsound) return unsound
  if (command.testedOn !== undefined && command.testedOn !== (state.document.lastModified ?? 0))
    return refuse('changed-meanwhile', 'Somebody else saved this agent in the meantime.')
  // Version History shows the agent before and after it.
  const isKept = isDeepStrictEqual(newestVersion(state)?.document, state.document)
  const versionBefore = lastVersion(state) + (isKept ? 0 : 1)
  const kept: AgentEvent[] = isKept
    ? []
    : [{ type: 'AgentBackupSaved', data: { agentId, version: versionBefore, revision: state.revision } }]
  return accept(
    ...kept,
    published(agentId, state, changes, now),
    {
      type: 'AgentBackupSaved',
      data: { agentId, version: versionBefore + 1, revision: state.revision + kept.length + 1 },
    },
    { type: 'BlueprintTaken', data: { ...merged, versionBefore } },
  )
}

function takeBack(
  agentId: string,
  taken: TakenBlueprint,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const { rolloutId, blueprintId, versionBefore } = taken
  const back = (changed: string[], kept: string[]): AgentEvent => ({
    type: 'BlueprintTakenBack',
    data: { agentId, blueprintId, rolloutId, changed, kept },
  })
  const [present, after] = [new Map(Object.entries(state.document)), new Map(Object.entries(taken.after))]
  const untouched = taken.changed.filter((name) => isDeepStrictEqual(present.get(name), after.get(name)))
  // What a person published of a draft is theirs.
  if (taken.as === 'draft')
    return accept(state.blueprintDraft === rolloutId ? back([...taken.changed], []) : back([], untouched))
  const kept = taken.changed.filter((name) => !untouched.includes(name))
  if (untouched.length === 0) return accept(back([], kept))
  if (state.canary) return canaryRunning
  const restored = {
    ...only(state.document, (name) => !untouched.includes(name)),
    ...only(taken.before, (name) => untouched.includes(name)),
  }
  const unsound = refuseUnsoundFlow(restored, untouched)
  if (unsound) return unsound
  const lastModified = nextModified(state, now)
  return accept(
    {
      type: 'AgentVersionRestored',
      data: {
        agentId,
        version: lastVersion(state) + 1,
        restoredFrom: versionBefore ?? lastVersion(state),
        changed: changedFields(state.document, restored),
        document: { ...restored, lastModified },
        lastModified,
      },
    },
    back(untouched, kept),
  )
}

export function evolveMerge(state: AgentState, event: MergeEvent): AgentState {
  const { rolloutId } = event.data
  const settled = state.blueprintDraft === rolloutId ? { ...state, blueprintDraft: undefined } : state
  switch (event.type) {
    case 'BlueprintTaken': {
      const { agentId: _, changes, ...taken } = event.data
      const after = changes ?? only(state.document, (name) => taken.changed.includes(name))
      const superseded = waitingDraft(state)?.blueprintId === taken.blueprintId
      return {
        ...state,
        blueprints: [...state.blueprints, { ...taken, after }].slice(-keptRollouts),
        ...(superseded && { blueprintDraft: undefined }),
        ...(taken.as === 'draft' && { blueprintDraft: rolloutId }),
      }
    }
    case 'BlueprintTakenBack': {
      const { changed, kept } = event.data
      const blueprints = state.blueprints.map((known) =>
        known.rolloutId === rolloutId ? { ...known, takenBack: { changed, kept } } : known,
      )
      return { ...settled, blueprints }
    }
    case 'BlueprintDraftSettled':
      return settled
  }
}

/** A draft is settled once all of it is published. */
export function settledByDocument(state: AgentState): AgentState {
  const draft = state.blueprintDraft && waitingDraft(state)
  if (!draft) return state
  const isPublished = isDeepStrictEqual(
    only(state.document, (name) => draft.changed.includes(name)),
    draft.after,
  )
  return isPublished ? { ...state, blueprintDraft: undefined } : state
}

/** What waits for a person to take it into their draft. */
export function waitingDraft({ blueprints, blueprintDraft }: AgentState): TakenBlueprint | undefined {
  return blueprints.find(({ rolloutId }) => rolloutId === blueprintDraft)
}
