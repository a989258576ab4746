import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { Position } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import { t } from '../../design/language.ts'
import { useTools } from '../../server/tools.ts'
import type { ShownExit } from './canvas-exit.tsx'
import { cardWidth, exitOf, heightOf, type Place } from './canvas-layout.ts'
import type { Mirror } from './canvas-mirror.ts'
import type { CanvasCard } from './canvas-node.tsx'
import { isBack, isBelow } from './canvas-ways.ts'
import { canBeLedTo, inFlowOrder, targetsOf } from './flow.ts'
import { summaryOf } from './node-summary.ts'

/**
 * The cards of the canvas in flow order. A card whose node, position and neighbours stay the same is the same object, so
 * that it is not rendered again.
 */
export function useCards(given: {
  nodes: readonly AgentNode[]
  places: ReadonlyMap<string, Place>
  /** Of these, the positions that change while nodes are dragged. */
  moving: ReadonlyMap<string, Place>
  problems: readonly FlowProblem[]
  shownId: string | undefined
  selected: ReadonlySet<string>
  way: ReadonlyMap<string, 'now' | 'before'>
  found: ReadonlySet<string> | undefined
  /** From stored positions to shown ones. */
  mirror: Mirror
}): CanvasCard[] {
  const { nodes, places, moving, problems, shownId, selected, way, found, mirror } = given
  const tools = useTools()
  const former = useRef(new Map<string, CanvasCard>())
  /** What the cards were made of, besides what moves. */
  const madeOf = useRef<unknown[]>([])
  const order = useMemo(() => inFlowOrder(nodes), [nodes])
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const faulty = useMemo(
    () => new Set(problems.filter(({ level }) => level === 'error').map(({ nodeId }) => nodeId)),
    [problems],
  )
  const toolName = (id: string) => tools.data?.find((tool) => tool.id === id)?.name

  const others = [order, byId, faulty, tools.data, shownId, selected, way, found, mirror]
  const onlyMoved = others.every((one, nth) => one === madeOf.current[nth]) && moving.size > 0
  madeOf.current = others
  const cards = order.map(({ node, reached }): CanvasCard => {
    const known = onlyMoved ? former.current.get(node.id) : undefined
    // While nodes are dragged, only these and what leads to them have changed.
    if (
      known &&
      !moving.has(node.id) &&
      !targetsOf(node).some(({ to }) => to !== undefined && moving.has(to))
    )
      return known
    const stored = places.get(node.id) ?? node.position
    const position = mirror(stored)
    const exits = targetsOf(node).map(({ label, to }, nth): ShownExit => {
      const target = byId.get(to ?? '')
      const at = target && (places.get(target.id) ?? target.position)
      return {
        label,
        leads: target && nodeName(target, t),
        back: at !== undefined && isLedBack(stored, nth, at) && !isBelow(at, stored, node),
      }
    })
    const data = {
      node,
      reached,
      faulty: faulty.has(node.id),
      shown: node.id === shownId,
      way: way.get(node.id),
      found: found?.has(node.id),
      summary: summaryOf(node, toolName),
      exits,
    }
    const before = former.current.get(node.id)
    const isSelected = selected.has(node.id)
    if (before && before.selected === isSelected && isSame(before, position, data)) return before
    return { ...boxOf(node), id: node.id, type: 'card', position, selected: isSelected, data }
  })
  former.current = new Map(cards.map((card) => [card.id, card]))
  return cards
}

/** Whether an exit leads back: to the left, or up where nodes stand below each other. */
function isLedBack(from: Place, nth: number, to: Place): boolean {
  return to.x === from.x ? to.y <= from.y : isBack({ from: exitOf(from, nth), to })
}

function isSame(before: CanvasCard, at: Place, { exits, ...data }: CanvasCard['data']): boolean {
  return (
    before.position.x === at.x &&
    before.position.y === at.y &&
    (Object.keys(data) as (keyof typeof data)[]).every((key) => before.data[key] === data[key]) &&
    before.data.exits.length === exits.length &&
    before.data.exits.every((one, nth) => {
      const other = exits[nth]
      return one.label === other?.label && one.leads === other.leads && one.back === other.back
    })
  )
}

/** Size of a card and positions of its entry and exits, computed so that nothing is measured in the DOM. */
function boxOf(node: AgentNode) {
  const size = { width: cardWidth, height: heightOf(node) }
  const ways = targetsOf(node).map((_, nth) => ({
    id: `${nth}`,
    type: 'source' as const,
    position: Position.Right,
    ...exitOf({ x: 0, y: 0 }, nth),
  }))
  const entry = { type: 'target' as const, position: Position.Left, x: 0, y: 0, ...size }
  return {
    ...size,
    measured: size,
    handles: canBeLedTo(node) ? [...ways, entry] : ways,
    ariaRole: 'group' as const,
  }
}
