/** What blueprints of agents are made of, and how a version of one is merged into an agent. Pure functions. */
import { isRecord } from '../is-record.ts'
import { same } from '../same.ts'
import type { AgentDocument } from './document.ts'
import { type Choice, type DraftConflict, mergeDraft } from './draft-merge.ts'
import { blueprintValuesOf } from './field-values.ts'
import { agentFields, agentGroups } from './fields.ts'
import { withoutSecrets } from './secrets.ts'

/** What a blueprint has of an agent: neither secrets nor what each agent has of its own. */
export function blueprintContent(document: AgentDocument): AgentDocument {
  return withoutSecrets(blueprintValuesOf(agentFields, document))
}

export type BlueprintMerge = {
  /** The new values of the fields that change, and what each was before. */
  changes: AgentDocument
  before: AgentDocument
  /** What both sides changed and nobody decided; `mine` is the blueprint's value. */
  conflicts: DraftConflict[]
  /** The fields, or settings of a group, that differ from the blueprint after the merge, other than those in conflict. */
  diverged: string[]
}

/**
 * Merges the newest of a blueprint's versions into an agent. `versions`: from the one that the agent follows, oldest
 * first. A value that stands in any of them is not the agent's own. `choices` decide conflicts; `mine` takes the
 * blueprint's value.
 */
export function mergeBlueprint(
  versions: readonly AgentDocument[],
  agent: AgentDocument,
  choices: (path: string) => Choice | undefined,
): BlueprintMerge {
  const wanted = new Map(Object.entries(versions.at(-1) ?? {}))
  const theirs = new Map(Object.entries(agent))
  const bases = versions.map((version) => new Map(Object.entries(version)))
  const former = (name: string) => {
    const own = theirs.get(name)
    const known = own !== undefined && bases.some((base) => same(base.get(name), own))
    return known ? own : bases[0]?.get(name)
  }
  const edited = [...wanted.keys()].filter((name) => !same(wanted.get(name), former(name)))
  const draft = {
    edits: Object.fromEntries(edited.map((name) => [name, wanted.get(name)])),
    base: Object.fromEntries(edited.map((name) => [name, former(name)])),
  }
  const { edits, conflicts } = mergeDraft(draft, agent, choices, agentGroups)
  const inConflict = new Set(conflicts.map(({ path }) => path))
  const merged = new Map(Object.entries({ ...agent, ...edits }))
  const diverged = [...wanted.entries()].flatMap(([name, value]) =>
    differencesIn(name, value, merged.get(name)),
  )
  return {
    changes: edits,
    before: Object.fromEntries(
      Object.keys(edits).flatMap((name) => (theirs.has(name) ? [[name, theirs.get(name)]] : [])),
    ),
    conflicts,
    diverged: diverged.filter((path) => ![...inConflict].some((one) => one === path || isWithin(one, path))),
  }
}

/** The field, or the settings of a group, that differ. */
function differencesIn(name: string, one: unknown, other: unknown): string[] {
  if (same(one, other)) return []
  if (!agentGroups.includes(name) || !isRecord(one)) return [name]
  const values = isRecord(other) ? other : {}
  return Object.keys(one).flatMap((key) => (same(one[key], values[key]) ? [] : [`${name}.${key}`]))
}

const isWithin = (path: string, field: string) => path.startsWith(`${field}.`)
