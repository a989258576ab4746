import { expect, it } from 'vitest'
import { cardWidth } from './canvas-layout.ts'
import { fromLeft, fromRight } from './canvas-mirror.ts'

const [first, second] = [
  { x: 0, y: 10 },
  { x: 300, y: 20 },
]

it('shows what comes next to the left where people read from the right, at the same distance', () => {
  const [shown, next] = [fromRight.mirror(first), fromRight.mirror(second)]
  expect(shown.x - (next.x + cardWidth)).toBe(second.x - (first.x + cardWidth))
  expect([shown.y, next.y]).toEqual([10, 20])
})

it.each([fromLeft, fromRight])('stores again what is shown, whatever its width', ({ mirror }) => {
  expect(mirror(mirror(second))).toEqual(second)
  expect(mirror(mirror(second, 700), 700)).toEqual(second)
})

it.each([cardWidth, 700])('keeps what begins together in one line, whatever its width', (width) => {
  const { x } = fromRight.mirror(second, width)
  expect(x + width).toBe(-second.x)
})
