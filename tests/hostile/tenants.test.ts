/** Attempts of one tenant on another, and of keys beyond their scope. */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import type { Person } from '../src/test-platform.ts'
import { inRegion, region, startAttacked } from './attacker.ts'

const { parley, mine, theirs, agentId, call, statusOf, newAgent } = await startAttacked()
afterAll(() => parley.stop())

const { workspaceSecret } = await mine.client.call('workspaces.get', {
  params: { region, workspaceId: mine.workspaceId },
})

describe('the audit trail', () => {
  test('shows nobody a one-time code, with which the workspace secret would gain the owner’s account', async () => {
    const { email, userId, workspaceId } = mine
    const { requestId } = await parley.client().call('auth.requestPasswordReset', { body: { email } })
    const code = await mailedCode(parley.url, email, 'password reset')
    const trail = `/api/na/v2/workspaces/${workspaceId}/audit`
    const ask = (path: string) => call('GET', trail + path, { token: workspaceSecret })
    // An account belongs to its person, not to the workspace: sign-ins are not in the workspace's audit.
    const ofAccount = [`/streams/user-${userId}`, `/events/user-${userId}/0`]
    for (const path of [`/events/code-${requestId}/0`, `/streams/code-${requestId}`, ...ofAccount])
      expect((await ask(path)).status, path).toBe(404)
    const timeline = await ask('')
    expect(timeline.status).toBe(200)
    for (const text of [code, requestId, `user-${userId}`, '"SessionStarted"'])
      expect(timeline.text).not.toContain(text)
  })

  test('shows no stream of another workspace, whatever its name', async () => {
    const trail = `/api/na/v2/workspaces/${theirs.workspaceId}/audit`
    for (const stream of [`agent-${agentId}`, `user-${mine.userId}`, 'constructor-x', 'email-x']) {
      expect(await statusOf('GET', `${trail}/streams/${stream}`, theirs.token)).toBe(404)
      expect(await statusOf('GET', `${trail}/events/${stream}/0`, theirs.token)).toBe(404)
    }
  })
})

describe('a deleted agent', () => {
  test('replies to nobody any more, neither in open conversations nor in new ones', async () => {
    const deleted = await newAgent(mine)
    const params = { region, agentId: deleted } as const
    const { data } = await mine.client.call('agents.get', { params })
    const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
    await mine.client.call('agents.delete', { params })
    // The next read waits for the read models.
    await mine.client.call('agents.list', { params: inRegion })

    const messages = `/api/na/v2/public/agents/${deleted}/conversations/${conversationId}/messages`
    const said = await call('POST', messages, { token: visitorToken, body: { id: 'm1', text: 'hello' } })
    expect(said.json.messages[0]).toMatchObject({ failed: true })
    expect(await statusOf('POST', `/api/na/v2/public/agents/${deleted}/conversations`)).toBe(404)
    expect(await statusOf('GET', `/api/na/v2/agents/${deleted}`, data.SECRET_API_KEY)).toBe(401)
    const widget = await call('GET', `/widget/na/${deleted}.js`)
    expect(widget.text).toContain('"agent":null')
  })
})

describe('another tenant', () => {
  test('gains nothing by an id in header or body', async () => {
    const wanted = { 'parley-workspace': mine.workspaceId }
    expect(await statusOf('GET', '/api/na/v2/agents', theirs.token, wanted)).toBe(403)
    const tries: [string, unknown][] = [
      ['/api/na/rpc/exportAgentToJson', { agentId }],
      ['/api/na/rpc/exportAgentToJson', { agentId: [agentId] }],
      ['/api/na/rpc/exportAgentToJson', { agentId: `${agentId}\u0000` }],
      ['/api/na/rpc/saveAgentBackup', { agentId, workspaceId: theirs.workspaceId, userEmail: 'a@b.example' }],
      ['/api/na/rpc/saveAgentBackup', { agentId, workspaceId: mine.workspaceId, userEmail: 'a@b.example' }],
      [`/api/na/v2/agents/${agentId}`, { title: 'Taken over' }],
      [`/api/na/v2/agents/fresh-one`, { title: 'Theirs', ownerID: mine.workspaceId }],
      [`/api/na/v2/agents/fresh-one`, { title: 'Theirs', ID: agentId }],
    ]
    for (const [path, body] of tries) {
      const { status } = await call('POST', path, { token: theirs.token, body })
      expect([400, 403, 404], `${path} ${JSON.stringify(body)}`).toContain(status)
    }
  })

  test('shares no idempotency key: another tenant’s call with the same key is another command', async () => {
    const headers = { 'idempotency-key': 'the-same' }
    const create = async (person: Person) => {
      const body = { agentName: 'Ada', agentTemplate: 'blank-template' }
      const path = '/api/na/rpc/convertAgentTemplateToAgent'
      return (await call('POST', path, { token: person.token, body, headers })).json.agentCreated.ID
    }
    expect(await create(mine)).toBe(await create(mine))
    expect(await create(theirs)).not.toBe(await create(mine))
    const start = () =>
      call('POST', `/api/na/v2/public/agents/${agentId}/conversations`, { body: {}, headers })
    const [one, other] = [await start(), await start()]
    expect(one.json.conversationId).not.toBe(other.json.conversationId)
  })

  test('pollutes no prototype', async () => {
    for (const body of [
      '{"title":"x","__proto__":{"polluted":1}}',
      '{"title":"x","constructor":{"prototype":{"polluted":1}}}',
      `{"title":"x","nodes":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ]) {
      const { status } = await call('POST', `/api/na/v2/agents/${agentId}`, { token: mine.token, body })
      expect(status).toBe(400)
    }
    expect('polluted' in {}).toBe(false)
  })
})

test('the contract requires credentials for every call that is not public', () => {
  for (const { name, path, access } of Object.values<Endpoint>(api))
    if (path.includes('/public/')) expect(['anyone', 'visitor'], name).toContain(access)
})
