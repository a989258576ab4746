/** The visitor's time zone, from the start of a conversation to the reading of a day in a turn. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { openTestHandlers } from '../conversation.test-handlers.ts'
import { contextOf } from '../conversation.test-setup.ts'

const position = { x: 0, y: 0 }
const start: AgentNode = { id: 's', type: 'start', next: 'ask', position }
const end: AgentNode = { id: 'e', type: 'end', text: 'Noted.', position }
const askForDay: AgentNode = {
  ...{ id: 'ask', type: 'question', text: 'Which day?', variable: 'day', capture: 'date' },
  ...{ next: 'e', position },
}
const asksForDay: AgentDocument = { enableNodes: true, nodes: [start, askForDay, end] }

const evening = '2024-01-15T23:30:00.000Z'
const morning = '2024-01-15T05:00:00.000Z'

it.each([
  ['Pacific/Auckland', evening, '2024-01-17'],
  ['Pacific/Auckland', morning, '2024-01-16'],
  ['America/Los_Angeles', evening, '2024-01-16'],
  ['America/Los_Angeles', morning, '2024-01-15'],
  ['Mars/Olympus', evening, '2024-01-16'],
  ['Mars/Olympus', morning, '2024-01-16'],
  [undefined, evening, '2024-01-16'],
  [undefined, morning, '2024-01-16'],
])('“tomorrow” in %s, said at %s, is %s', async (timeZone, sentAt, day) => {
  const { start, region } = await openTestHandlers({ document: asksForDay })
  const { conversationId } = await start({ timeZone })
  // As after a restart: the state is folded from the log.
  region.commands.evict('conversation', conversationId)
  const said = { conversationId, messageId: 'm1', text: 'tomorrow', sentAt }
  const received = await region.turns.receive(contextOf(), said)
  if (!received.ok) throw new Error(received.rejection.code)
  await received.reply.finished
  expect((await region.stateOf(conversationId)).fields).toEqual({ day })
})

it('is stored sealed', async () => {
  const { start, region } = await openTestHandlers({ document: asksForDay })
  const { conversationId } = await start({ timeZone: 'Pacific/Auckland' })
  expect((await region.stateOf(conversationId)).started?.timeZone).toBe('Pacific/Auckland')
  const stored = await region.eventStore.readStream(`conversation-${conversationId}`)
  expect(JSON.stringify(stored)).not.toContain('Auckland')
})

const form: AgentNode = {
  ...{ id: 'ask', type: 'form', text: '', next: 'e', position },
  fields: [{ name: 'day', label: 'Day', type: 'date' }],
}

it.each<[string, AgentDocument, string | undefined]>([
  ['a question asks for a day', asksForDay, 'Pacific/Auckland'],
  ['a form asks for a day', { enableNodes: true, nodes: [start, form, end] }, 'Pacific/Auckland'],
  [
    'the flow asks for something else',
    { enableNodes: true, nodes: [start, { ...askForDay, capture: 'name' }] },
    undefined,
  ],
  ['the flow is off', { ...asksForDay, enableNodes: false }, undefined],
  ['there is no flow', {}, undefined],
])('where %s, the zone that is kept is %3$s', async (_, document, kept) => {
  const { start, region } = await openTestHandlers({ document })
  const { conversationId } = await start({ timeZone: 'Pacific/Auckland' })
  expect((await region.stateOf(conversationId)).started?.timeZone).toBe(kept)
})
