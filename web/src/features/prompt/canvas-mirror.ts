/**
 * Where people read from the right, the flow runs from the right too: what the canvas shows is mirrored. Positions are
 * stored, and lines are laid out, as for people who read from the left.
 */
import { useDirection } from '@mantine/core'
import { cardWidth, type Place } from './canvas-layout.ts'

/** The shown position of a stored one, and the other way round. `width`: that of what stands there; a card's if absent. */
export type Mirror = (place: Place, width?: number) => Place

export type Side = {
  isMirrored: boolean
  mirror: Mirror
  /** Shows what is drawn with stored positions, as the `transform` of an SVG element. */
  drawn: string | undefined
}

export const fromLeft: Side = { isMirrored: false, mirror: (place) => place, drawn: undefined }
export const fromRight: Side = {
  isMirrored: true,
  mirror: ({ x, y }, width = cardWidth) => ({ x: -x - width, y }),
  drawn: 'scale(-1 1)',
}

/** Where the flow begins on the canvas. It stays the same object as long as the language does. */
export const useSide = (): Side => (useDirection().dir === 'rtl' ? fromRight : fromLeft)
