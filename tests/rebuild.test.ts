/**
 * Read models are deleted and rebuilt from the events: every figure, list, transcript and export is the same as before,
 * and so is every document. Events that are delivered twice change nothing.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figureIds } from '@parley/contracts/analytics/figure-names.ts'
import type { Client } from '@parley/contracts/client.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { merged } from '@parley/host/modules/modules.ts'
import type { EventStore, StoredEvent } from '@parley/kernel/log/event-store.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../scripts/demo/fill.ts'
import { documentsIn } from './src/documents.ts'
import { signInAs } from './src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let folder: string
let parley: TestPlatform
let token: string
let workspaceId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rebuild-'))
  parley = await startTestPlatform({ DATA_DIR: folder })
  const person = { email: 'demo@example.com', password: 'correct horse battery' }
  const env = { DATA_DIR: folder }
  const say = () => undefined
  workspaceId = (await fillDemo({ url: parley.url, ...person, conversations: 30, env, say })).workspaceId
  token = (await signInAs(parley.client(), person)).token
  await today()
  await parley.settled(region)
  await parley.settled()
}, 120_000)
afterAll(async () => {
  await parley?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Adds what the demo's history lacks: deleted conversations, changed ratings, a handled question. */
async function today(): Promise<void> {
  const client = parley.client(token)
  const agentId = (await client.call('agents.list', { params: { region }, query: {} })).items[0]?.ID ?? ''
  const params = { region, agentId }
  for (const [nth, text] of ['Do you deliver to Mars?', 'When are you open?', 'Are you a robot?'].entries()) {
    const { conversationId, visitorToken } = await parley
      .client()
      .call('conversations.start', { params, body: { lang: 'nl', country: 'NL' } })
    const visitor = parley.client(visitorToken)
    const place = { ...params, conversationId }
    const address = `${parley.url}/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/messages`
    const headers = { authorization: `Bearer ${visitorToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: `m${nth}`, text })
    const answer = await fetch(address, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
      body,
    })
    const { messages }: { messages: { id: string }[] } = await answer.json()
    const messageId = messages.at(-1)?.id
    await visitor.call('conversations.feedback', { params: place, body: { messageId, rating: 'down' } })
    await visitor.call('conversations.feedback', { params: place, body: { messageId, rating: 'up' } })
    if (nth === 2) await client.call('conversations.remove', { params: place })
  }
  const unanswered = await client.call('analytics.unanswered', { params, query: { limit: 50 } })
  for (const { conversationId, messageId } of unanswered.items.slice(0, 2))
    await client.call('analytics.handleQuestion', {
      params: { ...params, conversationId, messageId },
      body: { handled: true },
    })
  await parley.platform.regions.get(region)?.ports.analytics.flushLoads()
}

const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
/** The same before and after, also if a day ends in between; the range includes tomorrow for zones ahead of UTC. */
const days = { from: inDays(-58), to: inDays(1), timeZone: 'Asia/Tokyo' }

/** Every answer that is computed from events of conversations, by request. */
async function answers(client: Client): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>()
  const workspace = { params: { region, workspaceId } }
  const { items: agents } = await client.call('agents.list', { params: { region }, query: {} })
  all.set('agents', agents)
  all.set('notifications', await client.call('notifications.list', workspace))
  for (const { ID: agentId, title } of agents) {
    const params = { region, agentId }
    const set = (name: string, answer: unknown) => all.set(`${title}: ${name}`, answer)
    set('summary', await client.call('analytics.summary', { params, query: days }))
    for (const figure of figureIds) {
      set(`${figure} by day`, await client.call('analytics.series', { params, query: { ...days, figure } }))
      const query = { ...days, figure, limit: 200 }
      set(`behind ${figure}`, await client.call('analytics.behind', { params, query }))
    }
    set('top questions', await client.call('analytics.topQuestions', { params, query: days }))
    for (const handled of ['true', 'false'] as const)
      set(
        `unanswered, ${handled}`,
        await client.call('analytics.unanswered', { params, query: { ...days, handled } }),
      )
    set('figures as CSV', await text(client.url('analytics.export', { params, query: days })))
    set('overview', await client.call('agents.overview', { params, query: { days: 60 } }))
    set('leads', await client.call('leads.list', { params, query: {} }))
    const listed = await client.call('conversations.list', { params, query: { limit: 100 } })
    set('conversations', listed)
    for (const { conversationId } of listed.items)
      set(conversationId, await client.call('conversations.get', { params: { ...params, conversationId } }))
  }
  return all
}

async function text(address: string): Promise<string> {
  const answer = await fetch(new URL(address, parley.url), { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The same log, but each event is delivered twice, and each batch again. */
function twice(eventStore: EventStore): EventStore {
  const doubled = (events: StoredEvent[]) => events.flatMap((event) => [event, event])
  return {
    ...eventStore,
    readAll: async (after, limit) => doubled(await eventStore.readAll(after, limit)),
    async *subscribe(after, options) {
      for await (const events of eventStore.subscribe(after, options)) {
        yield doubled(events)
        yield events
      }
    },
  }
}

test('events that are delivered twice make the same documents', async () => {
  const { engines, projections } = parley.platform.regions.get(region)!
  const { eventStore, keyring, readStore } = engines
  const before = await documentsIn(readStore, projections.collectionOf)
  expect(before.length).toBeGreaterThan(500)
  const fresh = await openSqliteReadStore({ file: ':memory:' })
  const faults: unknown[] = []
  const runner = await startProjections({
    eventStore: twice(eventStore),
    readStore: fresh,
    keyring,
    projections: merged.projections,
    onFault: ({ error }) => faults.push(error),
  })
  await runner.ready()
  expect(await runner.waitFor(await eventStore.head(), 60_000)).toBe(true)
  expect(await documentsIn(fresh, runner.collectionOf)).toEqual(before)
  expect(faults).toEqual([])
  await runner.stop()
  await fresh.close()
}, 120_000)

test('a rebuild gives the same figures, lists and transcripts', async () => {
  const { engines, projections } = parley.platform.regions.get(region)!
  const documents = await documentsIn(engines.readStore, projections.collectionOf)
  const before = await answers(parley.client(token))
  expect(before.size).toBeGreaterThan(200)
  await parley.stop()
  for (const file of ['read-models.db', 'read-models.db-wal', 'read-models.db-shm'])
    await rm(join(folder, region, file), { force: true })

  parley = await startTestPlatform({ DATA_DIR: folder })
  await parley.settled()
  const after = await answers(parley.client(token))
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, answer] of before) expect(after.get(name), name).toEqual(answer)
  const rebuilt = parley.platform.regions.get(region)!
  expect(await documentsIn(rebuilt.engines.readStore, rebuilt.projections.collectionOf)).toEqual(documents)
}, 120_000)
