import { describe, expect, it } from 'vitest'
import { conversation, type Reply, textOf } from '../../conversation.decider.ts'
import {
  type ConversationTestRegion,
  contextOf,
  openLastingConversationRegion,
  type Setup,
} from '../../conversation.test-setup.ts'
import { createTurns } from '../turn.ts'
import { answerWaitingPolicy } from './answer-waiting.policy.ts'

/** Stores messages without a reply, as a process leaves them that is killed before it replies. */
async function leaveWaiting(region: ConversationTestRegion, ...messageIds: string[]): Promise<string> {
  const id = await region.begin()
  for (const messageId of messageIds) {
    await region.handle(
      conversation,
      id,
      { type: 'ReceiveVisitorMessage', messageId, text: `text of ${messageId}` },
      contextOf(`message/${messageId}`),
    )
  }
  return id
}

function replyOf(messageId: string): Omit<Reply, 'inReplyTo'> {
  const used = { modelId: 'gpt-4o-mini', inputTokens: 1, outputTokens: 1, tookMs: 1, cost: 1 }
  return {
    messageId,
    blocks: [{ type: 'text', text: 'By another process' }],
    sources: [],
    grounded: true,
    ...used,
  }
}

async function withDesk(
  setup: Setup,
  work: (region: ConversationTestRegion) => Promise<void>,
): Promise<void> {
  const region = await openLastingConversationRegion(setup)
  try {
    await work(region)
  } finally {
    await region.stop()
  }
}

const recovering =
  (graceMs = 2_000, signal = new AbortController().signal): Setup['policies'] =>
  ({ turns, deps: { load, refresh } }) => [answerWaitingPolicy({ turns, load, refresh, signal, graceMs })]

describe('after a crash', () => {
  it('all waiting messages get one reply, once', () =>
    withDesk({ policies: recovering(0) }, async (region) => {
      const id = await leaveWaiting(region, 'm1', 'm2')
      await region.settled()
      const { messages } = await region.stateOf(id)
      expect(messages.map(({ role }) => role)).toEqual(['visitor', 'visitor', 'agent'])
      expect(region.double.requests).toHaveLength(1)
      expect(JSON.stringify(region.double.requests[0]?.body)).toContain('text of m1\\ntext of m2')
      expect([region.credits.settled.size, region.credits.holds.size]).toEqual([1, 0])
    }))

  it('a message is left for a short time to the process that received it', async () => {
    let looks = 0
    let clock = Date.now() - 60_000
    const policies: Setup['policies'] = ({ turns, deps: { load, refresh } }) => [
      answerWaitingPolicy({
        turns: {
          // The clock advances with each check of the conversation.
          async untilIdleHere() {
            clock += 30_000
            looks++
          },
          answerWaiting: turns.answerWaiting,
        },
        load,
        refresh,
        signal: new AbortController().signal,
        now: () => clock,
      }),
    ]
    await withDesk({ policies }, async (region) => {
      const id = await leaveWaiting(region, 'm1')
      await region.settled()
      expect(looks).toBeGreaterThan(2)
      expect((await region.stateOf(id)).messages).toHaveLength(2)
    })
  })

  it('the model is not called while another process holds the lease of the turn, nor after it if nothing waits', () =>
    withDesk({}, async (region) => {
      const id = await leaveWaiting(region, 'm1')
      const others = await region.leases.take(`turn/w1/${id}`)
      const { cause } = contextOf()
      const waiting = region.turns.answerWaiting('w1', id, cause)
      const reply: Reply = { ...replyOf('r1'), inReplyTo: 'm1' }
      await region.handle(conversation, id, { type: 'RecordReply', reply }, contextOf('reply/m1/1'))
      await waiting
      await others?.release()
      expect(region.double.requests).toHaveLength(0)
      await region.turns.answerWaiting('w1', id, cause)
      expect(region.double.requests).toHaveLength(0)
    }))

  it('messages that were answered are not answered again', () =>
    withDesk({ policies: recovering(0), model: { behaviour: 'slow', delayMs: 5 } }, async (region) => {
      const id = await region.begin()
      const turns = await Promise.all(['m1', 'm2'].map((messageId) => region.say(id, messageId)))
      await Promise.all(turns.map(({ finished }) => finished))
      await region.settled()
      expect((await region.stateOf(id)).messages).toHaveLength(3)
      expect(region.credits.settled.size).toBe(1)
    }))

  it('two processes that answer the same message call the model once, store one reply and charge once', () =>
    withDesk({ model: { behaviour: 'slow', delayMs: 3 } }, async (region) => {
      const id = await leaveWaiting(region, 'm1')
      const other = createTurns(region.deps)
      const { cause } = contextOf()
      await Promise.all([region.turns.answerWaiting('w1', id, cause), other.answerWaiting('w1', id, cause)])
      const { messages } = await region.stateOf(id)
      expect(messages.map(({ role }) => role)).toEqual(['visitor', 'agent'])
      expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
      expect(region.double.requests).toHaveLength(1)
    }))

  it('a waiting message is answered when it is sent again', () =>
    withDesk({}, async (region) => {
      const id = await leaveWaiting(region, 'm1', 'm2')
      const { message } = await (await region.say(id, 'm2', 'text of m2')).finished
      expect(message?.index).toBe(2)
      expect((await region.stateOf(id)).messages.map(textOf).slice(0, 2)).toEqual([
        'text of m1',
        'text of m2',
      ])
      expect((await region.stateOf(id)).messages).toHaveLength(3)
    }))

  it('a stop while the policy waits leaves the message for the next start', async () => {
    const stopping = new AbortController()
    const region = await openLastingConversationRegion({ policies: recovering(60_000, stopping.signal) })
    await leaveWaiting(region, 'm1')
    stopping.abort()
    await region.stop()
    expect(region.double.requests).toHaveLength(0)
  })
})
