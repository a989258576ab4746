import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { createContext, useContext } from 'react'
import type { Place } from './canvas-layout.ts'
import type { Direction } from './canvas-neighbours.ts'

/** What cards do. The object stays the same while the flow changes, so that unchanged cards are not rendered again. */
export type CanvasActions = {
  /** `focus`: whether the inspector takes the focus. */
  open: (id: string, focus?: boolean) => void
  move: (id: string, by: Place) => void
  /** Connects the exit `nth` of a node, or disconnects it. */
  lead: (source: string, nth: number, to: string | undefined) => void
  nodes: () => readonly AgentNode[]
  remove: (id: string) => void
  /** Focuses the nearest card in a direction. */
  step: (id: string, towards: Direction) => void
}

export const CanvasActionsContext = createContext<CanvasActions | undefined>(undefined)

export function useCanvasActions(): CanvasActions {
  const actions = useContext(CanvasActionsContext)
  if (!actions) throw new Error('A card is outside of its canvas')
  return actions
}
