/**
 * The automatic layout: layers from left to right, exits in their order, groups kept together. What is much wider than a
 * screen continues below, as lines of text do. It is computed by elkjs in a worker of its own, which is loaded when
 * somebody first asks for it.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { cardWidth, extentOf, heightOf, type Place } from './canvas-layout.ts'
import { canBeLedTo, inFlowOrder, targetsOf } from './flow.ts'

let elk: InstanceType<typeof ELK> | undefined

/** Where lines arrive at a card, below its top. */
const entry = 30
const betweenExits = 26

/** Rejects if the layout can't be loaded or computed. */
export async function arranged(nodes: readonly AgentNode[]): Promise<Map<string, Place>> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) })
  return arrangedBy(elk, nodes)
}

/** The same by a given engine. */
export async function arrangedBy(
  engine: Pick<InstanceType<typeof ELK>, 'layout'>,
  nodes: readonly AgentNode[],
): Promise<Map<string, Place>> {
  const places = placesIn(await engine.layout(graphOf(nodes)))
  const extent = extentOf(
    nodes.filter(({ id }) => places.has(id)),
    places,
  )
  const width = extent ? extent.right - extent.left : 0
  const isWide = extent && width > MOST_OF_A_ROW && width > 2 * (extent.bottom - extent.top)
  return isWide ? placesIn(await engine.layout(graphOf(nodes, { inRows: true }))) : places
}

/** Width in px of five cards and the frames of groups, which a screen shows so large that they can be read. */
const MOST_OF_A_ROW = 1_800

/** Within groups, too. */
const spacing = {
  'elk.layered.spacing.nodeNodeBetweenLayers': '96',
  'elk.spacing.nodeNode': '28',
}
const layered = {
  ...spacing,
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.componentComponent': '56',
  'elk.separateConnectedComponents': 'true',
}

const rows = { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.aspectRatio': '1.5' }

/** The graph of a flow, with groups as nodes that contain others. */
export function graphOf(nodes: readonly AgentNode[], { inRows = false } = {}): ElkNode {
  const order = inFlowOrder(nodes.filter(({ type }) => type !== 'group')).map(({ node }) => node)
  const groupOf = new Map<string, string>()
  const groups = nodes.filter((node) => node.type === 'group')
  for (const group of groups) for (const id of group.nodeIds) groupOf.set(id, groupOf.get(id) ?? group.id)
  const there = new Set(order.map(({ id }) => id))
  const cardOf = (node: AgentNode): ElkNode => ({
    id: node.id,
    width: cardWidth,
    height: heightOf(node),
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      ...targetsOf(node)
        .flatMap(({ to }, nth) => (to === undefined ? [] : [nth]))
        .map((nth, place) => ({
          id: `${node.id}/${nth}`,
          width: 0,
          height: 0,
          // The first way on leads straight ahead; by the places of the exits, each card would stand lower than the one before.
          x: cardWidth,
          y: entry + place * betweenExits,
          layoutOptions: { 'elk.port.side': 'EAST' },
        })),
      ...(canBeLedTo(node)
        ? [
            {
              id: `${node.id}/in`,
              x: 0,
              y: entry,
              width: 0,
              height: 0,
              layoutOptions: { 'elk.port.side': 'WEST' },
            },
          ]
        : []),
    ],
  })
  const edges = order.flatMap((node) =>
    targetsOf(node).flatMap(({ to }, nth) =>
      to !== undefined && there.has(to)
        ? [{ id: `${node.id}>${nth}`, sources: [`${node.id}/${nth}`], targets: [`${to}/in`] }]
        : [],
    ),
  )
  const framed = groups.map((group) => ({
    id: group.id,
    layoutOptions: { ...spacing, 'elk.padding': '[top=56,left=24,bottom=24,right=24]' },
    children: order.filter(({ id }) => groupOf.get(id) === group.id).map(cardOf),
  }))
  return {
    id: '/flow',
    layoutOptions: inRows ? { ...layered, ...rows } : layered,
    children: [
      ...order.filter(({ id }) => !groupOf.has(id)).map(cardOf),
      ...framed.filter(({ children }) => children.length > 0),
    ],
    edges,
  }
}

/** Positions of all cards; those in groups are relative to their group. */
export function placesIn(graph: ElkNode, at: Place = { x: 0, y: 0 }): Map<string, Place> {
  return new Map(
    (graph.children ?? []).flatMap((child): [string, Place][] => {
      const place = { x: at.x + (child.x ?? 0), y: at.y + (child.y ?? 0) }
      return child.children ? [...placesIn(child, place)] : [[child.id, place]]
    }),
  )
}
