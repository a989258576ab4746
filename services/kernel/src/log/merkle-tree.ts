/**
 * The Merkle tree over the heads of a tenant's streams. Streams are distributed over leaf nodes by the hash of their
 * names, so that a new head changes one node a level, and the root can be kept up to date without reading all heads.
 */
import { hash } from 'node:crypto'

export type Head = { stream: string; revision: number; hash: string }

/**
 * What a node holds, by key, at most a 256th of the level above: in a leaf node, the revision and hash of each stream's
 * head; elsewhere, the number of streams and the root of each node below.
 */
export type TreeNode = { [key: string]: string }

/** Characters of the names of nodes from the leaves to the root. */
export const LEVELS = [4, 2, 0] as const

/** Returns the name of the leaf node in which a stream stands. The nodes above are named by its beginnings. */
export function leafNodeOf(stream: string): string {
  return hash('sha256', stream, 'hex').slice(0, LEVELS[0])
}

/** Returns what a leaf node holds of a head. */
export function entryOfHead({ revision, hash }: Head): string {
  return `${revision}\n${hash}`
}

/** Returns what the level above holds of a node. */
export function entryOfNode(node: TreeNode, isLeaf: boolean): string {
  return `${streamsIn(node, isLeaf)}\n${rootOf(node)}`
}

export function streamsIn(node: TreeNode, isLeaf: boolean): number {
  return isLeaf
    ? Object.keys(node).length
    : Object.values(node).reduce((sum, entry) => sum + Number.parseInt(entry, 10), 0)
}

/** Returns the Merkle root over a node's entries, by key. Leaves and inner nodes have different prefixes (RFC 6962). */
export function rootOf(node: TreeNode): string {
  const keys = Object.keys(node).sort()
  let level = keys.map((key) => sha256(`leaf\n${key}\n${node[key]}`))
  if (level.length === 0) return sha256('empty')
  while (level.length > 1) {
    const above: string[] = []
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index]!
      const right = level[index + 1]
      above.push(right === undefined ? left : sha256(`node\n${left}\n${right}`))
    }
    level = above
  }
  return level[0]!
}

/** Returns the root of the tree over all heads of a tenant. */
export function merkleRoot(heads: Iterable<Head>): string {
  let nodes = new Map<string, TreeNode>()
  for (const head of heads) setIn(nodes, leafNodeOf(head.stream), head.stream, entryOfHead(head))
  for (const [nth, length] of LEVELS.slice(1).entries()) {
    const above = new Map<string, TreeNode>()
    for (const [name, node] of nodes) setIn(above, name.slice(0, length), name, entryOfNode(node, nth === 0))
    nodes = above
  }
  return rootOf(nodes.get('') ?? {})
}

function setIn(nodes: Map<string, TreeNode>, name: string, key: string, entry: string): void {
  const node = nodes.get(name) ?? {}
  node[key] = entry
  nodes.set(name, node)
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url')
}
