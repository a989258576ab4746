/** What is folded of an agent's stream, and what its deciders share. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { RolloutMode } from '@parley/contracts/agent/blueprint-events.ts'
import {
  agentDefaultsWithoutNodes,
  maxVersionsListed,
  withDefaults,
} from '@parley/contracts/agent/defaults.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { callerValuesOf } from '@parley/contracts/agent/field-values.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import { flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import { withKeptSecrets } from '@parley/contracts/agent/secrets.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'

export type AgentVersion = { version: number; document: AgentDocument }

export type Canary = {
  version: number
  controlVersion: number
  /** Percent of new conversations. */
  share: number
  /** ISO 8601. */
  startedAt: string
  /** Fields in which it differed from the published document when it started. */
  changed: readonly string[]
}

/** A version of a blueprint that was merged into the agent. */
export type TakenBlueprint = {
  rolloutId: string
  blueprintId: string
  blueprintVersion: number
  as: RolloutMode
  changed: readonly string[]
  /** The values of what changed: before, and then. */
  before: AgentDocument
  after: AgentDocument
  versionBefore?: number | undefined
  /** Why it is a draft although it was to be published: the code of the refusal. */
  refusal?: string | undefined
  /** What undoing it left as it was changed since; undefined until it is undone. */
  takenBack?: { changed: readonly string[]; kept: readonly string[] }
}

export type AgentState = {
  status: 'none' | 'live' | 'deleted'
  document: AgentDocument
  /** Oldest first, at most as many as Version History lists. */
  versions: readonly AgentVersion[]
  /** Both of its versions are among `versions`. */
  canary?: Canary | undefined
  /** Oldest first; the newest ones alone. */
  blueprints: readonly TakenBlueprint[]
  /** The rollout whose draft waits for a person. */
  blueprintDraft?: string | undefined
  /** Of the last event; -1 before the first. */
  revision: number
}

/** The document that an agent has once a draft, which may name some of the fields, is saved. */
export function savedDocument(published: AgentDocument, draft: AgentDocument): AgentDocument {
  const given = withKeptSecrets(callerValuesOf(agentFields, draft), published)
  return completed({ ...published, ...given }, published)
}

/** The event that publishes changes of some fields. */
export function published(
  agentId: string,
  state: AgentState,
  changes: AgentDocument,
  now: Date,
  more: { untested?: string | undefined; canary?: number } = {},
): AgentEvent {
  const keys =
    'SECRET_API_KEY' in changes ? { keyHash: keyHash(changes), formerKeyHash: keyHash(state.document) } : {}
  return {
    type: 'AgentPublished',
    data: {
      agentId,
      changes,
      lastModified: nextModified(state, now),
      ...keys,
      ...(more.untested === undefined ? {} : { untested: more.untested }),
      ...(more.canary === undefined ? {} : { canary: more.canary }),
    },
  }
}

/** The fields of a document that are wanted. */
export function only(document: AgentDocument, wanted: (name: string) => boolean): AgentDocument {
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted(name)))
}

/** The new values of the fields that differ. */
export function changesOf(before: AgentDocument, after: AgentDocument): AgentDocument {
  return Object.fromEntries(changedFields(before, after).map((name) => [name, after[name]]))
}

/** A promoted canary is a version already: that is the published document now, with its time. */
export function withPromoted(state: AgentState, document: AgentDocument): AgentState {
  const newest = newestVersion(state)
  const isNewest = newest && changedFields(newest.document, document).length === 0
  const versions = isNewest ? [...state.versions.slice(0, -1), { ...newest, document }] : state.versions
  return { ...state, document, versions }
}

export function withVersion(state: AgentState, version: AgentVersion): AgentState {
  return { ...state, versions: [...state.versions, version].slice(-maxVersionsListed) }
}

/** Adds the extra defaults of vg agents without nodes (part 1 §3) where the document has no value. */
export function completed(document: AgentDocument, otherwise: AgentDocument): AgentDocument {
  const platform = document.agentPlatform ?? otherwise.agentPlatform
  const enableNodes = document.enableNodes ?? otherwise.enableNodes
  return platform === 'vg' && !enableNodes ? withDefaults(document, agentDefaultsWithoutNodes) : document
}

/** A flow that was saved before flows were checked is accepted until `nodes` or `enableNodes` changes. */
export function refuseUnsoundFlow(document: AgentDocument, changed: readonly string[]) {
  if (!document.enableNodes || !changed.some((name) => name === 'nodes' || name === 'enableNodes'))
    return undefined
  const problem = flowProblems(document.nodes ?? []).find(({ level }) => level === 'error')
  if (!problem) return undefined
  return refuse('invalid-flow', problem.message, problem.nodeId === '' ? 'nodes' : `nodes.${problem.nodeId}`)
}

type FieldName = keyof AgentDocument

export function changedFields(before: AgentDocument, after: AgentDocument): FieldName[] {
  const names = Object.keys({ ...before, ...after }) as FieldName[]
  return names.filter((name) => name !== 'lastModified' && !isDeepStrictEqual(before[name], after[name]))
}

/** Increases with every change even within one second, so that `changed-meanwhile` detects all of them. */
export function nextModified(state: AgentState, now: Date): number {
  return Math.max(unixSeconds(now), (state.document.lastModified ?? 0) + 1)
}

export function unixSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

export function keyHash(document: AgentDocument): string {
  return createHash('sha256')
    .update(document.SECRET_API_KEY ?? '')
    .digest('hex')
}

export function newestVersion(state: AgentState): AgentVersion | undefined {
  return state.versions.at(-1)
}

export function lastVersion(state: AgentState): number {
  return newestVersion(state)?.version ?? 0
}
