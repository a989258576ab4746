import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { friendlyGreeting, initialGreeting, initialNodes } from '@parley/contracts/agent/initial-content.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { expect, it } from 'vitest'
import { conversation } from '../conversation.decider.ts'
import { answerOf, openTestHandlers } from '../conversation.test-handlers.ts'
import { phrases } from '../phrases.ts'
import { firstMessages } from './first-messages.ts'

const position = { x: 0, y: 0 }
const chain = (nodes: object[]): AgentNode[] =>
  nodes.map((node, nth) => ({ ...node, id: `n${nth}`, position, next: `n${nth + 1}` }) as AgentNode)

/** 46 messages that each insert a variable of 20,000 characters wherever a text names it. */
const hostile: AgentDocument = {
  enableNodes: true,
  nodes: chain([
    { type: 'start' },
    { type: 'set-variable', variable: 'a', value: 'x'.repeat(1_000) },
    { type: 'set-variable', variable: 'a', value: '{{a}}'.repeat(190) },
    ...Array.from({ length: 46 }, () => ({ type: 'message', text: '{{a}}'.repeat(1_500) })),
    { type: 'ai' },
  ]),
}

it('starting a flow of 46 long messages writes a reference and answers a readable amount', async () => {
  const { start, region, call } = await openTestHandlers({ document: hostile })
  const first = await start()
  const { conversationId, visitor, messages } = await start()
  const answered = JSON.stringify(first).length
  const stored = await region.eventStore.readStream(`conversation-${conversationId}`)
  const written = stored.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  )
  // Without limits: 2,800,000 characters answered, 3,700,000 in the log alone. With a copy in each start: 43,000.
  expect(answered).toBeLessThan(20_000)
  expect(written).toBeLessThan(1_200)
  expect(JSON.stringify(messages)).toContain('…')

  region.commands.evict('conversation', conversationId)
  const { state } = (await region.load(conversation, conversationId))!
  expect(storedFlow.parse(state.flow)).toEqual(firstMessages(hostile, 'en').flow)
  const read = await answerOf<{ messages: unknown }>(
    call('conversations.messages', { conversationId, principal: visitor }),
  )
  expect(read.messages).toEqual(messages)
})

it('buttons, forms and variables are within the limit too', () => {
  const variables = Array.from({ length: 8 }, (_, nth) => ({
    type: 'set-variable',
    variable: `v${nth}`,
    value: 'x'.repeat(8_000),
  }))
  const buttons = Array.from({ length: 10 }, (_, nth) => ({ id: `b${nth}`, label: '{{v0}}'.repeat(10) }))
  const nodes = chain([{ type: 'start' }, ...variables, { type: 'buttons', text: 'Choose', buttons }])
  const { messages, flow } = firstMessages({ enableNodes: true, nodes }, 'en')
  expect(JSON.stringify(messages).length).toBeLessThan(6_000)
  expect(JSON.stringify(flow).length).toBeLessThan(17_000)
})

it('without a flow the messages and the launch message are within the same limit', () => {
  const document = { vg_initMessages: Array(10).fill('m'.repeat(8_000)), vg_initPrompt: 'p'.repeat(60_000) }
  const { messages } = firstMessages(document, 'en')
  expect(messages).toHaveLength(2)
  expect(JSON.stringify(messages).length).toBeLessThan(16_200)
  const small = { vg_initMessages: ['Hello!'], vg_initPrompt: 'p'.repeat(15_000) }
  expect(firstMessages(small, 'en').messages.flat()).toEqual([
    { type: 'text', text: 'Hello!' },
    { type: 'text', text: 'p'.repeat(15_000) },
  ])
})

it('says the greeting of a new agent in the language of the conversation, and another as it was written', () => {
  const document = { enableNodes: true, nodes: initialNodes }
  const textsOf = (agent: AgentDocument, language: 'en' | 'ja') =>
    firstMessages(agent, language).messages.flat()
  expect(textsOf(document, 'ja')).toMatchObject([{ type: 'text', text: phrases.ja.greeting }])
  expect(textsOf(document, 'en')).toMatchObject([{ type: 'text', text: initialGreeting }])
  expect(textsOf({ vg_initMessages: [friendlyGreeting, 'Ask me.'] }, 'ja')).toMatchObject([
    { type: 'text', text: phrases.ja.greeting },
    { type: 'text', text: 'Ask me.' },
  ])
})
