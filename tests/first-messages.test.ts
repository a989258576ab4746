/**
 * What an agent says first is stored once, not with each conversation: cheap however long a flow is, and readable
 * wherever conversations are shown, also after the agent said something else and after it was deleted.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Attacked, inRegion, startAttacked } from './hostile/attacker.ts'
import { documentsIn } from './src/documents.ts'

let attacked: Attacked
beforeAll(async () => {
  attacked = await startAttacked()
})
afterAll(() => attacked?.parley.stop())

const position = { x: 0, y: 0 }

/** A flow of 46 long messages, of which the first 16,000 characters are said. */
function saying(words: string): AgentDocument {
  const middle = Array.from({ length: 46 }, (_, nth) => ({
    ...{ id: `n${nth}`, position, next: `n${nth + 1}` },
    ...{ type: 'message' as const, text: words.repeat(40) },
  }))
  const first = { id: 's', type: 'start', position, next: 'n0' } as const
  return { enableNodes: true, nodes: [first, ...middle, { id: 'n46', type: 'ai', position }] }
}

const publish = (agentId: string, body: AgentDocument) =>
  attacked.mine.client.call('agents.save', { params: { ...inRegion, agentId }, body })

const wordsOf = (messages: { blocks: Block[] }[]) =>
  messages
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('')

async function bytesStored() {
  const { engines, projections } = attacked.parley.platform.regions.get('na')!
  const events = await engines.eventStore.readAll(START, 100_000)
  const documents = await documentsIn(engines.readStore, projections.collectionOf)
  return {
    log: events.reduce(
      (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
      0,
    ),
    documents: documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0),
  }
}

test('a start writes a reference to the log and to each read model', async () => {
  const { parley, startWith } = attacked
  const agentId = await attacked.newAgent()
  await publish(agentId, saying('Welcome to our shop. '))
  await startWith(agentId)
  await parley.settled()
  const before = await bytesStored()
  for (let nth = 0; nth < 10; nth++) await startWith(agentId)
  await parley.settled()
  const after = await bytesStored()
  expect((after.log - before.log) / 10).toBeLessThan(1_600)
  expect((after.documents - before.documents) / 10).toBeLessThan(3_000)
})

test('is readable wherever it is shown, after the agent said something else and was deleted', async () => {
  const { parley, mine, startWith, call } = attacked
  const agentId = await attacked.newAgent()
  await publish(agentId, saying('Welcome to our shop. '))
  const { conversationId, read } = await startWith(agentId)
  const said = wordsOf((await read()).json.messages)
  expect(said.length).toBeGreaterThan(15_000)
  await publish(agentId, saying('Closed for good. '))
  const later = await startWith(agentId)
  expect(wordsOf((await later.read()).json.messages)).toContain('Closed for good.')

  const params = { ...inRegion, agentId, conversationId }
  const path = `/api/na/v2/agents/${agentId}/conversations/${conversationId}/export`
  const stream = `conversation-${conversationId}`
  const audited = { ...inRegion, workspaceId: mine.workspaceId, stream }
  expect(wordsOf((await read()).json.messages)).toBe(said)
  expect(wordsOf((await mine.client.call('conversations.get', { params })).transcript)).toBe(said)
  expect(wordsOf((await call('GET', path, { token: mine.token })).json.messages)).toBe(said)
  const listed = await mine.client.call('conversations.list', { params, query: { q: 'Welcome to our shop' } })
  expect(listed.items.map((item) => item.conversationId)).toEqual([conversationId])

  await mine.client.call('agents.delete', { params })
  await parley.settled()
  const event = await mine.client.call('audit.event', { params: { ...audited, revision: 1 } })
  expect(wordsOf([{ blocks: Object(event.data).content }])).toBe(said)
  const { state } = await mine.client.call('audit.stateAt', { params: audited, query: {} })
  expect(wordsOf(Object(state).messages)).toBe(said)
})
