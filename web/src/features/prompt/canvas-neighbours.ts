/** Which card is next in a direction, for the keyboard. Pure. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { cardWidth, heightOf, type Place } from './canvas-layout.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** What lies aside counts more than what lies ahead. */
const aside = 2

/** The nearest card in a direction; undefined if there is none. */
export function neighbourOf(
  id: string,
  towards: Direction,
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
): string | undefined {
  const middles = nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at ? [{ id: node.id, x: at.x + cardWidth / 2, y: at.y + heightOf(node) / 2 }] : []
  })
  const from = middles.find((one) => one.id === id)
  if (!from) return undefined
  const sideways = towards === 'left' || towards === 'right'
  const sign = towards === 'right' || towards === 'down' ? 1 : -1
  const ahead = middles.flatMap((one) => {
    const [forward, off] = sideways
      ? [sign * (one.x - from.x), Math.abs(one.y - from.y)]
      : [sign * (one.y - from.y), Math.abs(one.x - from.x)]
    return forward > 1 ? [{ id: one.id, cost: forward + aside * off }] : []
  })
  return ahead.sort((one, other) => one.cost - other.cost)[0]?.id
}
