/** A flow gives the same conversation if its process ends between any two messages. */
import { type AgentNode, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversation, textOf } from '../../conversation.decider.ts'
import {
  type ConversationTestRegion,
  contextOf,
  newId,
  openLastingConversationRegion,
} from '../../conversation.test-setup.ts'
import { noTools, type Tools } from '../generate/tools.ts'
import { createTurns } from '../turn.ts'

const nodes: AgentNode[] = [
  { id: 's', type: 'start', next: 'name' },
  { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    text: 'What is it, {{name}}?',
    buttons: [
      { id: 'order', label: 'My order', next: 'number' },
      { id: 'advice', label: 'Advice', next: 'ai' },
    ],
  },
  { id: 'number', type: 'question', text: 'Which?', variable: 'number', capture: 'number', next: 'look' },
  { id: 'look', type: 'tool', toolId: 't1', values: { id: '{{number}}' }, saveTo: 'order', next: 'read' },
  {
    id: 'read',
    type: 'map',
    mappings: [{ id: 'm', from: 'order', path: 'eta', transform: 'as-is', saveTo: 'eta' }],
    next: 'known',
  },
  {
    id: 'known',
    type: 'condition',
    branches: [{ id: 'b', test: { variable: 'eta', operator: 'is-set' }, next: 'tell' }],
    next: 'ai',
  },
  { id: 'tell', type: 'message', text: '{{number}} comes on {{eta}}, {{name}}.', next: 'menu' },
  { id: 'ai', type: 'ai', prompt: 'Help {{name}}.', next: 'menu' },
  { id: 'd', type: 'default', next: 'ai' },
].map((node) => nodeSchema.parse({ ...node, position: { x: 0, y: 0 } }))

const tools: Tools = {
  ...noTools,
  describe: async () => [],
  async call(_, request) {
    const id = request.type === 'tool' ? String(request.values.id) : ''
    const result = id === '2' ? '{"eta":"2026-12-01"}' : '{}'
    return { name: 'Orders', outcome: 'ok', status: 200, tookMs: 1, request: id, response: result, result }
  },
}

const words = fc.constantFrom('Ada', '123', 'My order', 'Advice', 'order', '1', '2', 'twelve', 'Hello there')
const talk = fc.array(fc.record({ text: words, killed: fc.boolean() }), { minLength: 1, maxLength: 8 })

let region: ConversationTestRegion
beforeAll(async () => {
  region = await openLastingConversationRegion({
    document: { enableNodes: true, nodes },
    balance: 1_000_000,
    deps: { tools },
  })
})
afterAll(() => region.stop())

/** Sends the messages one after the other; returns the transcript and the state of the flow. */
async function hold(said: { text: string; killed: boolean }[]) {
  const id = await region.begin()
  let { turns } = region
  for (const { text, killed } of said) {
    if (killed) {
      region.commands.evict('conversation', id)
      turns = createTurns(region.deps)
    }
    const outcome = await turns.receive(contextOf(), { conversationId: id, messageId: newId(), text })
    if (!outcome.ok) throw new Error(outcome.rejection.code)
    await outcome.reply.finished
    await turns.untilIdleHere(id)
  }
  const { messages, flow } = await region.stateOf(id)
  return { id, transcript: messages.map((message) => `${message.role}: ${textOf(message)}`), flow }
}

it('continues at the node where it waited, with its variables', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async (said) => {
      const whole = await hold(said.map(({ text }) => ({ text, killed: false })))
      const interrupted = await hold(said)
      expect(interrupted.transcript).toEqual(whole.transcript)
      expect(interrupted.flow).toEqual(whole.flow)
    }),
    { numRuns: 25, examples: [[orderTwo]] },
  )
  expect((await hold(orderTwo)).transcript).toContain(
    'agent: 2 comes on Tuesday, 1 December 2026, Ada.\n\nWhat is it, Ada?',
  )
})

const orderTwo = ['Hello', 'Ada', 'My order', '2'].map((text) => ({ text, killed: true }))

it('does not run again when the log is read: calls no tool and no model', async () => {
  const { id, transcript, flow } = await hold(orderTwo)
  const asked = region.double.requests.length
  region.commands.evict('conversation', id)
  const { state } = (await region.load(conversation, id))!
  expect(state.messages.map((message) => `${message.role}: ${textOf(message)}`)).toEqual(transcript)
  expect(state.flow).toEqual(flow)
  expect(region.double.requests.length).toBe(asked)
})
