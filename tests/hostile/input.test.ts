/**
 * Input that our clients never send, to every call. Generated from the endpoints, like the access tests. `npm test` tries half
 * of them, `npm run test:long` all.
 */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, endpoints, type Owned, ownEverything } from '../src/owned.ts'
import { partOfList } from '../src/part-of-list.ts'
import { sampleOf, type Taste } from '../src/samples.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

let parley: TestPlatform
let mine: Owned

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '1000' })
  mine = await ownEverything(parley)
})
afterAll(() => parley?.stop())

/** They would end what the other calls need; they have no body. */
const ending = new Set([
  'auth.signOut',
  'auth.revokeSession',
  'agents.delete',
  'conversations.remove',
  'visitors.erase',
])
const all = endpoints.filter(({ name }) => !ending.has(name))
const asked = partOfList(all, { of: 2, nameOf: ({ name }) => name })

const texts: [string, Taste][] = [
  ['control characters', { text: 'a\u0000b\u0007\u001b[31m\r\nset-cookie: x=1', number: -0 }],
  ['half a character', { text: 'a\ud800b\udfff', number: Number.MAX_SAFE_INTEGER }],
  ['letters that turn around, and none', { text: '\u202egpj.exe\u200b\ufeff\u00ad', number: 1e308 }],
  ['marks upon marks', { text: `Z${'\u0351\u0338'.repeat(2_000)}`, number: -1e308 }],
  ['names of prototypes', { text: '__proto__', number: Number.MIN_VALUE }],
  ['another name of prototypes', { text: 'constructor', number: 0 }],
  [
    'places to fill in',
    { text: '{{constructor}}{{__proto__}}$\u007bx}<%= x %>%s%n$where', number: 0.1 + 0.2 },
  ],
  ['a path', { text: '../../../../etc/passwd', number: -1 }],
  ['markup', { text: '"><script>alert(1)</script><img src=x onerror=alert(1)>', number: 1 }],
  ['a very long word', { text: 'a'.repeat(100_000), number: 2 ** 53 }],
  ['spaces alone', { text: ' '.repeat(50_000), number: 1 }],
]

const bodies: [string, string][] = [
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number beyond numbers', '1e999'],
  ['two values', '{}{}'],
  ['half a value', '{"a":'],
  ['lists in lists', '['.repeat(60_000) + ']'.repeat(60_000)],
  ['objects in objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
  ['a prototype', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['the same key many times', `{${'"text":"x",'.repeat(5_000)}"text":"y"}`],
  ['a byte order mark', '\uFEFF{}'],
  ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, n])))],
]

const queries = [
  '?limit=1e9&cursor=%00&q=%F0%9F%92%A9&after=-1',
  '?limit=NaN&after=9007199254740993&from=%2B275760-09-13&to=0000-00-00&days=1e3',
  '?limit=2&limit=3&q[]=1&q[$ne]=2&__proto__[x]=1&constructor=1',
  `?q=${'a%20'.repeat(1_000)}&tag=${'x'.repeat(2_000)}&timeZone=../etc/passwd`,
  '?q=%27%20OR%201%3D1--&status=$ne&from=1e400&timeZone=%00&range=-1',
  '?from=2026-01-31&to=1970-01-01&timeZone=Europe%2FBerlin&interval=x&metric=__proto__',
]

function tokenFor({ access }: Endpoint): string | undefined {
  if (access === 'anyone') return undefined
  if (access === 'client') return mine.clientToken
  return access === 'visitor' ? mine.visitorToken : mine.person.token
}

async function tried(endpoint: Endpoint, given: { body?: string; query?: string }, what: string) {
  const answer = await callEndpoint(parley, endpoint, {
    named: mine.named,
    token: tokenFor(endpoint),
    ...given,
  })
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.text, what).not.toMatch(/\bat \w+ \(|node_modules|SQLITE_|ZodError/)
  for (const [name, value] of answer.headers) expect(`${name}: ${value}`).not.toMatch(/x=1/)
  return answer
}

const takesBody = ({ body }: Endpoint) => body !== undefined
const takingBodies = asked.filter(takesBody)

test('the samples are accepted by the endpoints (otherwise the tests below would prove nothing)', async () => {
  const statuses = await Promise.all(
    all.filter(takesBody).map(async (endpoint) => {
      const answer = await tried(endpoint, {}, 'sample')
      return [endpoint.name, answer.status === 400 ? answer.text : 'taken'] as const
    }),
  )
  const refused = statuses.filter(([, text]) => text !== 'taken')
  expect(refused.length / statuses.length, JSON.stringify(refused, null, 1)).toBeLessThan(0.25)
})

describe('text of every kind wherever text is allowed', () => {
  test.each(takingBodies)('$name handles it', async (endpoint) => {
    for (const [what, taste] of texts) {
      const body = JSON.stringify(sampleOf(endpoint.body!, taste))
      await tried(endpoint, { body }, what)
    }
  })
})

describe('bodies of another shape', () => {
  test.each(takingBodies)('$name refuses them', async (endpoint) => {
    for (const [what, body] of bodies) await tried(endpoint, { body }, what)
    expect('polluted' in {}).toBe(false)
  })
})

describe('queries of another shape', () => {
  const queried = asked.filter(({ query }) => query !== undefined)
  test.each(queried)('$name handles them', async (endpoint) => {
    for (const query of queries) await tried(endpoint, { query }, query)
  })
})

test('the data is still readable, by its owner and nobody else', async () => {
  await parley.settled()
  const reading = asked.filter(({ method, access }) => method === 'GET' && access !== 'anyone')
  for (const endpoint of reading) await tried(endpoint, {}, endpoint.name)
})
