import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { expect, test } from 'vitest'
import { amended } from './amended-list.ts'

const item = (conversationId: string, minute: number) =>
  ({ conversationId, lastMessageAt: `2026-11-21T12:${minute}:00.000Z` }) as ConversationListItem
const list = (next?: string) => ({
  pages: [
    { items: [item('c5', 50), item('c4', 40)], next: 'x', searched: { conversations: 2 } },
    { items: [item('c3', 30), item('c2', 20)], ...(next ? { next } : {}), searched: { conversations: 2 } },
  ],
  pageParams: [undefined, 'x'],
})
const ids = (data: ReturnType<typeof amended>) =>
  data.pages.map((page) => page.items.map(({ conversationId }) => conversationId))

test('what got a message goes to the top', () => {
  expect(ids(amended(list(), ['c3'], [item('c3', 55)]))).toEqual([['c3', 'c5', 'c4'], ['c2']])
})

test('what changed otherwise stays where it is', () => {
  expect(ids(amended(list(), ['c3'], [item('c3', 30)]))).toEqual([
    ['c5', 'c4'],
    ['c3', 'c2'],
  ])
})

test('what belongs to the list no more goes, and what is new comes', () => {
  expect(ids(amended(list(), ['c4', 'c9'], [item('c9', 25)]))).toEqual([['c5'], ['c3', 'c9', 'c2']])
})

test('what is older than all that is loaded comes with what follows, else at the end', () => {
  expect(ids(amended(list('more'), ['c1'], [item('c1', 10)]))[1]).toEqual(['c3', 'c2'])
  expect(ids(amended(list(), ['c1'], [item('c1', 10)]))[1]).toEqual(['c3', 'c2', 'c1'])
})
