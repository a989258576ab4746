import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceOf, sentPartOf } from './sent-reference.ts'

test('a reference names the message and its part, and is short enough for a provider', () => {
  const message = { id: 'm_-1' }
  expect(sentPartOf(referenceOf({ conversationId: 'c1', message }))).toEqual({
    ...{ conversationId: 'c1', messageId: 'm_-1', part: 1, of: 1 },
  })
  const part = { number: 2, of: 3 }
  expect(sentPartOf(referenceOf({ conversationId: 'c1', message, part }))).toMatchObject({ part: 2, of: 3 })
  const longest = {
    conversationId: 'c'.repeat(64),
    message: { id: 'm'.repeat(64) },
    part: { number: 20, of: 20 },
  }
  expect(referenceOf(longest).length).toBeLessThanOrEqual(512)
})

test('what is no reference of ours names nothing', () => {
  for (const other of ['', 'a', 'a/b', 'a/b/c/d', 'a/b/1/1/1', '../b/1/1', 'a/b/100/1', 'a b/c/1/1'])
    expect(sentPartOf(other)).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => void sentPartOf(text)))
})
