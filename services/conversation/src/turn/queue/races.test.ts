/** Concurrency: commands while a reply is in progress, twice at once, or in quick succession. */
import { expect, it } from 'vitest'
import { conversation, textOf } from '../../conversation.decider.ts'
import {
  ada,
  answerOf,
  ben,
  openTestHandlers,
  type TestHandlers,
  type TestHandlersSetup,
} from '../../conversation.test-handlers.ts'
import { contextOf, newId } from '../../conversation.test-setup.ts'
import { noTools, type Tools } from '../generate/tools.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'

async function open(setup: TestHandlersSetup = {}) {
  const handlers = await openTestHandlers(setup)
  const { call, start, region, eventsOf } = handlers
  const { conversationId, visitor } = await start()
  const as = (principal: typeof ada) => (name: Parameters<typeof call>[0], body?: unknown) =>
    call(name, { conversationId, principal, body })
  const say = (id: string, text = 'When are you open?') =>
    as(visitor)('conversations.send', { id, text }) as Promise<unknown>
  const asked = async (times: number) => {
    while (region.double.requests.length < times) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const said = async () =>
    (await region.stateOf(conversationId)).messages.map((message) => `${message.role}: ${textOf(message)}`)
  return {
    region,
    conversationId,
    asAda: as(ada),
    asBen: as(ben),
    say,
    asked,
    said,
    events: () => eventsOf(conversationId),
  }
}

async function stored(
  region: TestHandlers['region'],
  conversationId: string,
  messages: number,
): Promise<void> {
  while ((await region.stateOf(conversationId)).visitorMessages.length < messages)
    await new Promise((resolve) => setTimeout(resolve, 1))
}

function toolsThat(call: () => Promise<string>): Tools {
  return {
    ...noTools,
    describe: async (_, ids) =>
      ids.map((id) => ({
        id,
        functionName: 'orders',
        name: 'Orders',
        description: '',
        inputSchema: { type: 'object', properties: {} },
      })),
    async call() {
      const result = await call()
      return { name: 'Orders', outcome: 'ok', status: 200, tookMs: 1, request: '', response: result, result }
    },
  }
}

/** A model that calls a tool and then hangs. */
const callsThenHangs: TestHandlersSetup = {
  document: { assignedToolsIds: ['t1'] },
  model: {
    reply: () => ({ calls: [{ name: 'orders', input: '{}' }] }),
    behaviour: (_, nth) => (nth === 0 ? 'normal' : 'hang'),
  },
}

it('a reply during which a person takes over is discarded and not charged', async () => {
  const { region, asAda, say, asked, said, events } = await open({ model: { behaviour: 'hang-midway' } })
  const speaking = say('m1')
  await asked(1)
  await answerOf(asAda('conversations.takeOver'))
  await speaking
  expect(await said()).toEqual(['visitor: When are you open?', 'system: '])
  expect((await events()).map(({ type }) => type)).toContain('ReplyDiscarded')
  await region.turns.untilIdleHere((await events())[0]?.data.conversationId)
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
})

it.each(['taken over', 'stopped'] as const)(
  'the tool call of a reply that is %s afterwards stays recorded',
  async (how) => {
    const tools = toolsThat(async () => 'Ordered.')
    const { region, conversationId, asAda, say, asked, events } = await open({
      ...callsThenHangs,
      deps: { tools },
    })
    const speaking = say('m1')
    await asked(2)
    if (how === 'stopped') region.turns.stop(conversationId)
    else await answerOf(asAda('conversations.takeOver'))
    await speaking
    const recorded = (await events()).slice(-2)
    expect(recorded.map(({ type }) => type)).toEqual([
      how === 'stopped' ? 'AgentReplied' : 'ReplyDiscarded',
      'ToolCalled',
    ])
    expect(recorded.at(-1)?.data).toMatchObject({ toolId: 't1', outcome: 'ok', inReplyTo: 'm1' })
  },
)

it('a message that arrives after a tool call gets its own reply: the call is neither lost nor repeated', async () => {
  let calls = 0
  const tools = toolsThat(async () => `Ordered ${++calls}.`)
  const { region, conversationId, say, asked, events } = await open({ ...callsThenHangs, deps: { tools } })
  const speaking = say('m1')
  await asked(2)
  const adding = say('m2')
  while ((await region.stateOf(conversationId)).visitorMessages.length < 2)
    await new Promise((resolve) => setTimeout(resolve, 1))
  region.turns.stop(conversationId)
  await speaking
  await asked(3)
  region.turns.stop(conversationId)
  await adding
  const replies = (await events()).filter(({ type }) => type === 'AgentReplied')
  expect(replies.map(({ data }) => [data.inReplyTo, data.alsoAnswers])).toEqual([
    ['m1', undefined],
    ['m2', undefined],
  ])
  expect(calls).toBe(1)
  expect((await events()).filter(({ type }) => type === 'ToolCalled')).toHaveLength(1)
})

it('of two people who take over concurrently one becomes the owner, and both learn who', async () => {
  const { region, conversationId, asAda, asBen, events } = await open()
  await Promise.all([answerOf(asAda('conversations.takeOver')), answerOf(asBen('conversations.takeOver'))])
  const { owner, person } = await region.stateOf(conversationId)
  const changes = (await events()).filter(({ type }) => type === 'OwnershipChanged')
  expect(changes.map(({ data }) => data.from)).toEqual(['agent', 'human'])
  expect([owner, person?.userId]).toEqual(['human', changes.at(-1)?.data.userId])
})

it('after a take-over and a quick hand-back, the new reply is not discarded by the take-over', async () => {
  const { region, conversationId, asked, said, say } = await open({ model: { behaviour: 'hang-midway' } })
  const speaking = say('m1')
  await asked(1)
  const run = (command: Parameters<typeof conversation.decider.decide>[0]) =>
    region.handle(conversation, conversationId, command, contextOf())
  const taken = await run({ type: 'TakeOver', person: { userId: 'u1', displayName: 'Ada' } })
  if (!taken.ok) throw new Error(taken.rejection.code)
  region.turns.discard(conversationId, taken.state.epoch)
  await speaking
  await run({ type: 'HandBack', person: { userId: 'u1', displayName: 'Ada' } })
  region.double.behave('slow')
  const answered = region.turns.answerWaiting('w1', conversationId, contextOf().cause)
  await asked(2)
  // The take-over's call of `drop` can arrive this late.
  region.turns.discard(conversationId, taken.state.epoch + 1)
  await answered
  expect((await said()).at(-1)).toBe(`agent: ${REPLY}`)
})

it('after a hand-back while the visitor is writing, every message is answered and none twice', async () => {
  const { region, conversationId, asAda, say } = await open({ model: { behaviour: 'slow', delayMs: 2 } })
  await answerOf(asAda('conversations.takeOver'))
  const ids = Array.from({ length: 12 }, (_, nth) => `m${nth}`)
  const sending = ids.map((id) => say(id, `text of ${id}`))
  await answerOf(asAda('conversations.handBack'))
  await Promise.all(sending)
  await region.turns.untilIdleHere(conversationId)
  const { visitorMessages: asked, messages } = await region.stateOf(conversationId)
  expect(asked.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'answered'))
  const replies = new Set(asked.map(({ replyId }) => replyId))
  expect(messages.filter(({ role }) => role === 'agent')).toHaveLength(replies.size)
  expect(region.credits.settled.size).toBe(replies.size)
})

it('a reply during which the conversation is deleted is neither recorded nor charged', async () => {
  const tools = toolsThat(async () => {
    await answerOf(asAda('conversations.remove'))
    return 'A secret of the visitor'
  })
  const { region, asAda, say, events } = await open({
    document: { assignedToolsIds: ['t1'] },
    deps: { tools },
    model: { reply: () => ({ calls: [{ name: 'orders', input: '{}' }] }) },
  })
  await say('m1').catch(() => undefined)
  const after = (await events()).map(({ type }) => type)
  expect(after.slice(after.indexOf('ConversationDeleted'))).toEqual(['ConversationDeleted', 'ReplyDiscarded'])
  await region.turns.untilIdleHere((await events())[0]?.data.conversationId)
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
})

it('further messages restart a reply only for a limited time', async () => {
  let now = Date.now()
  const { region, conversationId, say, asked, said } = await open({
    model: { behaviour: 'hang' },
    deps: { now: () => now, burstMs: 1_000 },
  })
  const sending = []
  for (let nth = 0; nth < 4; nth++) {
    sending.push(say(`m${nth}`))
    await asked(Math.min(nth + 1, 3))
    while ((await region.stateOf(conversationId)).visitorMessages.length <= nth)
      await new Promise((resolve) => setTimeout(resolve, 1))
    now += 400
  }
  // The last message arrived too late to join: it waits until the third attempt ends.
  region.double.behave('normal')
  expect(region.turns.stop(conversationId)).toBe(true)
  await Promise.all(sending)
  expect(region.double.requests).toHaveLength(4)
  expect(await said()).toHaveLength(6)
})

it('gathers a visitor’s messages for the agent’s delay, and gives them one reply', async () => {
  const { region, conversationId, say, said } = await open({
    document: { delayBeforeSubmit: 2_500 },
    deps: { burstMs: 0 },
  })
  const sending = [say('m1', 'Hello')]
  await stored(region, conversationId, 1)
  sending.push(say('m2', 'I am looking for tea'))
  await stored(region, conversationId, 2)
  sending.push(say('m3', 'When are you open?'))
  await Promise.all(sending)
  expect(region.double.requests).toHaveLength(1)
  expect(await said()).toEqual([
    'visitor: Hello',
    'visitor: I am looking for tea',
    'visitor: When are you open?',
    `agent: ${REPLY}`,
  ])
})

it('stops gathering when the visitor stops the reply or a person takes over', {
  // Less than the agent's delay.
  timeout: 9_000,
}, async () => {
  const { region, conversationId, asAda, say, said } = await open({ document: { delayBeforeSubmit: 60_000 } })
  const stopped = say('m1')
  await stored(region, conversationId, 1)
  while (!region.turns.stop(conversationId)) await new Promise((resolve) => setTimeout(resolve, 1))
  await stopped
  const discarded = say('m2')
  await stored(region, conversationId, 2)
  await answerOf(asAda('conversations.takeOver'))
  await discarded
  await region.turns.untilIdleHere(conversationId)
  expect(region.double.requests).toHaveLength(0)
  expect((await said()).filter((text) => !text.startsWith('visitor'))).toEqual(['agent: ', 'system: '])
  expect(region.credits.holds.size).toBe(0)
})

it('a person who took over has the full waiting time to answer', async () => {
  const { region, conversationId, asAda } = await open({ document: { enableHumanHandoff: true } })
  const request = { type: 'RequestHandoff', by: 'visitor', offline: false, silencesAgent: true } as const
  await region.handle(conversation, conversationId, request, contextOf(newId()))
  const asked = (await region.stateOf(conversationId)).awaitingSince!
  await new Promise((resolve) => setTimeout(resolve, 5))
  await answerOf(asAda('conversations.takeOver'))
  const since = (await region.stateOf(conversationId)).awaitingSince!
  expect(since > asked).toBe(true)
})
