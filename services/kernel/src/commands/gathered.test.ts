import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

test('what is asked for during work is worked on together next, and each gets its own result', async () => {
  const batches: number[][] = []
  const double = gathered(async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise(setImmediate)
    return items.map((item) => 2 * item)
  })
  const first = [double(1), double(2)]
  await new Promise(setImmediate)
  const later = [double(3), double(4)]
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('no more than so many at once; those of work that fails are told so, and others go on', async () => {
  const work = gathered(
    async (items: readonly number[]) => {
      if (items.includes(1)) throw new Error('no')
      return items
    },
    { most: 2 },
  )
  const outcomes = await Promise.allSettled([work(1), work(2), work(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
