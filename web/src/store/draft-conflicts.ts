/** What two people changed at the same time, found by comparing both with what they began from. Pure. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { same } from './draft-comparison.ts'
import type { Draft } from './drafts.ts'

/** Names of the edited fields that somebody else has published in the meantime, otherwise than they are here. */
export function conflictsOf(server: AgentDocument, draft: Draft | undefined): string[] {
  if (!draft) return []
  const theirs = new Map(Object.entries(server))
  const base = new Map(Object.entries(draft.base))
  return Object.entries(draft.edits)
    .filter(([name, mine]) => !same(base.get(name), theirs.get(name)) && !same(mine, theirs.get(name)))
    .map(([name]) => name)
}

/** Both sides' changes to a flow together; undefined where both changed the same node otherwise. */
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
    // Only they have it: theirs if it is new, else I took it out.
    if (!own) return before ? [] : [node]
    return [same(own, before) ? node : own]
  })
  const added = mine.filter(({ id }) => !there.has(id) && !was.has(id))
  return [...merged, ...added]
}

/** Nodes that were changed on both sides, each otherwise; one that is gone on one side counts as changed there. */
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
