/** Finds and merges concurrent changes by comparing both sides with their common base. Pure functions. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { Draft } from './drafts.ts'
import { same } from './same.ts'

/** Returns the edited fields that another user has published with a different value since the edit began. */
export function conflictsOf(server: AgentDocument, draft: Draft | undefined): string[] {
  if (!draft) return []
  const theirs = new Map(Object.entries(server))
  const base = new Map(Object.entries(draft.base))
  return Object.entries(draft.edits)
    .filter(([name, mine]) => !same(base.get(name), theirs.get(name)) && !same(mine, theirs.get(name)))
    .map(([name]) => name)
}

/** Merges both sides' changes of a flow. Returns undefined if both changed the same node differently. */
export function mergedNodes(
  base: readonly AgentNode[],
  mine: readonly AgentNode[],
  theirs: readonly AgentNode[],
): AgentNode[] | undefined {
  if (nodesInConflict(base, mine, theirs).length > 0) return undefined
  const was = byId(base)
  const here = byId(mine)
  const there = byId(theirs)
  const merged = theirs.flatMap((node) => {
    const own = here.get(node.id)
    const before = was.get(node.id)
    // The node is missing here: it is new on their side, or was removed on this one.
    if (!own) return before ? [] : [node]
    return [same(own, before) ? node : own]
  })
  const added = mine.filter(({ id }) => !there.has(id) && !was.has(id))
  return [...merged, ...added]
}

/** Returns the nodes that both sides changed differently. Removing a node counts as a change. */
export function nodesInConflict(
  base: readonly AgentNode[],
  mine: readonly AgentNode[],
  theirs: readonly AgentNode[],
): AgentNode[] {
  const here = byId(mine)
  const there = byId(theirs)
  const was = byId(base)
  return [...new Map([...was, ...there, ...here]).values()].filter(({ id }) => {
    const before = was.get(id)
    const own = here.get(id)
    const other = there.get(id)
    return !same(own, before) && !same(other, before) && !same(own, other)
  })
}

const byId = (nodes: readonly AgentNode[]) => new Map(nodes.map((node) => [node.id, node]))
