/** Callers that exceed their limits. */
import { api } from '@parley/contracts/api.ts'
import { signUpCredits } from '@parley/contracts/credits/prices.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { callAt, conversationsOf, region, startAttacked, type Visit } from './attacker.ts'

// The clock stands still, since limits refill with time: on a slow machine some of it during a test.
vi.useFakeTimers({ toFake: ['Date'] })
const { parley, agentId, call, newAgent, startWith } = await startAttacked()
afterAll(async () => {
  vi.useRealTimers()
  await parley.stop()
})

describe('a workspace whose credits run out', () => {
  test('pays for as many replies as it has credits, and delays no other workspace', async () => {
    const poor = await parley.signUp()
    const agents = [await newAgent(poor), await newAgent(poor)]
    const { engines, reader } = parley.platform.regions.get(region)!
    const { workspaceId } = poor
    const held = await creditsCommands(engines.commands).holdCredits(
      { workspaceId, holdId: 'all-but-three', amount: signUpCredits - 3, agentId: 'x', conversationId: 'x' },
      {
        tenant: workspaceId,
        actor: { kind: 'system', id: 'test' },
        cause: { via: 'system', command: 'hold', correlation: 'hold' },
      },
    )
    expect(held.ok).toBe(true)
    const starts = agents.flatMap((id) => Array.from({ length: 50 }, () => startWith(id)))
    const visits = await Promise.all(starts)
    const answers = await Promise.all(visits.map(({ say }) => say('m1', 'When do you open?')))
    const answered = answers.filter(({ json }) => json.messages?.[0]?.failed !== true && json.messages)
    expect(answered).toHaveLength(3)
    await parley.settled()
    const ledger = await reader.get(creditBalancesProjection, workspaceId, workspaceId)
    expect(ledger).toMatchObject({ balance: signUpCredits - 3, held: signUpCredits - 3 })
    expect(await (await fetch(`${parley.url}/metrics`)).text()).not.toMatch(/faults.*charge-replies/)
  })
})

describe('limits', () => {
  test('stop a script that writes in one conversation, with the time to wait; others are not stopped', async () => {
    const busy = await startWith(agentId)
    const other = await startWith(agentId)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, nth) => busy.say(`m${nth}`, 'hello')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(5)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20)
    for (const { headers, json } of refused) {
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(json).toMatchObject({ code: 'too-many-requests', message: expect.stringContaining('again in') })
      expect(headers.get('access-control-expose-headers')).toContain('retry-after')
    }
    expect((await other.say('m1', 'hello')).status).toBe(200)
    expect((await busy.read()).status).toBe(200)
  })

  test('let a school class behind one address start and write', async () => {
    const pupils = await Promise.all(Array.from({ length: 35 }, () => startWith(agentId)))
    const answers = []
    for (let round = 0; round < 3; round++)
      answers.push(...(await Promise.all(pupils.map(({ say }) => say(`r${round}`, 'When do you open?')))))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test.each([
    ['handoff', 'handoff', {}, 5],
    ['feedback', 'feedback', { rating: 'up' }, 120],
    ['typing', 'typing', { typing: true }, 120],
    [
      'notifications',
      'push',
      { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } },
      10,
    ],
  ])('limit %s in one conversation', async (_what, place, body, limit) => {
    const { path, visitorToken: token } = await startWith(agentId)
    const statuses: number[] = []
    for (let nth = 0; nth <= limit; nth++)
      statuses.push((await call('POST', path.replace('messages', place), { token, body })).status)
    expect(statuses.indexOf(429)).toBe(limit)
  })

  test('are told with each answer of a call that counts towards them', async () => {
    const { path, visitorToken: token } = await startWith(agentId)
    const type = () => call('POST', path.replace('messages', 'typing'), { token, body: { typing: true } })
    const first = await type()
    expect(first.headers.get('ratelimit-policy')).toBe('"address";q=3000;w=60, "conversation";q=120;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+, "conversation";r=119;t=1$/)
    for (let nth = 1; nth < 120; nth++) await type()
    const refused = await type()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toMatch(/"conversation";r=0;t=60$/)
    expect(refused.headers.get('access-control-expose-headers')).toContain('ratelimit-policy, ratelimit')
  })

  test('tell a workspace how many bytes it may still send', async () => {
    const { token, workspaceId } = await parley.signUp()
    const body = { workspaceName: 'Ada’s shop' }
    const rename = () => call('POST', `/api/${region}/v2/workspaces/${workspaceId}`, { token, body })
    const leftOf = ({ headers }: Awaited<ReturnType<typeof rename>>) =>
      Number(/^"writes";r=(\d+);t=1$/.exec(headers.get('ratelimit') ?? '')?.[1])
    const [first, second] = [await rename(), await rename()]
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"writes";q=\d+;qu="content-bytes";w=3600$/)
    expect(leftOf(first) - leftOf(second)).toBe(Buffer.byteLength(JSON.stringify(body)))
  })

  test('limit the open streams of one visitor, counting only those that are still open', async () => {
    const collector = await startWith(agentId)
    const held: AbortController[] = []
    const follow = async ({ path, visitorToken }: Visit) => {
      const end = new AbortController()
      held.push(end)
      const headers = { authorization: `Bearer ${visitorToken}`, accept: 'text/event-stream' }
      return fetch(`${parley.url}${path.replace('messages', 'follow')}`, { headers, signal: end.signal })
    }
    const statusOf = async (visit: Visit) => (await follow(visit)).status
    try {
      for (let nth = 0; nth < 30; nth++) expect(await statusOf(collector)).toBe(200)
      const refused = await follow(collector)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('30')
      expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
      expect(await statusOf(await startWith(agentId))).toBe(200)
      held[0]?.abort()
      await expect.poll(() => statusOf(collector)).toBe(200)
    } finally {
      for (const end of held) end.abort()
    }
  })

  test('count by address, an IPv6 network as one, and ignore forged addresses', async () => {
    const strict = await startAttacked({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.01' })
    try {
      const from = async (address: string) => {
        const headers = { 'x-forwarded-for': `198.51.100.${Math.trunc(Math.random() * 200)}, ${address}` }
        const answer = await strict.call('POST', conversationsOf(strict.agentId), { body: {}, headers })
        return answer.status
      }
      const times = async (addresses: string[]) => {
        const statuses: number[] = []
        for (const address of addresses) statuses.push(await from(address))
        return statuses
      }
      expect(await times(Array(4).fill('203.0.113.5'))).toEqual([200, 200, 200, 429])
      expect(await times(['203.0.113.6', '::ffff:203.0.113.5'])).toEqual([200, 429])
      const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::2']
      expect(await times(network)).toEqual([200, 200, 200, 429])
      expect(await from('2001:db8:1:3::1')).toBe(200)
    } finally {
      await strict.parley.stop()
    }
  })

  test('hold for an agent and a workspace whatever addresses callers have', async () => {
    const strict = await startAttacked({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.01' })
    try {
      const second = await strict.newAgent()
      const from = async (agent: string, nth: number) => {
        const headers = { 'x-forwarded-for': `10.1.${nth >> 8}.${nth & 255}` }
        return (await strict.call('POST', conversationsOf(agent), { body: {}, headers })).status
      }
      const statuses: number[] = []
      for (let nth = 0; nth < 64; nth++) statuses.push(await from(strict.agentId, nth))
      expect(statuses.filter((status) => status === 200)).toHaveLength(60)
      for (let nth = 100; nth < 165; nth++) statuses.push(await from(second, nth))
      expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    } finally {
      await strict.parley.stop()
    }
  })

  test('are shared by two processes, by conversation, address, agent and workspace', async () => {
    const env = { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.02' }
    const first = await startAttacked(env)
    const second = await startTestPlatform({ ...env, DATA_DIR: first.parley.dataDir, ROLES: 'api' })
    const both = [first.parley, second]
    const limitsOf = ({ platform }: TestPlatform) => platform.regions.get(region)!.engines.rateLimits
    let callers = 0
    /** How many of `times` calls are accepted, alternating between the two processes. */
    const admitted = async (times: number, path: string, by: { token?: string; address?: string } = {}) => {
      let count = 0
      for (let nth = 0; nth < times; nth++) {
        const { token, address = `10.2.${callers >> 8}.${callers++ & 255}` } = by
        const sent = { headers: { 'x-forwarded-for': address }, ...(token ? { token } : {}) }
        const body = token ? { typing: true } : {}
        const { status } = await callAt(both[nth % 2]!.url, 'POST', path, { ...sent, body })
        expect([200, 429]).toContain(status)
        if (status === 200) count++
        await Promise.all(both.map((each) => limitsOf(each).flush()))
      }
      return count
    }
    try {
      const sibling = await first.newAgent()
      const starts = conversationsOf(first.agentId)
      // 6 an address, 120 an agent, 240 a workspace; one more each, which a process could not know of yet.
      const byAddress = await admitted(14, starts, { address: '203.0.113.44' })
      expect(byAddress).toBeGreaterThanOrEqual(6)
      expect(byAddress).toBeLessThanOrEqual(7)
      const { path, visitorToken: token } = await first.startWith(first.agentId)
      const bySignals = await admitted(10, path.replace('messages', 'typing'), { token })
      expect(bySignals).toBeGreaterThanOrEqual(2)
      expect(bySignals).toBeLessThanOrEqual(3)
      const byAgent = byAddress + 1 + (await admitted(145, starts))
      expect(byAgent).toBeGreaterThanOrEqual(120)
      expect(byAgent).toBeLessThanOrEqual(121)
      const byWorkspace = byAgent + (await admitted(140, conversationsOf(sibling)))
      expect(byWorkspace).toBeGreaterThanOrEqual(240)
      expect(byWorkspace).toBeLessThanOrEqual(241)
    } finally {
      await second.stop()
      await first.parley.stop()
    }
  }, 180_000)

  test('limit the codes that are mailed to one account, and those requested from one address', async () => {
    const { path } = api['auth.requestCode']
    const ask = async (email: string) => (await call('POST', path, { body: { email } })).status
    const same: number[] = []
    for (let nth = 0; nth < 7; nth++) same.push(await ask('victim@example.com'))
    expect(same.filter((status) => status === 200)).toHaveLength(5)
    const many: number[] = []
    for (let nth = 0; nth < 32; nth++) many.push(await ask(`victim${nth}@example.com`))
    expect(many.at(-1)).toBe(429)
  })
})
