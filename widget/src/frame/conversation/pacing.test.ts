import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacing, type ReplyPart } from './pacing.ts'
import type { ChatMessage } from './transcript.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (id: string, role: ChatMessage['role'] = 'agent'): ReplyPart => ({
  type: 'message',
  message: { id, index: 1, role, blocks: [{ type: 'text', text: id }], at: '2026-01-01T00:00:00.000Z' },
})
const delta = (id: string, text: string): ReplyPart => ({ type: 'delta', id, text })

function paced(delay = 1000) {
  const shown: string[] = []
  const pacing = createPacing({
    delayAfter: () => delay,
    show: (part) => void shown.push(part.type === 'delta' ? part.text : part.message.id),
    changed: () => {},
  })
  return { pacing, shown }
}

describe('messages of one reply', () => {
  it('are shown one after the other, the first at once', () => {
    const { pacing, shown } = paced()
    for (const id of ['a', 'b', 'c']) pacing.take(message(id))
    expect(shown).toEqual(['a'])
    expect(pacing.holds()).toBe(true)
    vi.advanceTimersByTime(999)
    expect(shown).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual(['a', 'b'])
    vi.advanceTimersByTime(1000)
    expect(shown).toEqual(['a', 'b', 'c'])
    expect(pacing.holds()).toBe(false)
  })

  it('are not delayed by what took longer than the delay to arrive', () => {
    const { pacing, shown } = paced()
    pacing.take(message('a'))
    vi.advanceTimersByTime(1000)
    pacing.take(message('b'))
    expect(shown).toEqual(['a', 'b'])
  })

  it('stream without delays within a message', () => {
    const { pacing, shown } = paced()
    for (const part of [delta('a', 'one '), delta('a', 'two'), message('a')]) pacing.take(part)
    expect(shown).toEqual(['one ', 'two', 'a'])
    for (const part of [delta('b', 'three '), delta('b', 'four'), message('b')]) pacing.take(part)
    expect(shown).toHaveLength(3)
    vi.advanceTimersByTime(1000)
    expect(shown.slice(3)).toEqual(['three ', 'four', 'b'])
  })

  it('are shown at once if the agent has no delay', () => {
    const { pacing, shown } = paced(0)
    for (const id of ['a', 'b', 'c']) pacing.take(message(id))
    expect(shown).toEqual(['a', 'b', 'c'])
  })
})

it('does not delay what people and the visitor wrote', () => {
  const { pacing, shown } = paced()
  for (const part of [message('a'), message('person', 'human'), message('b')]) pacing.take(part)
  expect(shown).toEqual(['a', 'person', 'b'])
})

it('keeps the order, and shows everything at once when released', () => {
  const { pacing, shown } = paced()
  for (const part of [message('a'), message('b'), message('person', 'human')]) pacing.take(part)
  expect(shown).toEqual(['a'])
  pacing.release()
  expect(shown).toEqual(['a', 'b', 'person'])
  vi.runAllTimers()
  expect(shown).toEqual(['a', 'b', 'person'])
})

it('discards what waits when the conversation is left', () => {
  const { pacing, shown } = paced()
  for (const part of [message('a'), message('b')]) pacing.take(part)
  pacing.clear()
  vi.runAllTimers()
  expect(shown).toEqual(['a'])
  pacing.take(message('c'))
  expect(shown).toEqual(['a', 'c'])
})

it('waits once for a message that two streams deliver', () => {
  const { pacing, shown } = paced()
  for (const id of ['a', 'b', 'c', 'b', 'c']) pacing.take(message(id))
  vi.advanceTimersByTime(2000)
  expect(shown).toEqual(['a', 'b', 'c'])
  expect(pacing.holds()).toBe(false)
})
