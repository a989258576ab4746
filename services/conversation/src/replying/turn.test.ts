import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { createTurn, type Turn } from './turn.ts'

const message: MessageView = { id: 'r1', index: 1, role: 'agent', blocks: [], at: '2026-11-21T12:00:00.000Z' }
const end: ReplyStreamEvent[] = [{ type: 'message', message }, { type: 'done' }]
const delta = (text: string): ReplyStreamEvent => ({ type: 'delta', id: 'r1', text })

async function all(turn: Turn): Promise<ReplyStreamEvent[]> {
  const events: ReplyStreamEvent[] = []
  for await (const event of turn.events()) events.push(event)
  return events
}

describe('a turn', () => {
  it('sends each listener all events, whenever it connects', async () => {
    const turn = createTurn()
    const early = all(turn)
    turn.say('r1', 'Hel')
    turn.say('r1', 'lo')
    const midway = all(turn)
    turn.finish({ message, position: 7 })
    expect(await early).toEqual([delta('Hello'), ...end])
    expect(await midway).toEqual([delta('Hello'), ...end])
    expect(await all(turn)).toEqual([delta('Hello'), ...end])
    expect(await turn.finished).toEqual({ message, position: 7 })
  })

  it('sends later events as they arrive', async () => {
    const turn = createTurn()
    const listening = turn.events()[Symbol.asyncIterator]()
    turn.say('r1', 'Hello')
    expect((await listening.next()).value).toEqual(delta('Hello'))
    turn.say('r1', ' there')
    expect((await listening.next()).value).toEqual(delta(' there'))
    turn.finish({ message, position: 7 })
    expect((await listening.next()).value).toEqual(end[0])
  })

  it('throws the error that abandoned it', async () => {
    const turn = createTurn()
    turn.say('r1', 'Hel')
    turn.abandon(new Error('the store is away'))
    await expect(all(turn)).rejects.toThrow('the store is away')
    await expect(turn.finished).rejects.toThrow('the store is away')
  })
})
