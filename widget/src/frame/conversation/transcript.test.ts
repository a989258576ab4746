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
  it('shows a message once, however often it comes, in the order of its index', () => {
    const list = merge([said('a', 0), said('c', 2)], [said('b', 1), said('c', 2)])
    expect(ids(list)).toEqual(['a', 'b', 'c'])
    expect(merge(list, list)).toEqual(list)
  })

  it('keeps what waits to be sent behind what was said', () => {
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

  it('leaves a message that is tried again in its place', () => {
    let list = hear([ownMessage([], { id: 'v1', text: 'one', at })], 'v1')
    list = merge(list, [said('sorry', 1, { failed: true })])
    const again = merge(list, [{ ...list[0]!, delivery: 'sending' }])
    expect(ids(again)).toEqual(['v1', 'sorry'])
    expect(askedBefore(again, again[1]!)?.id).toBe('v1')
  })

  it('grows a streaming reply and lets the whole message replace it', () => {
    let list = addDelta([said('a', 0)], 'r', 'Hel', at)
    list = addDelta(list, 'r', 'lo', at)
    expect(textOf(list[1]!)).toBe('Hello')
    expect(list[1]?.streaming).toBe(true)
    expect(lastConfirmed(list)).toBe(0)
    list = merge(dropBroken(list), [said('r', 1)])
    expect(list).toEqual([said('a', 0), said('r', 1)])
  })

  it('begins a reply anew when it is streamed again after breaking off', () => {
    const broken = addDelta([], 'r', 'Hel', at)
    expect(textOf(addDelta(dropBroken(broken), 'r', 'Hello', at)[0]!)).toBe('Hello')
  })

  it('leaves an own message where the server put it, when another stream was faster than its answer', () => {
    const own = ownMessage([said('a', 0)], { id: 'v1', text: 'one', at })
    const followed = merge([said('a', 0), own], [{ ...said('v1', 1), role: 'visitor' }, said('reply', 2)])
    expect(ids(hear(followed, 'v1'))).toEqual(['a', 'v1', 'reply'])
    expect(ids(merge(hear(followed, 'v1'), []))).toEqual(['a', 'v1', 'reply'])
  })

  it('carries files and forms, in the message and to the server', () => {
    const file = { fileId: 'f1', name: 'cat.png', mimeType: 'image/png', size: 3, url: '/api/x' }
    const form = { formId: 'n1', answers: { email: 'a@b.example' } }
    const own = ownMessage([], { id: 'v1', text: '', at, files: [file], form })
    expect(own.blocks.map(({ type }) => type)).toEqual(['file', 'form-answers'])
    expect(extrasOf(own)).toEqual({ files: ['f1'], form })
    expect(extrasOf(said('a', 0))).toEqual({})
  })
})
