/**
 * An embedding model is configured after sources were added, by the address of its server alone. The server is killed
 * while it embeds them: the next process embeds the rest, and what was recorded is not embedded again.
 */
import { type Client, createClient } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddingDouble, startEmbeddingDouble } from '../src/embedding-double.ts'
import { createKillableServer, type KillableServer } from '../src/killable-server.ts'
import { routes } from '../src/test-platform.ts'

const params = { region: 'na', agentId: 'embedded00000001' } as const
const names = ['one', 'two', 'three', 'four', 'five', 'six']
const TEXTS_BEFORE_THE_KILL = 3

let provider: EmbeddingDouble
let server: KillableServer
let token: string
const env: Record<string, string> = {}

beforeAll(async () => {
  provider = await startEmbeddingDouble({ holdAfter: TEXTS_BEFORE_THE_KILL })
  server = await createKillableServer(env)
})

afterAll(async () => {
  await server?.remove()
  await provider?.stop()
})

async function start(): Promise<Client> {
  // The server is given the environment of each start.
  return createClient({ routes, baseUrl: await server.start(), token: () => token })
}

test('sources from before there was a model are embedded, after a provider that fails and a kill', async () => {
  const baseUrl = await server.start()
  token = await server.signUp()
  let client = createClient({ routes, baseUrl, token: () => token })
  const list = () => client.call('knowledge.list', { params, query: {} })
  await client.call('agents.save', { params, body: { title: 'Desk', enableNodes: false } })
  for (const name of names)
    await client.call('knowledge.addText', { params, body: { name, content: `All about ${name}.` } })
  await expect.poll(async () => (await list()).totals.chunks, patience).toBe(names.length)
  expect(await list()).not.toHaveProperty('embedding')
  // After a kill the sources might be read once more, which embeds them too.
  await server.end()

  env.OPENAI_BASE_URL = provider.url
  client = await start()
  await expect.poll(() => provider.embedded.length, patience).toBe(TEXTS_BEFORE_THE_KILL)
  await expect.poll(async () => (await list()).embedding?.done, patience).toBe(TEXTS_BEFORE_THE_KILL)
  await server.kill()

  for (const [behaviour, fault] of [
    ['wrong-key', /refuses the key \(status 401\)\. Check the key/],
    ['no-vectors', /answers with what are no vectors/],
    ['silent', /did not answer in time/],
  ] as const) {
    provider.behave(behaviour)
    client = await start()
    await expect.poll(async () => (await list()).embedding?.fault ?? '', patience).toMatch(fault)
    expect((await list()).embedding).toMatchObject({ done: TEXTS_BEFORE_THE_KILL, total: names.length })
    const found = await client.call('knowledge.search', { params, query: { q: 'four' } })
    expect(found.items[0]?.text, 'found by words meanwhile').toBe('All about four.')
    await server.kill()
  }

  provider.behave('normal')
  client = await start()
  await expect.poll(async () => (await list()).embedding, patience).toBeUndefined()
  const asked = provider.embedded.filter((text) => text.startsWith('All about'))
  expect(asked.toSorted()).toEqual(names.map((name) => `All about ${name}.`).toSorted())
  expect((await list()).items.every(({ dimensions }) => dimensions === 2)).toBe(true)
})

const patience = { timeout: 60_000, interval: 100 }
