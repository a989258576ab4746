/**
 * Three-way merge of an unpublished draft, or of a blueprint, with what others published since. Pure functions. Changes of
 * different fields, of different settings of a group, and of different nodes are merged. What both sides changed
 * differently stays a conflict with all its values until somebody chooses.
 */
import { isRecord } from '../is-record.ts'
import { same } from '../same.ts'
import type { AgentDocument } from './document.ts'
import type { AgentNode } from './nodes.ts'

/** New values of edited fields, and the published value of each when its editing began. */
export type Draft = { edits: Partial<AgentDocument>; base: Partial<AgentDocument> }

export type Choice = 'mine' | 'theirs'

export type DraftConflict = {
  /** Identifies the conflict: a field such as `title` or `ui.widgetType`, `nodes.<id>`, or `nodes.<id>.position`. */
  path: string
  /** Set if it is about a node. */
  nodeId?: string
  /** The values of each side; undefined where there is none, such as of a node that was removed. */
  base: unknown
  mine: unknown
  theirs: unknown
}

/** `edits` on top of the present published document; `base` keeps the former values of what is in conflict. */
export type MergedDraft = Draft & { conflicts: DraftConflict[] }

/** One value merged: what the draft has, what it is compared with from now on, and what could not be merged. */
type Merged<Value = unknown> = { mine: Value; base: Value; conflicts: DraftConflict[] }
type Sides<Value = unknown> = { base: Value; mine: Value; theirs: Value }
type Choices = (path: string) => Choice | undefined
type Groups = readonly string[]

/**
 * Merges a draft with the published document. Edits that are published already are removed. `choices` decide conflicts
 * by their `path`; `groups` names the fields whose settings are merged one by one.
 */
export function mergeDraft(
  draft: Draft,
  server: AgentDocument,
  choices: Choices,
  groups: Groups,
): MergedDraft {
  const base = new Map(Object.entries(draft.base))
  const theirs = new Map(Object.entries(server))
  const fields = Object.entries(draft.edits).map(([name, mine]) => {
    const sides = { base: base.get(name), mine, theirs: theirs.get(name) }
    return { name, theirs: sides.theirs, ...mergeField(name, sides, choices, groups) }
  })
  const left = fields.filter((field) => field.conflicts.length > 0 || !same(field.mine, field.theirs))
  return {
    edits: Object.fromEntries(left.map(({ name, mine }) => [name, mine])),
    base: Object.fromEntries(left.map((field) => [field.name, field.base])),
    conflicts: left.flatMap(({ conflicts }) => conflicts),
  }
}

/**
 * Merges a flow of the past with the present one, such as to undo a step without undoing what others published since:
 * `base` was the published flow at that time. Where both changed a node, the flow of the past applies.
 */
export function mergeFlow(sides: Sides<AgentNode[]>): AgentNode[] {
  return same(sides.base, sides.theirs) ? sides.mine : mergeNodes(sides, () => 'mine').mine
}

function mergeField(path: string, sides: Sides, choices: Choices, groups: Groups): Merged {
  const { base, mine, theirs } = sides
  if (same(base, theirs) || same(mine, theirs) || same(mine, base)) return mergeValue(path, sides, choices)
  if (path === 'nodes' && isFlow(base) && isFlow(mine) && isFlow(theirs))
    return mergeNodes({ base, mine, theirs }, choices)
  if (groups.includes(path) && isRecord(base) && isRecord(mine) && isRecord(theirs))
    return mergeGroup(path, { base, mine, theirs }, choices, groups)
  return mergeValue(path, sides, choices)
}

function mergeGroup(
  path: string,
  sides: Sides<Record<string, unknown>>,
  choices: Choices,
  groups: Groups,
): Merged {
  const { base, mine, theirs } = sides
  const merged = [...new Set(Object.keys({ ...theirs, ...mine, ...base }))].map((key) => {
    const values = { base: base[key], mine: mine[key], theirs: theirs[key] }
    return { key, ...mergeField(`${path}.${key}`, values, choices, groups) }
  })
  const present = (side: 'mine' | 'base') =>
    Object.fromEntries(merged.flatMap((one) => (one[side] === undefined ? [] : [[one.key, one[side]]])))
  return {
    mine: present('mine'),
    base: present('base'),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  }
}

function mergeNodes(sides: Sides<AgentNode[]>, choices: Choices): Merged<AgentNode[]> {
  const [base, mine, theirs] = [byId(sides.base), byId(sides.mine), byId(sides.theirs)]
  const merged = new Map(
    [...new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])].map((id) => {
      const values = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) }
      return [id, mergeNode(id, values, choices)]
    }),
  )
  const ordered = (side: 'mine' | 'base', ids: readonly string[]) =>
    ids.flatMap((id) => {
      const node = merged.get(id)?.[side]
      return node ? [node] : []
    })
  return {
    mine: ordered('mine', orderOf(sides)),
    // In their order, so that mine is told from it when it is merged again.
    base: ordered('base', [...new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])]),
    conflicts: [...merged.values()].flatMap(({ conflicts }) => conflicts),
  }
}

/** Where a node stands is merged apart from what it does, unless one side removed or added it. */
function mergeNode(
  nodeId: string,
  sides: Sides<AgentNode | undefined>,
  choices: Choices,
): Merged<AgentNode | undefined> {
  const path = `nodes.${nodeId}`
  const { base, mine, theirs } = sides
  const found = (merged: Merged<AgentNode | undefined>) => ({
    ...merged,
    conflicts: merged.conflicts.map((conflict) => ({ ...conflict, nodeId })),
  })
  if (!base || !mine || !theirs) return found(mergeValue(path, sides, choices))
  const contents = { base: atOrigin(base), mine: atOrigin(mine), theirs: atOrigin(theirs) }
  const content = mergeValue(path, contents, choices)
  const places = { base: base.position, mine: mine.position, theirs: theirs.position }
  const position = mergeValue(`${path}.position`, places, choices)
  return found({
    mine: { ...content.mine, position: position.mine },
    base: { ...content.base, position: position.base },
    conflicts: [...content.conflicts, ...position.conflicts],
  })
}

function mergeValue<Value>(path: string, sides: Sides<Value>, choices: Choices): Merged<Value> {
  const { base, mine, theirs } = sides
  if (same(mine, base)) return { mine: theirs, base: theirs, conflicts: [] }
  if (same(theirs, base) || same(mine, theirs)) return { mine, base: theirs, conflicts: [] }
  const choice = choices(path)
  if (choice) return { mine: choice === 'mine' ? mine : theirs, base: theirs, conflicts: [] }
  return { mine, base, conflicts: [{ path, base, mine, theirs }] }
}

/** The ids of all nodes, in my order if only I changed it, else in theirs. What the other side added follows. */
function orderOf({ base, mine, theirs }: Sides<AgentNode[]>): string[] {
  const [was, here, there] = [idsOf(base), idsOf(mine), idsOf(theirs)]
  const common = (ids: readonly string[]) =>
    ids.filter((id) => was.includes(id) && here.includes(id) && there.includes(id))
  const onlyMine = same(common(there), common(was)) && !same(common(here), common(was))
  const first = onlyMine ? [here, there] : [there, here]
  return [...new Set([...first.flat(), ...was])]
}

const atOrigin = (node: AgentNode): AgentNode => ({ ...node, position: { x: 0, y: 0 } })
const idsOf = (nodes: readonly AgentNode[]) => nodes.map(({ id }) => id)
const byId = (nodes: readonly AgentNode[]) => new Map(nodes.map((node) => [node.id, node]))

/** Whether it is a list of nodes, each with an id of its own. */
function isFlow(value: unknown): value is AgentNode[] {
  if (!Array.isArray(value)) return false
  const ids = value.map((node: unknown) => (isRecord(node) ? node.id : undefined))
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length
}
