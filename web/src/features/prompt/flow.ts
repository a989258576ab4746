/** The node flow as a list: its order, its connections, and its changes. Pure functions. */

import { isOutsideFlow } from '@parley/contracts/agent/flow-problems.ts'
import type { AgentNode, NodeType } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'

export type Target = {
  /** Label of the exit. */
  label: string
  to: string | undefined
  set: (to: string | undefined) => AgentNode
}

/** Returns the exits of a node, in the order in which they are tried. */
export function targetsOf(node: AgentNode): Target[] {
  switch (node.type) {
    case 'end':
    case 'note':
    case 'group':
    case 'always-first':
      return []
    case 'jump':
      return [{ label: t('Jump to'), to: node.to || undefined, set: (to) => ({ ...node, to: to ?? '' }) }]
    case 'buttons':
      return [
        ...node.buttons.map((button) => ({
          label: button.label || t('Button'),
          to: button.next,
          set: (to: string | undefined) => ({
            ...node,
            buttons: node.buttons.map((one) => (one.id === button.id ? { ...one, next: to } : one)),
          }),
        })),
        { label: t('Any other reply'), to: node.next, set: (to) => ({ ...node, next: to }) },
      ]
    case 'condition':
      return [
        ...node.branches.map((branch) => ({
          label: branch.test.variable || t('Branch'),
          to: branch.next,
          set: (to: string | undefined) => ({
            ...node,
            branches: node.branches.map((one) => (one.id === branch.id ? { ...one, next: to } : one)),
          }),
        })),
        { label: t('Otherwise'), to: node.next, set: (to) => ({ ...node, next: to }) },
      ]
    case 'question':
    case 'read-back':
      return [
        { label: t('Then'), to: node.next, set: (to) => ({ ...node, next: to }) },
        { label: t('Gave up'), to: node.gaveUp, set: (to) => ({ ...node, gaveUp: to }) },
      ]
    case 'knowledge':
      return [
        { label: t('Then'), to: node.next, set: (to) => ({ ...node, next: to }) },
        { label: t('Not known'), to: node.notFound, set: (to) => ({ ...node, notFound: to }) },
      ]
    case 'tool':
    case 'http':
      return [
        { label: t('Then'), to: node.next, set: (to) => ({ ...node, next: to }) },
        { label: t('On error'), to: node.onError, set: (to) => ({ ...node, onError: to }) },
      ]
    default:
      return [{ label: t('Then'), to: node.next, set: (to) => ({ ...node, next: to }) }]
  }
}

/** The exit by which a node without a way on goes on; not what it does when something fails or is not known. */
export function freeWayOf(node: AgentNode): Target | undefined {
  const exits = targetsOf(node)
  const usual = node.type === 'buttons' || node.type === 'condition' ? exits : exits.slice(0, 1)
  return usual.find(({ to }) => to === undefined)
}

/** Whether a node can be the target of a connection. The others start by themselves or are not part of the flow. */
export const canBeLedTo = (node: AgentNode): boolean =>
  node.type !== 'start' && node.type !== 'default' && !isOutsideFlow(node)

/** Connects the exit `nth` of a node to another node, or disconnects it. */
export function withWay(
  nodes: readonly AgentNode[],
  { source, nth }: { source: string; nth: number },
  to: string | undefined,
): AgentNode[] {
  return nodes.map((node) => (node.id === source ? (targetsOf(node)[nth]?.set(to) ?? node) : node))
}

export type Placed = { node: AgentNode; reached: boolean }

/**
 * Returns the nodes in the order of a visitor: from the start node along all exits, then from the fallback, then
 * unreachable ones.
 */
export function inFlowOrder(nodes: readonly AgentNode[]): Placed[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const order = new Set<AgentNode>()
  const walk = (from: readonly AgentNode[]) => {
    const waiting = [...from]
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      if (order.has(node)) continue
      order.add(node)
      const next = targetsOf(node).flatMap((target) => byId.get(target.to ?? '') ?? [])
      waiting.unshift(...next)
    }
  }
  walk(nodes.filter((node) => node.type === 'start'))
  walk(nodes.filter((node) => node.type === 'default'))
  const reached = new Set(order)
  for (const node of nodes) order.add(node)
  return [...order].map((node) => ({
    node,
    reached: reached.has(node) || isOutsideFlow(node),
  }))
}

export function withNode(nodes: readonly AgentNode[], changed: AgentNode): AgentNode[] {
  return nodes.map((node) => (node.id === changed.id ? changed : node))
}

/** Removes nodes and all connections to them. A group of which no node is left is removed too. */
export function withoutNodes(nodes: readonly AgentNode[], ids: ReadonlySet<string>): AgentNode[] {
  return nodes
    .filter((node) => !ids.has(node.id))
    .flatMap((node) => {
      if (node.type !== 'group') return [leadingElsewhere(node, (to) => (ids.has(to) ? undefined : to))]
      const nodeIds = node.nodeIds.filter((id) => !ids.has(id))
      if (nodeIds.length === node.nodeIds.length) return [node]
      return nodeIds.length === 0 ? [] : [{ ...node, nodeIds }]
    })
}

/** A node with other targets; `elsewhere`: the target in place of another, undefined for none. */
export function leadingElsewhere(node: AgentNode, elsewhere: (to: string) => string | undefined): AgentNode {
  return targetsOf(node).reduce((kept, _, index) => {
    const target = targetsOf(kept)[index]
    if (target?.to === undefined) return kept
    const to = elsewhere(target.to)
    return to === target.to ? kept : target.set(to)
  }, node)
}

/** Copies a node to a position beside it. Nothing is connected to the copy. */
export function copyOf(node: AgentNode, id: string): AgentNode {
  const { x, y } = node.position
  const title =
    node.title === undefined ? {} : { title: t('{title} (copy)', { title: node.title.slice(0, 85) }) }
  return { ...node, ...title, id, position: { x: x + 40, y: y + 40 } }
}

/** Types that a user may add, in the order of the menu. */
export const addableTypes = [
  'message',
  'question',
  'buttons',
  'condition',
  'set-variable',
  'form',
  'read-back',
  'knowledge',
  'ai',
  'tool',
  'http',
  'map',
  'handoff',
  'jump',
  'end',
  'always-first',
  'note',
] as const satisfies readonly NodeType[]
export type AddableType = (typeof addableTypes)[number]

/** Values that one node reads back. */
export const mostReadBack = 20

/** Creates a node with empty settings, to the right of all others on the canvas. */
export function newNode(type: AddableType, id: string, nodes: readonly AgentNode[]): AgentNode {
  const position = { x: Math.max(0, ...nodes.map((node) => node.position.x)) + 280, y: 0 }
  const base = { id, position }
  switch (type) {
    case 'message':
    case 'note':
      return { ...base, type, text: '' }
    case 'always-first':
      return { ...base, type, emergencies: true, text: '' }
    case 'question':
      return { ...base, type, text: '', variable: 'answer', capture: 'text' }
    case 'buttons':
      return { ...base, type, text: '', buttons: [{ id: `${id}-1`, label: t('Yes') }] }
    case 'condition':
      return {
        ...base,
        type,
        branches: [{ id: `${id}-1`, test: { variable: 'answer', operator: 'is-set' } }],
      }
    case 'set-variable':
      return { ...base, type, variable: 'answer', value: '' }
    case 'read-back':
      return { ...base, type, values: askedVariables(nodes) }
    case 'jump':
      return { ...base, type, to: '' }
    case 'tool':
      return { ...base, type, toolId: '', saveTo: 'result' }
    case 'http':
      return { ...base, type, method: 'GET', url: '', headers: [], saveTo: 'result' }
    case 'map':
      return {
        ...base,
        type,
        mappings: [{ id: `${id}-1`, from: 'result', path: '', transform: 'as-is', saveTo: 'value' }],
      }
    case 'form':
      return {
        ...base,
        type,
        text: '',
        fields: [
          { name: 'name', label: t('Name'), type: 'name', required: true },
          { name: 'email', label: t('E-mail'), type: 'email', required: true },
        ],
      }
    case 'knowledge':
    case 'ai':
    case 'handoff':
    case 'end':
      return { ...base, type }
  }
}

/** The variables that questions ask for, in the order of a visitor; `answer` if there is none. */
function askedVariables(nodes: readonly AgentNode[]): { variable: string }[] {
  const names = inFlowOrder(nodes).flatMap(({ node }) => (node.type === 'question' ? [node.variable] : []))
  const own = [...new Set(names)].slice(0, mostReadBack)
  return (own.length > 0 ? own : ['answer']).map((variable) => ({ variable }))
}
