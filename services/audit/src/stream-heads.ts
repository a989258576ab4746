/**
 * The Merkle trees of all tenants as documents, so that each day's anchors follow from the day's events alone. A change
 * of a head rewrites three small nodes; memory does not grow with the number of streams.
 */

import {
  entryOfHead,
  entryOfNode,
  type Head,
  LEVELS,
  leafNodeOf,
  rootOf,
  streamsIn,
  type TreeNode,
} from '@parley/kernel/log/merkle-tree.ts'
import type { Document, ReadStore, Write } from '@parley/kernel/read-models/read-store.ts'

/** How far the log is contained in the trees. */
const CHECKPOINT = 'stream-heads'
const nodes = { name: 'stream-head-nodes', indexes: {} }
const roots = { name: 'stream-head-roots', indexes: {} }
const ROOT = 'root'
/** Nodes in memory and in one commit. */
const AT_ONCE = 256

export type StreamHeads = {
  /** Returns the position up to which the trees contain the log. */
  position(): Promise<number>
  /** Takes over heads by tenant, and moves the position. Repeated after a failure, it leads to the same trees. */
  advance(heads: ReadonlyMap<string, ReadonlyMap<string, Head>>, position: number): Promise<void>
  /** Yields every tenant's root and number of streams. */
  roots(): AsyncIterable<{ tenant: string; root: string; streams: number }>
}

export async function openStreamHeads(state: ReadStore): Promise<StreamHeads> {
  await state.declare(nodes)
  await state.declare(roots)

  return {
    position: () => state.checkpoint(CHECKPOINT),
    async advance(heads, position) {
      const former = await state.checkpoint(CHECKPOINT)
      for (const [tenant, own] of heads) {
        const below = await advanceLeaves(tenant, own, former, position)
        const top = await advanceNodes(tenant, below, former, position)
        const entry = await state.get(roots.name, tenant, ROOT)
        const document = { ...nodeIn(entry?.document), ...top }
        await write(former, [{ collection: roots.name, tenant, id: ROOT, document, position }])
      }
      await state.commit({ checkpoint: CHECKPOINT, position, writes: [] })
    },
    async *roots() {
      for await (const { tenant, document } of state.scan(roots.name)) {
        const node = nodeIn(document)
        yield { tenant, root: rootOf(node), streams: streamsIn(node, false) }
      }
    },
  }

  /** Returns the entries of the changed leaf nodes. */
  async function advanceLeaves(
    tenant: string,
    heads: ReadonlyMap<string, Head>,
    former: number,
    position: number,
  ): Promise<TreeNode> {
    const byNode = Map.groupBy(heads.values(), ({ stream }) => leafNodeOf(stream))
    return eachNode(tenant, [...byNode.keys()], former, position, true, (name, node) => {
      for (const head of byNode.get(name) ?? []) {
        const known = node[head.stream]
        if (known === undefined || Number.parseInt(known, 10) < head.revision)
          node[head.stream] = entryOfHead(head)
      }
    })
  }

  /** Returns the entries of the changed nodes of the level below the root. */
  async function advanceNodes(
    tenant: string,
    changed: TreeNode,
    former: number,
    position: number,
  ): Promise<TreeNode> {
    const byNode = Map.groupBy(Object.keys(changed), (name) => name.slice(0, LEVELS[1]))
    return eachNode(tenant, [...byNode.keys()], former, position, false, (name, node) => {
      for (const below of byNode.get(name) ?? []) node[below] = changed[below]!
    })
  }

  async function eachNode(
    tenant: string,
    names: string[],
    former: number,
    position: number,
    isLeaf: boolean,
    change: (name: string, node: TreeNode) => void,
  ): Promise<TreeNode> {
    const entries: TreeNode = {}
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const some = names.slice(from, from + AT_ONCE)
      const found = await state.getMany(
        nodes.name,
        some.map((id) => ({ tenant, id })),
      )
      const writes = some.map((name, nth): Write => {
        const document = nodeIn(found[nth]?.document)
        change(name, document)
        entries[name] = entryOfNode(document, isLeaf)
        return { collection: nodes.name, tenant, id: name, document, position }
      })
      await write(former, writes)
    }
    return entries
  }

  /** Writes without moving the position: whatever fails before it moves is repeated. */
  async function write(former: number, writes: Write[]): Promise<void> {
    await state.commit({ checkpoint: CHECKPOINT, position: former, writes })
  }
}

function nodeIn(document: Document | undefined): TreeNode {
  return Object.fromEntries(Object.entries(document ?? {}).map(([key, entry]) => [key, String(entry)]))
}
