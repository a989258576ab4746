import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { openReplyStream, type ReplyStream } from './reply-stream.ts'

const message: MessageView = { id: 'r1', index: 1, role: 'agent', blocks: [], at: '2026-11-21T12:00:00.000Z' }
const end: ReplyStreamEvent[] = [{ type: 'message', message }, { type: 'done' }]
const delta = (text: string): ReplyStreamEvent => ({ type: 'delta', id: 'r1', text })

async function all(turn: ReplyStream): Promise<ReplyStreamEvent[]> {
  const events: ReplyStreamEvent[] = []
  for await (const event of turn.events()) events.push(event)
  return events
}

describe('a turn', () => {
  it('sends each listener all events, whenever it connects', async () => {
    const turn = openReplyStream()
    const early = all(turn)
    turn.addText('r1', 'Hel')
    turn.addText('r1', 'lo')
    const midway = all(turn)
    turn.finish({ message, position: 7 })
    expect(await early).toEqual([delta('Hello'), ...end])
    expect(await midway).toEqual([delta('Hello'), ...end])
    expect(await all(turn)).toEqual([delta('Hello'), ...end])
    expect(await turn.finished).toEqual({ message, position: 7 })
  })

  it('sends later events as they arrive', async () => {
    const turn = openReplyStream()
    const listening = turn.events()[Symbol.asyncIterator]()
    turn.addText('r1', 'Hello')
    expect((await listening.next()).value).toEqual(delta('Hello'))
    turn.addText('r1', ' there')
    expect((await listening.next()).value).toEqual(delta(' there'))
    turn.finish({ message, position: 7 })
    expect((await listening.next()).value).toEqual(end[0])
  })

  it('throws the error that abandoned it', async () => {
    const turn = openReplyStream()
    turn.addText('r1', 'Hel')
    turn.fail(new Error('the store is away'))
    await expect(all(turn)).rejects.toThrow('the store is away')
    await expect(turn.finished).rejects.toThrow('the store is away')
  })
})
