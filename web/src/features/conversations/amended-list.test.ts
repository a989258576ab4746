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

test('a conversation with a new message moves to the top', () => {
  expect(ids(amended(list(), ['c3'], [item('c3', 55)]))).toEqual([['c3', 'c5', 'c4'], ['c2']])
})

test('a conversation with another change keeps its position', () => {
  expect(ids(amended(list(), ['c3'], [item('c3', 30)]))).toEqual([
    ['c5', 'c4'],
    ['c3', 'c2'],
  ])
})

test('conversations that no longer match are removed and new matches are inserted', () => {
  expect(ids(amended(list(), ['c4', 'c9'], [item('c9', 25)]))).toEqual([['c5'], ['c3', 'c9', 'c2']])
})

test('a conversation older than all loaded ones is appended only if there are no more pages', () => {
  expect(ids(amended(list('more'), ['c1'], [item('c1', 10)]))[1]).toEqual(['c3', 'c2'])
  expect(ids(amended(list(), ['c1'], [item('c1', 10)]))[1]).toEqual(['c3', 'c2', 'c1'])
})
