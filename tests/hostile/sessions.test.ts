/** Tokens that have expired, were altered, or were never valid. */

import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@parley/contracts/api.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import { createVisitorTokens, type VisitorSession } from '@parley/conversation/visiting/visitor-token.ts'
import { createEmbedTickets } from '@parley/host/http/origins.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callEndpoint, endpoints, type Owned, ownEverything } from '../src/owned.ts'
import { mailedCode, signInAs } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

let parley: TestPlatform
let mine: Owned
let masterKey: Buffer
let claims: VisitorSession & { exp: number }

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  mine = await ownEverything(parley)
  const key = await readFile(join(parley.dataDir, 'master.key'), 'utf8')
  masterKey = Buffer.from(key.trim(), 'hex')
  claims = JSON.parse(Buffer.from(mine.visitorToken.split('.')[1] ?? '', 'base64url').toString())
})
afterAll(() => parley?.stop())

const ofVisitors = endpoints.filter(({ access }) => access === 'visitor')
const messages = api['conversations.messages']
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const statusWith = async (token: string, named = mine.named) =>
  (await callEndpoint(parley, messages, { named, token })).status

describe('a visitor token', () => {
  test('gives access to its conversation (otherwise the tests below would prove nothing)', async () => {
    expect(await statusWith(mine.visitorToken)).toBe(200)
    expect(await statusWith(createVisitorTokens(masterKey).issue(claims))).toBe(200)
  })

  test('is refused with any claim changed, under no key, another key or the key of another purpose', async () => {
    const [, payload = '', signature = ''] = mine.visitorToken.split('.')
    const session = { ...claims }
    const later = { ...claims, exp: claims.exp + 60 }
    const hs256 = (header: object, body: object, key: Buffer | string) => {
      const text = `${base64(header)}.${base64(body)}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
    for (const forged of [
      ...['agentId', 'conversationId', 'tenant', 'visitorId', 'region'].map(
        (name) => `pv1.${base64({ ...claims, [name]: name === 'region' ? 'eu' : 'other' })}.${signature}`,
      ),
      `pv1.${base64(later)}.${signature}`,
      `pv1.${base64({ ...claims, exp: 'never' })}.${signature}`,
      `pv1.${payload}`,
      `pv1.${payload}.`,
      `pv1..${signature}`,
      `pv1.${payload}.${signature}.${signature}`,
      `pv1.${payload}.${signature}=`,
      `pv1.${payload}.${Buffer.alloc(32).toString('base64url')}`,
      `pv2.${payload}.${signature}`,
      `${payload}.${signature}`,
      // Forged like tokens of other formats: without an algorithm, or with the public part as key.
      `pv1.${base64({ alg: 'none' })}.${payload}.`,
      `pv1.${hs256({ alg: 'HS256' }, session, payload)}`,
      hs256({ alg: 'HS256', typ: 'JWT' }, session, masterKey),
      `pv1.${payload}.${createHmac('sha256', masterKey).update(payload).digest('base64url')}`,
      createVisitorTokens(randomBytes(32)).issue(session),
      createEmbedTickets(masterKey).issue({
        region: 'na',
        agentId: claims.agentId,
        origin: 'https://x.example',
      }),
      createEmbedTickets(masterKey)
        .issue({ ...session, origin: 'https://x.example' })
        .replace(/^pe1/, 'pv1'),
      `pv1.${'a'.repeat(100_000)}.${signature}`.slice(0, 8_000),
    ])
      expect(await statusWith(forged), forged.slice(0, 120)).toBe(401)
  })

  test('is refused when it has expired, or when its lifetime is longer than any that is issued', async () => {
    const days = (count: number) => createVisitorTokens(masterKey, () => Date.now() + count * 86_400_000)
    expect(await statusWith(days(-60.01).issue(claims))).toBe(401)
    expect(await statusWith(days(-59.9).issue(claims))).toBe(200)
    expect(await statusWith(days(0.1).issue(claims))).toBe(401)
    expect(await statusWith(days(300).issue(claims))).toBe(401)
  })

  test.each(ofVisitors)(
    'of a conversation that does not exist gives no access at $name',
    async (endpoint) => {
      const named = { ...mine.named, conversationId: 'gone' }
      const token = createVisitorTokens(masterKey).issue({ ...claims, conversationId: 'gone' })
      expect((await callEndpoint(parley, endpoint, { named, token })).status).toBe(401)
    },
  )

  test('expires with its conversation, for every call, and followers are told', async () => {
    const ended = await ownEverything(parley)
    const { named, visitorToken: token, person } = ended
    const params = { region: 'na', agentId: named.agentId!, conversationId: named.conversationId! } as const
    const follow = await parley.client(token).open('conversations.follow', { params })
    await person.client.call('conversations.remove', { params })
    expect(await follow.text()).toContain('event: erased')
    for (const endpoint of ofVisitors)
      expect((await callEndpoint(parley, endpoint, { named, token })).status, endpoint.name).toBe(401)
  })
})

describe('a session', () => {
  const change = (person: Owned['person']) =>
    person.client.call('agents.list', { params: { region: 'na' } }).then(
      () => 'answered',
      (error: { status?: number }) => error.status,
    )
  const signIn = ({ email, password }: { email: string; password: string }) =>
    signInAs(parley.client(), { email, password })

  /** For every call of a person, with and without a workspace. */
  async function refusedEverywhere(token: string, named: Record<string, string>) {
    for (const endpoint of endpoints.filter(({ access }) => access !== 'anyone')) {
      const { status } = await callEndpoint(parley, endpoint, { named, token })
      expect(status, endpoint.name).toBe(401)
    }
    const cookie = { cookie: `parley_session=${token}` }
    const replayed = await fetch(`${parley.url}/api/auth/session`, { headers: cookie })
    expect(replayed.status).toBe(401)
  }

  test('ends by signing out, and its open streams end', async () => {
    const owned = await ownEverything(parley)
    const { token, workspaceId } = owned.person
    const other = parley.client((await signIn(owned.person)).token)
    const changes = await owned.person.client.open('live.changes', { params: { region: 'na', workspaceId } })
    await owned.person.client.call('auth.signOut', {})
    await refusedEverywhere(token, owned.named)
    // Later changes are sent to others only; this stream is closed.
    let over = false
    const heard = changes.text().then((text) => {
      over = true
      return text
    })
    await vi.waitFor(
      async () => {
        const params = { region: 'na', agentId: owned.named.agentId! } as const
        await other.call('agents.rename', { params, body: { title: `Renamed ${Math.random()}` } })
        expect(over).toBe(true)
      },
      { timeout: 40_000, interval: 200 },
    )
    expect(await heard).toContain('event: ready')
    expect(await change({ ...owned.person, client: other })).toBe('answered')
  })

  test('ends when it is revoked by another session, but not by one of another person', async () => {
    const person = await parley.signUp()
    const other = await signIn(person)
    const { items } = await person.client.call('auth.listSessions', {})
    expect(items).toHaveLength(2)
    const stranger = await parley.signUp()
    for (const { sessionId } of items) {
      const path = `/api/auth/sessions/${sessionId}`
      const headers = { authorization: `Bearer ${stranger.token}` }
      const refused = await fetch(parley.url + path, { method: 'DELETE', headers })
      expect(refused.status).toBe(404)
    }
    expect(await change({ ...person, client: parley.client(other.token) })).toBe('answered')
    const { sessionId } = items.find((each) => each.current)!
    await parley.client(other.token).call('auth.revokeSession', { params: { sessionId } })
    expect(await change(person)).toBe(401)
    expect(await change({ ...person, client: parley.client(other.token) })).toBe('answered')
  })

  test('ends when the password is reset, and the code works once', async () => {
    const owned = await ownEverything(parley)
    const { email, token } = owned.person
    const { requestId } = await parley.client().call('auth.requestPasswordReset', { body: { email } })
    const code = await mailedCode(parley.url, email, 'password reset')
    const body = { email, requestId, code, password: 'another horse battery' }
    const renewed = sessionIn(await parley.client().call('auth.resetPassword', { body }))
    await refusedEverywhere(token, owned.named)
    await expect(signIn(owned.person)).rejects.toMatchObject({ status: 401 })
    expect(await change({ ...owned.person, client: parley.client(renewed.token) })).toBe('answered')
    await expect(parley.client().call('auth.resetPassword', { body })).rejects.toMatchObject({
      status: expect.any(Number),
    })
  })
})

describe('a workspace secret and an agent’s key', () => {
  test('give no access once they were replaced', async () => {
    const owned = await ownEverything(parley)
    const { workspaceId, client } = owned.person
    const params = { region: 'na', workspaceId } as const
    const { workspaceSecret } = await client.call('workspaces.regenerateSecret', { params })
    await parley.settled()
    const { named } = owned
    const ask = (token: string) => callEndpoint(parley, api['agents.list'], { named, token })
    expect((await ask(owned.workspaceSecret)).status).toBe(401)
    expect((await ask(workspaceSecret)).status).toBe(200)
  })

  test('give no access from the moment they are replaced, although no read model shows it yet', async () => {
    const other = await startTestPlatform()
    try {
      const { named, person, workspaceSecret, agentKey } = await ownEverything(other)
      const ask = async (token: string) =>
        (await callEndpoint(other, api['agents.get'], { named, token })).status
      for (const token of [workspaceSecret, agentKey]) expect(await ask(token)).toBe(200)
      const { workspaceId, client } = person
      await other.platform.regions.get('na')?.projections.stop()
      await client.call('workspaces.regenerateSecret', { params: { region: 'na', workspaceId } })
      await client.call('agents.save', {
        params: { region: 'na', agentId: named.agentId ?? '' },
        body: { SECRET_API_KEY: 'vg_abcdefghijklmnopqrst' },
      })
      for (const token of [workspaceSecret, agentKey]) expect(await ask(token)).toBe(401)
    } finally {
      await other.stop()
    }
  })

  test('are bearer tokens for servers, and not accepted as session cookie', async () => {
    const { named, person, workspaceSecret, agentKey, visitorToken } = mine
    const statusOf = async (headers: Record<string, string>) => {
      const answer = await fetch(`${parley.url}/api/na/v2/agents/${named.agentId}`, { headers })
      await answer.arrayBuffer()
      return answer.status
    }
    for (const token of [person.token, workspaceSecret, agentKey])
      expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200)
    expect(await statusOf({ cookie: `parley_session=${person.token}` })).toBe(200)
    for (const token of [workspaceSecret, agentKey, visitorToken])
      expect(await statusOf({ cookie: `parley_session=${token}` })).toBe(401)
  })
})
