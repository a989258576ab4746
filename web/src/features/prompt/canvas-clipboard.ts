/** Nodes on the clipboard, as JSON that may be pasted into another agent. Pure functions. */

import { unknownVariables } from '@parley/contracts/agent/flow-variables.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'
import { leadingElsewhere } from './flow.ts'

/** Tells nodes on the clipboard from other JSON. */
const kind = 'agent-nodes'
const version = 1

/** `tools`: names of the functions that the nodes call, by id, so that a workspace without them can be told which. */
export type CopiedNodes = {
  kind: typeof kind
  version: typeof version
  agentId: string
  nodes: AgentNode[]
  tools: Record<string, string>
}

/** Whether a node can be copied: a flow has one start and one fallback. */
export const canBeCopied = ({ type }: AgentNode): boolean => type !== 'start' && type !== 'default'

/** The nodes of these ids for the clipboard; undefined if none can be copied. A group brings its nodes along. */
export function copiedText(given: {
  agentId: string
  nodes: readonly AgentNode[]
  ids: ReadonlySet<string>
  tools: readonly { id: string; name: string }[]
}): string | undefined {
  const { agentId, ids } = given
  const inGroups = given.nodes.flatMap((node) =>
    node.type === 'group' && ids.has(node.id) ? node.nodeIds : [],
  )
  const wanted = new Set([...ids, ...inGroups])
  const nodes = given.nodes.filter((node) => wanted.has(node.id) && canBeCopied(node))
  if (nodes.length === 0) return undefined
  const called = new Set(nodes.flatMap((node) => (node.type === 'tool' ? [node.toolId] : [])))
  const tools = Object.fromEntries(
    given.tools.filter(({ id }) => called.has(id)).map(({ id, name }) => [id, name]),
  )
  return JSON.stringify({ kind, version, agentId, nodes, tools } satisfies CopiedNodes, null, 1)
}

/** Undefined if the text holds no nodes. The server checks each node against the schema. */
export function copiedIn(text: string): (Pick<CopiedNodes, 'tools'> & { nodes: unknown[] }) | undefined {
  if (!text.includes(kind)) return undefined
  try {
    const { kind: found, version: written, nodes, tools } = Object(JSON.parse(text))
    if (found !== kind || written !== version || !Array.isArray(nodes) || nodes.length === 0) return undefined
    const named = Object.entries(Object(tools)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { nodes, tools: Object.fromEntries(named) }
  } catch {
    return undefined
  }
}

/** Without what another agent or workspace does not have; `lacks` names it, as sentences. */
export type Adapted = { nodes: AgentNode[]; lacks: string[] }

/**
 * Fits copied nodes into a flow: new ids, connections among themselves alone, their middle at `middle`; functions that
 * the workspace lacks are taken out of them.
 */
export function adapted(
  copied: { nodes: readonly AgentNode[]; tools: Record<string, string> },
  into: {
    nodes: readonly AgentNode[]
    /** Undefined if they are not known. */
    toolIds: readonly string[] | undefined
    middle: { x: number; y: number }
    newId: () => string
  },
): Adapted {
  const own = copied.nodes.filter(canBeCopied)
  const ids = new Map(own.map(({ id }) => [id, into.newId()]))
  const missing = (node: AgentNode) =>
    node.type === 'tool' && node.toolId !== '' && into.toolIds?.includes(node.toolId) === false
  const boxes = own.filter(({ type }) => type !== 'group').map(({ position }) => position)
  const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const by =
    boxes.length === 0
      ? { x: 0, y: 0 }
      : {
          x: Math.round(into.middle.x - middleOf(boxes.map(({ x }) => x))),
          y: Math.round(into.middle.y - middleOf(boxes.map(({ y }) => y))),
        }
  const nodes = own.map((node): AgentNode => {
    const id = ids.get(node.id) ?? into.newId()
    const position = { x: node.position.x + by.x, y: node.position.y + by.y }
    const led = leadingElsewhere({ ...node, id, position }, (to) => ids.get(to))
    if (led.type === 'group') return { ...led, nodeIds: led.nodeIds.flatMap((one) => ids.get(one) ?? []) }
    return led.type === 'tool' && missing(node) ? { ...led, toolId: '' } : led
  })
  const kept = nodes.filter((node) => node.type !== 'group' || node.nodeIds.length > 0)
  const tools = own.filter(missing).map((node) => {
    const name = node.type === 'tool' ? copied.tools[node.toolId] : undefined
    const named = { node: nodeName(node, t) }
    return name === undefined
      ? t('“{node}” calls a function, which this workspace lacks: choose another.', named)
      : t('“{node}” calls the function “{name}”, which this workspace lacks: choose another.', {
          ...named,
          name,
        })
  })
  const added = new Set(kept.map(({ id }) => id))
  const variables = unknownVariables([...into.nodes, ...kept])
    .filter(({ node }) => added.has(node.id))
    .map(({ node, variable }) =>
      t('“{node}” uses {{{variable}}}, which no node sets here.', { node: nodeName(node, t), variable }),
    )
  return { nodes: kept, lacks: [...new Set([...tools, ...variables])] }
}
