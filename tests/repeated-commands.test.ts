/**
 * Generated from the endpoints' data: a command that is sent twice with one idempotency key takes effect once. The
 * second call returns the same status and appends nothing. `npm test` tries a quarter of the commands, and a sixth of those for two
 * agents; `npm run test:long` all.
 */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Owned, ownEverything } from './src/owned.ts'
import { partOfList } from './src/part-of-list.ts'
import { sampleOf } from './src/samples.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { withUsedOwner } from './src/used-owner.ts'

/** Endpoints that may append again, with the reason. */
const excepted: Record<string, string> = {
  'conversations.start': 'a key that a stranger guesses must not open somebody’s conversation',
  'conversations.test': 'as conversations.start',
}
const commands = Object.values(api as Record<string, Endpoint>).filter(
  ({ kind, name, path }) => kind === 'command' && path.includes('{region}') && !(name in excepted),
)

const nameOf = ({ name }: Endpoint) => name

let parley: TestPlatform
let keys = 0
beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '20' })
})
afterAll(() => parley?.stop())

describe('a command sent twice with one idempotency key', () => {
  const done: string[] = []
  let person: Person | undefined
  const attempts = withUsedOwner(async () => {
    const owned = await ownEverything(parley, person)
    person = owned.person
    await parley.settled()
    return owned
  })

  const tried = partOfList(commands, { of: 4, nth: 1, nameOf })

  test.each(tried)('$name', (endpoint) =>
    attempts(async (owned, isNew) => {
      const key = `twice ${++keys}`
      const before = await head()
      const first = await call(endpoint, owned, key)
      const appended = await eventsBy(endpoint, before)
      if (!isNew && mayDependOnOwner(first)) return false
      const second = await call(endpoint, owned, key)
      expect(second).toBe(first)
      expect(await eventsBy(endpoint, before)).toEqual(appended)
      if (first < 300) done.push(endpoint.name)
      return true
    }),
  )

  test('most commands were tried', () => {
    expect(done.length).toBeGreaterThan(tried.length / 2)
  })
})

describe('one idempotency key for two agents of a workspace', () => {
  const ofAgents = commands.filter(({ path, method }) => path.includes('{agentId}') && method === 'POST')
  let person: Person | undefined
  const attempts = withUsedOwner(async () => {
    const first = await ownEverything(parley, person)
    person = first.person
    const second = await ownEverything(parley, person)
    await parley.settled()
    return [first, second]
  })

  test.each(partOfList(ofAgents, { of: 6, nameOf }))('$name', (endpoint) =>
    attempts(async ([first, second], isNew) => {
      const key = `both ${++keys}`
      const before = await head()
      if (mayDependOnOwner(await call(endpoint, first!, key)) && !isNew) return false
      const once = (await eventsBy(endpoint, before)).length
      await call(endpoint, second!, key)
      const twice = (await eventsBy(endpoint, before)).length
      if (!isNew && twice - once !== once) return false
      expect(twice - once, 'what it appends for the second agent').toBe(once)
      return true
    }),
  )
})

/** Whether a command may have been refused because a used owner does not have any more what it names. */
const mayDependOnOwner = (status: number) => status >= 300 && status !== 400

/** Makes the call and returns its status. */
async function call(endpoint: Endpoint, owned: Owned, key: string): Promise<number> {
  const { named, person, visitorToken, orgAdminToken } = owned
  const ofVisitors = endpoint.permission.startsWith('visitor') || endpoint.access === 'visitor'
  const response = await fetch(parley.url + fillPath(endpoint.path, named), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${ofVisitors ? visitorToken : endpoint.access === 'client' ? orgAdminToken : person.token}`,
      'idempotency-key': key,
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
