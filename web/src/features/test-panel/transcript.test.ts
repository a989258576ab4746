import { describe, expect, it } from 'vitest'
import * as transcript from './transcript.ts'

const at = '2026-01-01T00:00:00.000Z'
const asked = transcript.ownMessage([], 'v1', [{ type: 'text', text: 'Hello' }], at)

describe('a reply that is streamed', () => {
  it('appends deltas and replaces them with the whole message', () => {
    const half = transcript.told([asked], { type: 'delta', id: 'a1', text: 'Good ' }, at)
    const more = transcript.told(half, { type: 'delta', id: 'a1', text: 'day' }, at)
    expect(more).toMatchObject([
      asked,
      { id: 'a1', index: 1, partial: 'streaming', blocks: [{ text: 'Good day' }] },
    ])

    const message = { id: 'a1', index: 1, role: 'agent' as const, blocks: [], at }
    expect(transcript.told(more, { type: 'message', message }, at)).toEqual([asked, message])
    expect(transcript.told([asked], { type: 'message', message }, at)).toEqual([asked, message])
  })

  it('keeps the received text when it is stopped', () => {
    const half = transcript.told([asked], { type: 'delta', id: 'a1', text: 'Good ' }, at)
    expect(transcript.stopped(half)).toMatchObject([asked, { id: 'a1', partial: 'stopped' }])
  })
})

describe('a reply that failed', () => {
  const failed = { id: 'f1', index: 1, role: 'system' as const, blocks: [], at, failed: true }

  it('is matched with the message that it was to answer', () => {
    expect(transcript.askedBefore([asked, failed], failed)).toBe(asked)
    expect(transcript.askedBefore([failed], failed)).toBeUndefined()
  })

  it('is removed when its message is sent again under the same id', () => {
    expect(transcript.withoutAnswer([{ ...asked, problem: 'gone' }, failed], 'v1')).toEqual([
      { ...asked, problem: undefined },
    ])
  })

  it('leaves earlier replies unchanged', () => {
    const answer = { id: 'a1', index: 1, role: 'agent' as const, blocks: [], at }
    const again = transcript.ownMessage([asked, answer], 'v2', [{ type: 'text', text: 'And?' }], at)
    expect(transcript.withoutAnswer([asked, failed, again], 'v2')).toContain(failed)
    expect(transcript.withProblem([asked, answer, again], 'v2', 'lost')).toMatchObject([
      asked,
      answer,
      { id: 'v2', index: 2, problem: 'lost' },
    ])
  })
})
