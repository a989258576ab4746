import { describe, expect, it } from 'vitest'
import {
  addDelta,
  askedBefore,
  type ChatMessage,
  dropBroken,
  extrasOf,
  hear,
  lastConfirmed,
  merge,
  ownMessage,
  textOf,
} from './transcript.ts'

const at = '2026-11-21T10:00:00.000Z'
const said = (id: string, index: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  index,
  role: 'agent',
  blocks: [{ type: 'text', text: id }],
  at,
  ...more,
})
const ids = (list: readonly ChatMessage[]) => list.map(({ id }) => id)

describe('transcript', () => {
  it('contains each message once, ordered by index', () => {
    const list = merge([said('a', 0), said('c', 2)], [said('b', 1), said('c', 2)])
    expect(ids(list)).toEqual(['a', 'b', 'c'])
    expect(merge(list, list)).toEqual(list)
  })

  it('keeps unsent messages after all others', () => {
    const first = ownMessage([said('a', 0)], { id: 'v1', text: 'one', at })
    const second = ownMessage([said('a', 0), first], { id: 'v2', text: 'two', at })
    let list = merge([said('a', 0)], [first, second])
    list = hear(list, 'v1')
    list = merge(list, [said('r1', 2)])
    expect(ids(list)).toEqual(['a', 'v1', 'r1', 'v2'])
    list = hear(list, 'v2')
    expect(list.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(list.every(({ delivery }) => delivery === undefined)).toBe(true)
  })

  it('keeps the position of a message that is sent again', () => {
    let list = hear([ownMessage([], { id: 'v1', text: 'one', at })], 'v1')
    list = merge(list, [said('sorry', 1, { failed: true })])
    const again = merge(list, [{ ...list[0]!, delivery: 'sending' }])
    expect(ids(again)).toEqual(['v1', 'sorry'])
    expect(askedBefore(again, again[1]!)?.id).toBe('v1')
  })

  it('appends deltas of a streaming reply and replaces them with the whole message', () => {
    let list = addDelta([said('a', 0)], 'r', 'Hel', at)
    list = addDelta(list, 'r', 'lo', at)
    expect(textOf(list[1]!)).toBe('Hello')
    expect(list[1]?.streaming).toBe(true)
    expect(lastConfirmed(list)).toBe(0)
    list = merge(dropBroken(list), [said('r', 1)])
    expect(list).toEqual([said('a', 0), said('r', 1)])
  })

  it('restarts the text of a reply that is streamed again after an interruption', () => {
    const broken = addDelta([], 'r', 'Hel', at)
    expect(textOf(addDelta(dropBroken(broken), 'r', 'Hello', at)[0]!)).toBe('Hello')
  })

  it('keeps the index of an own message that another stream delivered before the response of its call', () => {
    const own = ownMessage([said('a', 0)], { id: 'v1', text: 'one', at })
    const followed = merge([said('a', 0), own], [{ ...said('v1', 1), role: 'visitor' }, said('reply', 2)])
    expect(ids(hear(followed, 'v1'))).toEqual(['a', 'v1', 'reply'])
    expect(ids(merge(hear(followed, 'v1'), []))).toEqual(['a', 'v1', 'reply'])
  })

  it('includes files and forms in the message and in the call', () => {
    const file = { fileId: 'f1', name: 'cat.png', mimeType: 'image/png', size: 3, url: '/api/x' }
    const form = { formId: 'n1', answers: { email: 'a@b.example' } }
    const own = ownMessage([], { id: 'v1', text: '', at, files: [file], form })
    expect(own.blocks.map(({ type }) => type)).toEqual(['file', 'form-answers'])
    expect(extrasOf(own)).toEqual({ files: ['f1'], form })
    expect(extrasOf(said('a', 0))).toEqual({})
  })
})
