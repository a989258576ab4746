/** Shared by the built-in templates: the model's settings and the positions of nodes on the canvas. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'

export const modelSettings: AgentDocument = {
  vg_defaultModel: 'gpt-4o',
  vg_temperature: 0.5,
  vg_maxTokens: 1024,
  vg_enableUIEngine: true,
  vgOptions: { maxChunkSize: 2424 },
}

type Unplaced<Node> = Node extends AgentNode ? Omit<Node, 'position'> : never

const COLUMN_WIDTH = 280
const ROW_HEIGHT = 170

/** Places nodes on the canvas: a column for each step from the start, a row for each node of a column. */
export function flow(...nodes: Unplaced<AgentNode>[]): AgentNode[] {
  const columns = stepsFromStart(nodes)
  const rows = new Map<number, number>()
  return nodes.map((node) => {
    const column = columns.get(node.id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return Object.assign({ position: { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT } }, node)
  })
}

/** The ids of the nodes that a node can lead to. */
export function exitsOf(node: Unplaced<AgentNode>): string[] {
  const exits: (string | undefined)[] = []
  if ('next' in node) exits.push(node.next)
  if (node.type === 'buttons') exits.push(...node.buttons.map((button) => button.next))
  if (node.type === 'condition') exits.push(...node.branches.map((branch) => branch.next))
  if (node.type === 'question' || node.type === 'read-back') exits.push(node.gaveUp)
  if (node.type === 'knowledge') exits.push(node.notFound)
  if (node.type === 'tool') exits.push(node.onError)
  if (node.type === 'jump') exits.push(node.to)
  return exits.filter((exit) => exit !== undefined)
}

function stepsFromStart(nodes: Unplaced<AgentNode>[]): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const steps = new Map<string, number>()
  let column: Unplaced<AgentNode>[] = nodes.filter((node) => node.type === 'start' || node.type === 'default')
  for (let step = 0; column.length > 0; step++) {
    for (const node of column) steps.set(node.id, step)
    const ids = new Set(column.flatMap(exitsOf).filter((id) => !steps.has(id)))
    column = [...ids].flatMap((id) => byId.get(id) ?? [])
  }
  return steps
}
