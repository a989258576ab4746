import { expect, test } from 'vitest'
import { dueStretch } from './stretch.ts'

function stateOf(count: number, characters = 10, upTo?: number, window = 60) {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    index,
    role: 'visitor' as const,
    blocks: [{ type: 'text' as const, text: 'x'.repeat(characters) }],
    at: '',
  })).slice(-window)
  return { messageCount: count, messages, summary: upTo === undefined ? undefined : { upTo, text: '' } }
}

test.each([
  ['few messages', stateOf(13), undefined],
  ['before the first are no longer shown', stateOf(14), { from: 0, until: 8 }],
  ['what the last summary left', stateOf(22, 10, 8), { from: 8, until: 16 }],
  ['what the last summary left, not yet', stateOf(21, 10, 8), undefined],
  ['few long messages', stateOf(6, 2_500), { from: 0, until: 4 }],
  ['one message without end', stateOf(1, 90_000), undefined],
  ['a long conversation without a summary, in parts', stateOf(1_000), { from: 0, until: 40 }],
])('%s', (_, state, expected) => {
  expect(dueStretch(state)).toEqual(expected)
})
