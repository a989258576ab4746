/** Generated from the endpoints: every list can be asked for in pages. */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Owned, ownEverything } from './src/owned.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const endpoints: Endpoint[] = Object.values(api)
const lists = endpoints.filter(
  ({ kind, output }) => kind === 'query' && (output as z.ZodObject).shape?.items !== undefined,
)

/** Why the others have no pages. */
const others: Record<string, string[]> = {
  'the best of what is found': ['knowledge.search', 'analytics.topQuestions'],
  'the first of a number that they tell': ['agents.waiting', 'workspaces.waiting', 'workspaces.unanswered'],
  'the latest five, whose history has pages': ['notifications.list'],
}

let parley: TestPlatform
let owned: Owned
beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  owned = await ownEverything(parley, await parley.signUp())
  await parley.settled()
})
afterAll(() => parley?.stop())

test('every list has pages, or is listed with why it has none', () => {
  const without = lists.filter(({ query }) => query?.shape.cursor === undefined)
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.values(others).flat().toSorted())
})

/** These need more than a path names: a run of a crawler, a number of WhatsApp, a parameter. */
const needMore = [
  ...['crawls.answers', 'crawls.tests'],
  ...['channels.templates', 'channels.templatesForContact', 'channels.ofWorkspace'],
]
const wholeLists = lists.filter(({ answersWhole, name }) => answersWhole && !needMore.includes(name))

test.each(wholeLists)('$name', async (endpoint) => {
  const whole = await read(endpoint, '')
  expect(whole).not.toHaveProperty('next')
  const items: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await read(endpoint, `?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    expect(page.items.length).toBeLessThanOrEqual(1)
    items.push(...page.items)
    if (page.next === undefined) break
    cursor = page.next
  }
  expect(items).toEqual(whole.items)
  expect(await read(endpoint, '?cursor=of-another')).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('first page'),
  })
})

async function read(endpoint: Endpoint, search: string) {
  const { named, person, orgAdminToken, visitorToken } = owned
  const tokens = { client: orgAdminToken, visitor: visitorToken } as Record<string, string | undefined>
  const token = tokens[endpoint.access ?? ''] ?? person.token
  const response = await fetch(parley.url + fillPath(endpoint.path, named) + search, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  })
  return (await response.json()) as { items: unknown[]; next?: string }
}
