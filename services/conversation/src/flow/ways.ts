/** How the nodes of a flow lead to each other. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { holds } from './conditions.ts'
import { fill, fillAddress, fillBody } from './fill.ts'
import type { FlowCall, NodeOf } from './flow-state.ts'

/** Nodes executed without input from the visitor, above which the flow counts as an endless loop. */
export const MAX_STEPS = 50

/** The nodes that ask the visitor something of their own. */
export type Asking = NodeOf<'question' | 'buttons' | 'form' | 'read-back'>

/** Whether a node asks the visitor something of its own. */
export function asks(node: AgentNode | undefined): node is Asking {
  return (
    node?.type === 'question' ||
    node?.type === 'buttons' ||
    node?.type === 'form' ||
    node?.type === 'read-back'
  )
}

/** The call that a node makes, with the variables filled in. */
export function callOf(node: NodeOf<'tool'> | NodeOf<'http'>, variables: Record<string, string>): FlowCall {
  const filled = (texts: Iterable<readonly [string, string]>) =>
    Object.fromEntries([...texts].map(([name, value]) => [name, fill(value, variables)]))
  if (node.type === 'tool')
    return { type: 'tool', toolId: node.toolId, values: filled(Object.entries(node.values ?? {})) }
  return {
    type: 'http',
    method: node.method,
    url: fillAddress(node.url, variables),
    headers: filled(node.headers.map(({ key, value }) => [key, value] as const)),
    ...(node.body ? { body: fillBody(node.body, variables) } : {}),
  }
}

/** Where a flow goes on after a node; undefined at its end. */
export function nextOf(node: AgentNode, variables: Record<string, string>): string | undefined {
  switch (node.type) {
    case 'condition':
      return (node.branches.find((branch) => holds(branch.test, variables)) ?? node).next
    case 'jump':
      return node.to
    case 'end':
    case 'note':
    case 'group':
    case 'always-first':
      return undefined
    default:
      return node.next
  }
}

export function defaultNodeOf(nodes: readonly AgentNode[]): NodeOf<'default'> | undefined {
  return nodes.find((node): node is NodeOf<'default'> => node.type === 'default')
}

/** Whether a way leads to an answer of the knowledge or the model before it waits for anything else. */
export function leadsToAnswer(
  byId: ReadonlyMap<string, AgentNode>,
  nodeId: string,
  variables: Record<string, string>,
): boolean {
  let node = byId.get(nodeId)
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (node.type === 'knowledge' || (node.type === 'ai' && node.next === undefined)) return true
    if (node.type !== 'jump' && node.type !== 'condition' && node.type !== 'set-variable') return false
    const next = nextOf(node, variables)
    node = next === undefined ? undefined : byId.get(next)
  }
  return false
}
