import { expect, test } from 'vitest'
import { assigning } from './assigning.ts'

const action = (stored: Map<string, string[]>) =>
  assigning(['a', 'b'], {
    now: async ({ ID }: { ID: string; widgetIDs: string[] }) => ({ ID, widgetIDs: stored.get(ID) ?? [] }),
    save: async ({ ID }, widgetIDs) => {
      stored.set(ID, widgetIDs)
    },
  })

test('agents are added to those of the moment, and an undo takes only the added ones', async () => {
  const stored = new Map([['one', ['b', 'c']]])
  const { work, undo } = action(stored)
  const listed = { ID: 'one', widgetIDs: [] }
  await work(listed)
  expect(stored.get('one')).toEqual(['b', 'c', 'a'])
  stored.get('one')?.push('d')
  await undo?.(listed)
  expect(stored.get('one')).toEqual(['b', 'c', 'd'])
})

test('nothing is saved where nothing is missing', async () => {
  const stored = new Map<string, string[]>([['one', Object.freeze(['a', 'b']) as string[]]])
  const { work, undo } = action(stored)
  await work({ ID: 'one', widgetIDs: [] })
  await undo?.({ ID: 'one', widgetIDs: [] })
  expect(stored.get('one')).toEqual(['a', 'b'])
})
