/** Webhooks from end to end: what happens in a workspace is sent, signed, in order, once accepted, and logged. */

import { startTelegramDouble, type TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { createClient } from '@parley/contracts/client.ts'
import type { WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import { MOST_WEBHOOKS } from '@parley/contracts/integration/webhook-names.ts'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { webhook } from '@parley/integration/webhook/webhook.decider.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, routes, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { startWebhookDouble, type WebhookDouble } from './src/webhook-double.ts'

const region = { region: 'na' } as const
let parley: TestPlatform
let allowed: WebhookDouble
let telegram: TelegramDouble
let owner: Person
let server: WebhookDouble
let webhookId: string
let secret: string
let agents = 0
let agentId: string

beforeAll(async () => {
  allowed = await startWebhookDouble()
  telegram = await startTelegramDouble()
  parley = await startTestPlatform({
    ...{ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: allowed.host, TELEGRAM_API_URL: telegram.url },
  })
  await allowed.stop()
})
afterAll(async () => {
  await parley?.stop()
  await telegram?.stop()
})

/** Each test has a workspace, an agent and a receiver of its own. */
beforeEach(async () => {
  server = await startWebhookDouble({ port: allowed.port })
  owner = await parley.signUp()
  agentId = `webhooks${++agents}`
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place(), body: { title: 'Shop', ...silentAtFirst } })
  const created = await owner.client.call('webhooks.create', { params: region, body: settings() })
  webhookId = created.webhookId
  secret = created.secret
  server.secrets.push(secret)
  return async () => {
    // What is still to be sent again would reach the receiver of the next test.
    const { items } = await owner.client.call('webhooks.list', { params: region })
    for (const each of items)
      await owner.client.call('webhooks.delete', { params: { ...region, webhookId: each.webhookId } })
    await server.stop()
  }
})

const place = () => ({ ...region, agentId })
const params = () => ({ ...region, webhookId })
const ofConversations = ['conversation_started', 'message_received', 'message_sent', 'feedback_given']
const settings = (more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  url: server.url,
  description: 'Orders',
  subscribedEvents: ofConversations,
  sendWorkspaceSecret: false,
  ...more,
})
const save = (more: Partial<WebhookSettings>) =>
  owner.client.call('webhooks.save', { params: params(), body: settings(more) })
const log = async (state?: 'delivered' | 'failed' | 'skipped' | 'retrying') =>
  (await owner.client.call('webhooks.deliveries', { params: params(), query: state ? { state } : {} })).items
const logged = (deliveryId: string) =>
  owner.client.call('webhooks.delivery', { params: { ...params(), deliveryId } })
const listed = async () => (await owner.client.call('webhooks.list', { params: region })).items[0]

/** A visitor writes, and gets a reply. */
async function talk(text = 'When are you open?') {
  const client = parley.client()
  const { conversationId, visitorToken } = await client.call('conversations.start', { params: place() })
  const own = { params: { ...place(), conversationId } }
  await parley.client(visitorToken).call('conversations.send', { ...own, body: { id: 'm1', text } })
  return { conversationId, visitor: parley.client(visitorToken), own }
}

describe('an event', () => {
  test('is sent signed, in the order of its conversation, with the payload that is published', async () => {
    const { conversationId } = await talk()
    await expect.poll(server.types).toEqual(['conversation_started', 'message_received', 'message_sent'])
    for (const { type, payload, createdAt } of server.taken) {
      const { payload: schema } = webhookCatalogue[type as 'message_sent']
      expect(schema.strict().parse(payload)).toMatchObject({ agentId, conversationId, channel: 'web-chat' })
      expect(Date.parse(createdAt)).toBeGreaterThan(Date.now() - 60_000)
    }
    expect(server.taken[1]?.payload).toMatchObject({ messageId: 'm1', text: 'When are you open?' })
    expect(server.requests.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(server.requests[0]?.body).not.toContain('workspaceSecret')
  })

  test('has the workspace secret where that form is asked for, and nowhere in the log', async () => {
    await save({ sendWorkspaceSecret: true })
    await talk()
    const { workspaceId } = owner
    const { workspaceSecret } = await owner.client.call('workspaces.get', {
      params: { ...region, workspaceId },
    })
    await expect.poll(() => server.taken[0]?.workspaceSecret).toBe(workspaceSecret)
    await expect.poll(async () => (await log('delivered')).length).toBe(3)
    const { request } = await logged((await log())[0]?.deliveryId ?? '')
    expect(request).not.toContain(workspaceSecret)
  })

  test('is not sent of a type that nobody asked for, of what is not recorded, or of other workspaces', async () => {
    await save({ subscribedEvents: ['message_received'] })
    const stranger = await parley.signUp()
    await stranger.client.call('webhooks.create', { params: region, body: settings() })
    await owner.client.call('conversations.test', { params: place(), body: {} })
    await talk('first')
    await owner.client.call('agents.save', { params: place(), body: { recordChatHistory: false } })
    await talk('not recorded')
    await owner.client.call('agents.save', { params: place(), body: { recordChatHistory: true } })
    await talk('second')
    await expect.poll(server.types).toEqual(['message_received', 'message_received'])
    await parley.settled()
    expect(server.requests).toHaveLength(2)
    expect(server.taken.map(({ payload }) => payload.text)).toEqual(['first', 'second'])
  })

  test('of before the webhook was created is not sent', async () => {
    const { conversationId } = await talk('before')
    await expect.poll(server.types).toHaveLength(3)
    const later = await owner.client.call('webhooks.create', { params: region, body: settings() })
    server.secrets.splice(0, 1, later.secret, secret)
    // The bus may deliver what it has delivered again, at any later time.
    const { bus, eventStore } = parley.platform.regions.get('na')!.engines
    const stream = `conversation-${conversationId}`
    const [{ type, revision, position, id } = { id: '' }] = await eventStore.readStream(stream, { limit: 1 })
    const value = JSON.stringify({ type, stream, revision, position, workspaceId: owner.workspaceId })
    await bus.publish([{ topic: WEBHOOKS, key: owner.workspaceId, id, value }])
    await talk('after')
    await expect.poll(server.types).toHaveLength(9)
    const ofLater = { ...region, webhookId: later.webhookId }
    const { items } = await owner.client.call('webhooks.deliveries', { params: ofLater, query: {} })
    expect(items).toHaveLength(3)
  })
})

describe('an event that a member may not read', () => {
  test('is not sent to an address of theirs', async () => {
    const { workspaceId } = owner
    const member = await parley.signUp()
    const permissions: WorkspacePermission[] = [
      'webhook.read',
      'webhook.manage',
      'conversation.read',
      'inbox.read',
    ]
    const invited = { email: member.email, permissions }
    await owner.client.call('invites.create', { params: { ...region, workspaceId }, body: invited })
    await parley.settled()
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    const mail = items.find(
      ({ to, text }: { to: string; text: string }) => to === member.email && text.includes('/app/join#'),
    )
    const link = /\/app\/join#na\.(iv_[\w-]+\.[\w-]+)/.exec(mail?.text)?.[1] ?? ''
    await member.client.call('invites.accept', { params: region, body: { token: link, email: member.email } })
    const as = createClient({
      ...{ routes, baseUrl: parley.url, token: () => member.token, workspace: () => workspaceId },
    })
    const create = (more: Partial<WebhookSettings>) =>
      as.call('webhooks.create', { params: region, body: settings(more) })
    await expect(create({ subscribedEvents: ['lead_captured'] })).rejects.toMatchObject({ status: 403 })
    await expect(create({ sendWorkspaceSecret: true })).rejects.toMatchObject({ status: 403 })
    await expect(create({})).resolves.toMatchObject({ secret: expect.any(String) })
  })
})

describe('a client', () => {
  test('that is created is told of as specified', async () => {
    await save({ subscribedEvents: ['client_created'] })
    const of = { params: { ...region, workspaceId: owner.workspaceId } }
    const { organisationId } = await owner.client.call('organisations.create', { ...of, body: {} })
    const person = { name: 'Cleo', email: 'Cleo@Example.com', dashboardPassword: 'fifteen letters' }
    const body = { orgId: organisationId, ...person }
    const { clientId } = await owner.client.call('clients.create', { ...of, body })
    const names = { clientName: 'Cleo', clientEmail: 'cleo@example.com' }
    await expect
      .poll(() => server.taken[0]?.payload)
      .toEqual({ organisationId, clientId, ...names, operation: 'create' })
  })
})

describe('internal.events of the workspace record', () => {
  const ofWorkspace = () => ({ params: { ...region, workspaceId: owner.workspaceId } })
  const saved = (events: { endpoint: string; subscribedEvents: string[] } | null, more = {}) =>
    owner.client.call('workspaces.save', { ...ofWorkspace(), body: { internal: { events }, ...more } })
  const read = () => owner.client.call('workspaces.get', ofWorkspace())
  const others = async () => {
    const { items } = await owner.client.call('webhooks.list', { params: region })
    return items.filter((one) => one.webhookId !== webhookId)
  }
  /** Adds an organisation and a client to it. */
  const addClient = async (email: string) => {
    const { organisationId } = await owner.client.call('organisations.create', { ...ofWorkspace(), body: {} })
    const body = { orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' }
    return (await owner.client.call('clients.create', { ...ofWorkspace(), body })).clientId
  }

  test('is a webhook of its own that is sent the workspace secret', async () => {
    expect((await read()).internal).not.toHaveProperty('events')
    const events = { endpoint: server.url, subscribedEvents: ['client_created'] }
    await saved(events, { workspaceName: 'Harbour' })
    const { internal, workspaceName, workspaceSecret } = await read()
    expect([internal.events, workspaceName]).toEqual([events, 'Harbour'])
    const [one] = await others()
    expect(one).toMatchObject({
      url: server.url,
      sendWorkspaceSecret: true,
      inRecord: true,
      status: 'enabled',
    })
    const params = { ...region, webhookId: one?.webhookId ?? '' }
    const { secret } = await owner.client.call('webhooks.replaceSecret', { params })
    server.secrets.push(secret)
    const clientId = await addClient('record@example.com')
    await expect.poll(server.types).toEqual(['client_created'])
    expect(server.taken[0]).toMatchObject({ payload: { clientId, operation: 'create' }, workspaceSecret })
  })

  test('is one webhook, however often it is saved, until it is removed', async () => {
    const [first, second] = [['client_created'], ['lead_captured', 'client_created']]
    await Promise.all([1, 2, 3].map(() => saved({ endpoint: server.url, subscribedEvents: first })))
    expect(await others()).toHaveLength(1)
    await saved({ endpoint: `${server.url}/new`, subscribedEvents: second })
    const [one] = await others()
    expect(one).toMatchObject({ url: `${server.url}/new`, subscribedEvents: second.toSorted() })
    await saved(null)
    await saved(null)
    expect(await others()).toEqual([])
    expect((await read()).internal).not.toHaveProperty('events')
    await saved({ endpoint: server.url, subscribedEvents: first })
    expect((await others())[0]?.webhookId).not.toBe(one?.webhookId)
  })

  test('keeps what was changed of it as a webhook', async () => {
    await saved({ endpoint: server.url, subscribedEvents: ['client_created'] })
    const { webhookId: own = '' } = (await others())[0] ?? {}
    const params = { ...region, webhookId: own }
    const without = { description: 'CRM', sendWorkspaceSecret: false, subscribedEvents: ['lead_captured'] }
    await owner.client.call('webhooks.save', { params, body: settings(without) })
    expect((await read()).internal.events).toEqual({
      endpoint: server.url,
      subscribedEvents: ['lead_captured'],
    })
    await saved({ endpoint: `${server.url}/new`, subscribedEvents: ['client_created'] })
    expect((await others())[0]).toMatchObject({ description: 'CRM', sendWorkspaceSecret: false })
    await owner.client.call('webhooks.delete', { params })
    expect((await read()).internal).not.toHaveProperty('events')
  })

  test('refuses what no webhook may have, and then changes nothing', async () => {
    const inside = await startWebhookDouble()
    const to = (endpoint: string, ...subscribedEvents: string[]) =>
      saved({ endpoint, subscribedEvents }, { workspaceName: 'Renamed' })
    const private_ = { status: 422, code: 'address-not-allowed', field: 'internal.events' }
    await expect(to(inside.url, 'client_created')).rejects.toMatchObject(private_)
    await expect(to(server.url)).rejects.toMatchObject({ status: 400 })
    await expect(to(server.url, 'webhook_test')).rejects.toMatchObject({ status: 400 })
    await expect(to('ftp://shop.example', 'client_created')).rejects.toMatchObject({ status: 400 })
    for (let count = 1; count < MOST_WEBHOOKS; count++)
      await owner.client.call('webhooks.create', { params: region, body: settings() })
    const full = { status: 403, code: 'too-many-webhooks' }
    await expect(to(server.url, 'client_created')).rejects.toMatchObject(full)
    expect((await read()).workspaceName).not.toBe('Renamed')
    await inside.stop()
  })

  test('is neither shown to nor changed by whoever may not manage webhooks and the secret', async () => {
    const events = { endpoint: server.url, subscribedEvents: ['client_created'] }
    await saved(events)
    const byToken = async (...permissions: WorkspacePermission[]) => {
      const body = { name: 'Record', permissions, expiresInDays: 1 }
      const { token } = await owner.client.call('tokens.create', { ...ofWorkspace(), body })
      return parley.client(token)
    }
    const all: WorkspacePermission[] = ['workspace.read', 'workspace.manage', 'client.read', 'webhook.read']
    const blind = await byToken('workspace.read', 'workspace.manage')
    expect((await blind.call('workspaces.get', ofWorkspace())).internal).not.toHaveProperty('events')
    const reads = await byToken(...all)
    expect((await reads.call('workspaces.get', ofWorkspace())).internal.events).toEqual(events)
    const manages = await byToken(...all, 'webhook.manage')
    for (const client of [blind, reads, manages])
      await expect(
        client.call('workspaces.save', {
          ...ofWorkspace(),
          body: { internal: { events: { ...events, endpoint: `${server.url}/other` } } },
        }),
      ).rejects.toMatchObject({ status: 403 })
    expect((await read()).internal.events).toEqual(events)
    // Whoever reads it may send the whole record back, and learns nothing of it otherwise.
    const whole = { ...ofWorkspace(), body: { workspaceName: 'Whole', internal: { events } } }
    await expect(blind.call('workspaces.save', whole)).rejects.toMatchObject({ status: 403 })
    await reads.call('workspaces.save', whole)
    expect((await read()).workspaceName).toBe('Whole')
  })

  test('is not overwritten by whoever has not read what it is now', async () => {
    const events = (path: string) => ({
      endpoint: `${server.url}${path}`,
      subscribedEvents: ['client_created'],
    })
    await saved(events(''))
    const url = `${parley.url}/api/na/v2/workspaces/${owner.workspaceId}`
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const etag = (await fetch(url, { headers })).headers.get('etag') ?? ''
    const write = async (path: string) => {
      const body = JSON.stringify({ internal: { events: events(path) } })
      return (await fetch(url, { method: 'POST', headers: { ...headers, 'if-match': etag }, body })).status
    }
    expect([await write('/one'), await write('/two')]).toEqual([200, 412])
  })
})

describe('a channel', () => {
  test('that is connected is told of under each of its names that a webhook is subscribed to', async () => {
    const [general, specific] = ['new_channel_connected', 'telegram_channel_added']
    await save({ subscribedEvents: [general, 'instagram_channel_added', specific] })
    const one = await owner.client.call('webhooks.create', {
      params: region,
      body: settings({ subscribedEvents: [specific] }),
    })
    server.secrets.push(one.secret)
    const body = { kind: 'telegram' as const, credentials: { token: telegram.bot(4_242) } }
    const { channelId } = await owner.client.call('channels.connect', { params: place(), body })
    await expect.poll(() => server.types().toSorted()).toEqual([general, specific, specific])
    const told = { agentId, agentType: 'vg', channelType: 'telegram', channelId }
    expect(server.taken.map(({ payload }) => payload)).toEqual([told, told, told])
    // Two events to whom has both, so that it keeps both; one to whom has one.
    await expect
      .poll(async () => (await log('delivered')).map(({ type }) => type))
      .toEqual([specific, general])
    const [{ messageId, deliveryId } = { messageId: '', deliveryId: '' }, first] = await log()
    expect(messageId).not.toBe(first?.messageId)
    expect(JSON.parse((await logged(deliveryId)).request)).toMatchObject({ type: specific, payload: told })
    await owner.client.call('webhooks.replay', { params: { ...params(), deliveryId } })
    await expect.poll(() => server.taken.at(3)).toMatchObject({ type: specific, id: messageId })
  })
})

describe('what is not accepted', () => {
  test('is sent again under the same id, and later events of the conversation wait for it', async () => {
    server.answer(500, { status: 503, headers: { 'retry-after': '1' } })
    await talk()
    await expect.poll(server.types, { timeout: 30_000 }).toHaveLength(3)
    const [first, second, third] = server.requests.map(({ id }) => id)
    expect([second, third]).toEqual([first, first])
    expect(server.types()).toEqual(['conversation_started', 'message_received', 'message_sent'])
    await expect.poll(async () => (await log('delivered')).length).toBe(3)
    const oldest = (await log()).at(-1)
    expect(oldest).toMatchObject({ type: 'conversation_started', attempts: 3 })
    const { recent } = await logged(oldest?.deliveryId ?? '')
    expect(recent.map(({ status }) => status)).toEqual([204, 503, 500])
  }, 60_000)

  test('shows the beginning of the answer, and is erased with the conversation', async () => {
    server.answer({ status: 200, body: `You said ${'x'.repeat(9_000)}` })
    await save({ subscribedEvents: ['message_received'] })
    const { conversationId } = await talk('My name is Grace.')
    await expect.poll(async () => (await log('delivered')).length).toBe(1)
    const { deliveryId = '' } = (await log())[0] ?? {}
    const before = await logged(deliveryId)
    expect(before.request).toContain('My name is Grace.')
    expect(before.recent[0]?.answer).toMatch(/^You said x{1900,1991}$/)
    await owner.client.call('conversations.remove', { params: { ...place(), conversationId } })
    const after = await logged(deliveryId)
    expect(after.request).toContain('[erased]')
    expect(JSON.stringify(after)).not.toContain('Grace')
    expect(after.recent[0]?.answer).toBe('[erased]')
  })

  test('is not followed to where it is redirected', async () => {
    const inside = await startWebhookDouble()
    server.answer({ status: 307, headers: { location: inside.url } })
    await save({ subscribedEvents: ['message_received'] })
    await talk()
    await expect.poll(async () => (await log())[0]?.last?.status).toBe(307)
    expect(inside.requests).toEqual([])
    await inside.stop()
  })

  test('goes to no private address', async () => {
    const inside = await startWebhookDouble()
    const settled = settings({ url: inside.url, subscribedEvents: ['message_received'] })
    const refused = { status: 422, code: 'address-not-allowed', field: 'url' }
    await expect(save(settled)).rejects.toMatchObject(refused)
    await expect(
      owner.client.call('webhooks.create', { params: region, body: settled }),
    ).rejects.toMatchObject(refused)
    // Its name led elsewhere when it was saved.
    const { commands } = parley.platform.regions.get('na')!.engines
    const context = { tenant: owner.workspaceId, actor: { kind: 'user', id: 'u' } as const }
    const cause = { via: 'dashboard', command: 'moved', correlation: 'moved' } as const
    await commands.handle(
      webhook,
      webhookId,
      { type: 'ChangeWebhook', settings: settled },
      { ...context, cause },
    )
    await talk()
    await expect
      .poll(async () => (await log('failed'))[0]?.last?.problem)
      .toContain('not an address on the public')
    expect(inside.requests).toEqual([])
    await inside.stop()
  })

  test('is given up after 15 seconds, whether there is no answer or no end of it', async () => {
    server.answer('hang', 'slow')
    await save({ subscribedEvents: ['message_received'] })
    await Promise.all([talk('one'), talk('two')])
    const problems = async () => (await log()).map(({ last }) => last?.problem)
    const expected = expect.stringContaining('15 seconds')
    await expect.poll(problems, { timeout: 30_000 }).toEqual([expected, expected])
    expect(server.requests.slice(0, 2).map(({ status }) => status)).toEqual(['hang', 'slow'])
  }, 60_000)
})

describe('a webhook', () => {
  test('is signed under both secrets after the old one was replaced', async () => {
    const { secret: newer } = await owner.client.call('webhooks.replaceSecret', { params: params() })
    expect(newer).not.toBe(secret)
    await save({ subscribedEvents: ['message_received'] })
    await talk()
    await expect.poll(server.types).toHaveLength(1)
    const [{ body, headers } = { body: '', headers: {} }] = server.requests
    for (const one of [secret, newer]) expect(() => new Webhook(one).verify(body, headers)).not.toThrow()
    expect(Date.parse((await listed())?.formerSecretUntil ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  })

  test('that is paused lists what it does not send, and sends it later as asked', async () => {
    await owner.client.call('webhooks.pause', { params: params() })
    const from = new Date().toISOString()
    await talk()
    await expect.poll(async () => (await log('skipped')).length).toBe(3)
    expect(server.requests).toEqual([])
    await owner.client.call('webhooks.resume', { params: params() })
    const span = { from, to: new Date(Date.now() + 60_000).toISOString(), states: ['skipped' as const] }
    const { replayed } = await owner.client.call('webhooks.replayAll', { params: params(), body: span })
    expect(replayed).toBe(3)
    await expect.poll(server.types).toEqual(['conversation_started', 'message_received', 'message_sent'])
    expect((await log('delivered')).every(({ replay }) => replay)).toBe(true)
  })

  test('is paused when its server says that it is gone, and the workspace is notified', async () => {
    server.answer(410)
    await save({ subscribedEvents: ['message_received'] })
    await talk()
    await expect.poll(async () => (await listed())?.pausedBecause).toBe('gone')
    const { workspaceId } = owner
    const titles = async () =>
      (await owner.client.call('notifications.list', { params: { ...region, workspaceId } })).items.map(
        ({ title, body }) => `${title}: ${body}`,
      )
    await expect.poll(titles).toContainEqual(expect.stringMatching(/^Webhook paused: Orders: /))
  })

  test('is tried with a test event, and a delivery is sent again under its id', async () => {
    const { deliveryId } = await owner.client.call('webhooks.test', { params: params() })
    await expect.poll(server.types).toEqual(['webhook_test'])
    await expect.poll(async () => (await log())[0]?.state).toBe('delivered')
    const twice = () =>
      owner.client.call('webhooks.test', { params: params() }, { idempotencyKey: 'one test' })
    expect(await twice()).toEqual(await twice())
    await expect.poll(server.types).toEqual(['webhook_test', 'webhook_test'])
    const again = await owner.client.call('webhooks.replay', { params: { ...params(), deliveryId } })
    expect(again.deliveryId).not.toBe(deliveryId)
    await expect.poll(server.types).toEqual(['webhook_test', 'webhook_test', 'webhook_test'])
    expect(server.taken.map(({ id }) => id === server.taken[2]?.id)).toEqual([true, false, true])
  })

  test('that hangs delays those of no other workspace', async () => {
    const { host } = server
    server.answerAlways('hang')
    await save({ subscribedEvents: ['conversation_started'] })
    const start = () => parley.client().call('conversations.start', { params: place() })
    await Promise.all(Array.from({ length: 40 }, start))
    await expect.poll(() => server.requests.length).toBeGreaterThan(2)
    const neighbour = await parley.signUp()
    const theirs = `${agentId}neighbour`
    const params = { ...region, agentId: theirs }
    await neighbour.client.call('agents.save', { params, body: { title: 'Bakery' } })
    const body = settings({ url: `http://${host}/neighbour`, subscribedEvents: ['conversation_started'] })
    const created = await neighbour.client.call('webhooks.create', { params: region, body })
    server.secrets.push(created.secret)
    server.answerTo('/neighbour', 204)
    await Promise.all(
      Array.from({ length: 20 }, () => parley.client().call('conversations.start', { params })),
    )
    await expect.poll(server.types, { timeout: 10_000 }).toHaveLength(20)
    // Before anything of the one that hangs was over.
    expect(await log('delivered')).toEqual([])
  }, 60_000)

  test('that is deleted gets nothing more', async () => {
    await owner.client.call('webhooks.delete', { params: params() })
    await talk()
    await parley.settled()
    expect(server.requests).toEqual([])
    await expect(log()).rejects.toMatchObject({ code: 'not-found' })
  })
})
