/**
 * Generated from the endpoints' data: a command that is sent twice with one idempotency key takes effect once. The
 * second call returns the same status and appends nothing.
 */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Owned, ownEverything } from './src/owned.ts'
import { sampleOf } from './src/samples.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

/** Endpoints that may append again, with the reason. */
const excepted: Record<string, string> = {
  'conversations.start': 'a key that a stranger guesses must not open somebody’s conversation',
  'conversations.test': 'as conversations.start',
}
const commands = Object.values(api as Record<string, Endpoint>).filter(
  ({ kind, name, path }) => kind === 'command' && path.includes('{region}') && !(name in excepted),
)

let parley: TestPlatform
/** Each call uses its own agent. One workspace has room for what about two hundred of them bring along. */
let person: Person | undefined
beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '20' })
})
afterAll(() => parley?.stop())

describe('a command sent twice with one idempotency key', () => {
  const done: string[] = []

  test.each(commands)('$name', async (endpoint) => {
    const owned = await ownEverything(parley, person)
    person = owned.person
    await parley.settled()
    const before = await head()
    const first = await call(endpoint, owned)
    const appended = await eventsBy(endpoint, before)
    const second = await call(endpoint, owned)
    expect(second).toBe(first)
    expect(await eventsBy(endpoint, before)).toEqual(appended)
    if (first < 300) done.push(endpoint.name)
  })

  test('most commands were tried', () => {
    expect(done.length).toBeGreaterThan(commands.length / 2)
  })
})

describe('one idempotency key for two agents of a workspace', () => {
  beforeAll(() => {
    person = undefined
  })
  const ofAgents = commands.filter(({ path, method }) => path.includes('{agentId}') && method === 'POST')

  test.each(ofAgents)('$name', async (endpoint) => {
    const first = await ownEverything(parley, person)
    person = first.person
    const second = await ownEverything(parley, person)
    await parley.settled()
    const before = await head()
    await call(endpoint, first)
    const once = (await eventsBy(endpoint, before)).length
    await call(endpoint, second)
    const twice = (await eventsBy(endpoint, before)).length
    expect(twice - once, 'what it appends for the second agent').toBe(once)
  })
})

/** Makes the call and returns its status. */
async function call(endpoint: Endpoint, owned: Owned): Promise<number> {
  const { named, person, visitorToken, orgAdminToken } = owned
  const ofVisitors = endpoint.permission.startsWith('visitor') || endpoint.access === 'visitor'
  const response = await fetch(parley.url + fillPath(endpoint.path, named), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${ofVisitors ? visitorToken : endpoint.access === 'client' ? orgAdminToken : person.token}`,
      'idempotency-key': `twice/${endpoint.name}`,
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.body ? { body: JSON.stringify(sampleOf(endpoint.body)) } : {}),
  })
  await response.text()
  return response.status
}

const eventStore = () => parley.platform.regions.get('na')!.engines.eventStore
const head = () => eventStore().head()

/** The ids of the events that the endpoint appended after a position, for any caller. */
async function eventsBy({ name }: Endpoint, after: number): Promise<string[]> {
  await parley.settled()
  const log = await eventStore().readAll(after, 1_000_000)
  return log.filter(({ metadata }) => JSON.parse(metadata).cause.by === name).map(({ id }) => id)
}
