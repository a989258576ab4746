import { describe, expect, it } from 'vitest'
import { conversation, type Reply, textOf } from '../conversation.decider.ts'
import { contextOf, type Desk, openLastingDesk, type Setup } from '../conversation.test-setup.ts'
import { answerWaitingPolicy } from './answer-waiting.policy.ts'
import { createAnswering } from './answering.ts'
import { settleRepliesPolicy } from './settle-replies.policy.ts'

/** Stores messages without a reply, as a process leaves them that is killed before it replies. */
async function leaveWaiting(desk: Desk, ...messageIds: string[]): Promise<string> {
  const id = await desk.begin()
  for (const messageId of messageIds) {
    await desk.handle(
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

async function withDesk(setup: Setup, work: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await openLastingDesk(setup)
  try {
    await work(desk)
  } finally {
    await desk.stop()
  }
}

const recovering =
  (graceMs = 2_000, signal = new AbortController().signal): Setup['policies'] =>
  ({ answering, deps: { load, refresh } }) => [
    answerWaitingPolicy({ answering, load, refresh, signal, graceMs }),
  ]

describe('after a crash', () => {
  it('all waiting messages get one reply, once', () =>
    withDesk({ policies: recovering(0) }, async (desk) => {
      const id = await leaveWaiting(desk, 'm1', 'm2')
      await desk.settled()
      const { messages } = await desk.stateOf(id)
      expect(messages.map(({ role }) => role)).toEqual(['visitor', 'visitor', 'agent'])
      expect(desk.double.requests).toHaveLength(1)
      expect(JSON.stringify(desk.double.requests[0]?.body)).toContain('text of m1\\ntext of m2')
      expect([desk.purse.settled.size, desk.purse.holds.size]).toEqual([1, 0])
    }))

  it('a message is left for a short time to the process that received it', async () => {
    let looks = 0
    let clock = Date.now() - 60_000
    const policies: Setup['policies'] = ({ answering, deps: { load, refresh } }) => [
      answerWaitingPolicy({
        answering: {
          // The clock advances with each check of the conversation.
          async atRest() {
            clock += 30_000
            looks++
          },
          answerWaiting: answering.answerWaiting,
        },
        load,
        refresh,
        signal: new AbortController().signal,
        now: () => clock,
      }),
    ]
    await withDesk({ policies }, async (desk) => {
      const id = await leaveWaiting(desk, 'm1')
      await desk.settled()
      expect(looks).toBeGreaterThan(2)
      expect((await desk.stateOf(id)).messages).toHaveLength(2)
    })
  })

  it('the model is not called while another process holds the lease of the turn, nor after it if nothing waits', () =>
    withDesk({}, async (desk) => {
      const id = await leaveWaiting(desk, 'm1')
      const others = await desk.leases.take(`turn/w1/${id}`)
      const { cause } = contextOf()
      const waiting = desk.answering.answerWaiting('w1', id, cause)
      const reply: Reply = { ...replyOf('r1'), inReplyTo: 'm1' }
      await desk.handle(conversation, id, { type: 'RecordReply', reply }, contextOf('reply/m1/1'))
      await waiting
      await others?.release()
      expect(desk.double.requests).toHaveLength(0)
      await desk.answering.answerWaiting('w1', id, cause)
      expect(desk.double.requests).toHaveLength(0)
    }))

  it('messages that were answered are not answered again', () =>
    withDesk({ policies: recovering(0), model: { behaviour: 'slow', delayMs: 5 } }, async (desk) => {
      const id = await desk.begin()
      const turns = await Promise.all(['m1', 'm2'].map((messageId) => desk.say(id, messageId)))
      await Promise.all(turns.map(({ finished }) => finished))
      await desk.settled()
      expect((await desk.stateOf(id)).messages).toHaveLength(3)
      expect(desk.purse.settled.size).toBe(1)
    }))

  it('two processes that answer the same message call the model once, store one reply and charge once', () =>
    withDesk({ model: { behaviour: 'slow', delayMs: 3 } }, async (desk) => {
      const id = await leaveWaiting(desk, 'm1')
      const other = createAnswering(desk.deps)
      const { cause } = contextOf()
      await Promise.all([desk.answering.answerWaiting('w1', id, cause), other.answerWaiting('w1', id, cause)])
      const { messages } = await desk.stateOf(id)
      expect(messages.map(({ role }) => role)).toEqual(['visitor', 'agent'])
      expect([desk.purse.balance, desk.purse.holds.size]).toEqual([999, 0])
      expect(desk.double.requests).toHaveLength(1)
    }))

  it('a waiting message is answered when it is sent again', () =>
    withDesk({}, async (desk) => {
      const id = await leaveWaiting(desk, 'm1', 'm2')
      const { message } = await (await desk.say(id, 'm2', 'text of m2')).finished
      expect(message?.index).toBe(2)
      expect((await desk.stateOf(id)).messages.map(textOf).slice(0, 2)).toEqual(['text of m1', 'text of m2'])
      expect((await desk.stateOf(id)).messages).toHaveLength(3)
    }))

  it('a stop while the policy waits leaves the message for the next start', async () => {
    const stopping = new AbortController()
    const desk = await openLastingDesk({ policies: recovering(60_000, stopping.signal) })
    await leaveWaiting(desk, 'm1')
    stopping.abort()
    await desk.stop()
    expect(desk.double.requests).toHaveLength(0)
  })
})

it('the policy settles the hold of a reply that was not settled, and releases that of a failure', () =>
  withDesk(
    { policies: ({ answering, purse }) => [settleRepliesPolicy({ credits: purse, answering })] },
    async (desk) => {
      const { settleCredits, releaseCredits } = desk.purse
      const killed = async () => {
        throw new Error('killed')
      }
      const during = { ...desk.purse, settleCredits: killed, releaseCredits: killed }
      const answering = createAnswering({ ...desk.deps, credits: during })
      const id = await desk.begin()
      const said = await answering.say(contextOf(), { conversationId: id, messageId: 'm1', text: 'Hi' })
      if (said.ok) await said.turn.finished
      desk.double.behave(500)
      const failing = await answering.say(contextOf(), { conversationId: id, messageId: 'm2', text: 'Hi' })
      if (failing.ok) await failing.turn.finished
      await desk.settled()
      expect([desk.purse.holds.size, desk.purse.settled.size, desk.purse.balance]).toEqual([0, 1, 999])
      expect([settleCredits, releaseCredits]).not.toContain(killed)
    },
  ))
