/** Web Push over loopback: sent encrypted to the browsers of a member, ended with their sessions, tried again, held back. */

import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { createSendPush } from '@parley/notification/push/send-push.ts'
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type PushBrowser, type PushService, startPushService } from './src/push-service.ts'
import { signInAs } from './src/sign-up.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const patience = { timeout: 30_000, interval: 50 }
let service: PushService
let parley: TestPlatform
let owner: Person
let colleague: Person
let agentId: string

beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: service.host })
  owner = await parley.signUp()
  colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  agentId = agentCreated.ID
  const params = { region, agentId }
  const body = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await owner.client.call('agents.save', { params, body })
  await owner.client.call('agents.get', { params })
})
afterAll(async () => {
  await parley?.stop()
  await service?.stop()
})

afterEach(async () => {
  for (const { subscriptionId } of await devicesOf(owner))
    await owner.client.call('notifications.turnOffPush', { params: { ...place(), subscriptionId } })
})

const place = () => ({ region, workspaceId: owner.workspaceId })

async function turnOn({ client }: Pick<Person, 'client'>): Promise<PushBrowser & { id: string }> {
  const browser = service.browser()
  const body = browser.subscription
  const { subscriptionId } = await client.call('notifications.turnOnPush', { params: place(), body })
  return Object.assign(browser, { id: subscriptionId })
}

const devicesOf = async ({ client }: Pick<Person, 'client'>) =>
  (await client.call('notifications.pushDevices', { params: place() })).items

/** A visitor writes and asks for a person; returns the conversation's id. */
async function visitorAsks(): Promise<string> {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params, body: {} })
  const visitor = parley.client(visitorToken)
  const of = { ...params, conversationId }
  await visitor.call('conversations.send', { params: of, body: { id: 'm1', text: 'My secret is a parrot' } })
  await visitor.call('conversations.requestHandoff', { params: of })
  await parley.settled()
  return conversationId
}

const choose = async ({ client }: Person, more: object) => {
  const body = { notifyThrough: 'all', notifyIf: 'requestsOnly', ...more } as const
  await client.call('notifications.saveSettings', { params: place(), body })
}
const quietNow = () => {
  const time = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)
  return { from: time(-3_600_000), to: time(3_600_000) }
}

const deadlines = () => createDeadlines(parley.platform.regions.get(region)!.engines.state)
const alertsOf = async (userId: string) =>
  (await deadlines().due('alert', Number.MAX_SAFE_INTEGER, 100)).filter(({ key }) => key.includes(userId))

/** Brings forward what is due later for a person. */
async function passDeadlines(userId: string): Promise<void> {
  const standing = await alertsOf(userId)
  await deadlines().set(standing.map((each) => ({ ...each, due: Date.now(), order: each.order + 1 })))
}

/** Signs in with the password; returns the new session's token. */
async function signInAgain({ email, password }: Person): Promise<string> {
  return (await signInAs(parley.client(), { email, password })).token
}

it('reaches each browser of a member, encrypted for it, and says nothing of what the visitor wrote', async () => {
  const [one, two] = [await turnOn(owner), await turnOn(owner)]
  const conversationId = await visitorAsks()
  await expect.poll(() => one.received, patience).toHaveLength(1)
  await expect.poll(() => two.received, patience).toHaveLength(1)
  const [message] = one.received
  expect(message).toMatchObject({
    title: 'A visitor asks for a person',
    body: expect.stringContaining('In a conversation with Harbour Tea.'),
    url: `/app/na/agents/${agentId}/convos?conversation=${conversationId}`,
    urgency: 'high',
  })
  expect(JSON.stringify(one.received)).not.toContain('parrot')
  // A click marks it as seen.
  const seen = await fetch(parley.url + (message?.seen ?? ''), {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(seen.status).toBe(200)
  for (const { id } of [one, two])
    await owner.client.call('notifications.turnOffPush', { params: { ...place(), subscriptionId: id } })
  expect(await devicesOf(owner)).toEqual([])
})

it('names no details where the member wants none', async () => {
  const browser = await turnOn(owner)
  await choose(owner, { pushDetails: false })
  await visitorAsks()
  await expect.poll(() => browser.received, patience).toHaveLength(1)
  expect(JSON.stringify(browser.received)).not.toMatch(/person|Harbour/)
  expect(browser.received).toMatchObject([{ title: 'New notification' }])
  await choose(owner, { pushDetails: true })
})

it('is removed when the push service says that the browser is gone', async () => {
  const [gone, there] = [await turnOn(owner), await turnOn(owner)]
  gone.answers(410)
  await visitorAsks()
  await expect.poll(() => devicesOf(owner), patience).toMatchObject([{ subscriptionId: there.id }])
  expect(there.received).toHaveLength(1)
})

it('is sent again to the browsers alone whose push service asked to wait or failed', async () => {
  const [busy, broken, there] = [await turnOn(owner), await turnOn(owner), await turnOn(owner)]
  busy.answers(429, { 'retry-after': '1' })
  broken.answers(503)
  await visitorAsks()
  await expect.poll(() => [busy.asked(), broken.asked(), there.asked()], patience).toEqual([1, 1, 1])
  busy.answers()
  broken.answers()
  await expect.poll(() => [busy.received.length, broken.received.length], patience).toEqual([1, 1])
  expect(there.asked()).toBe(1)
})

it('ends with the session in which it was turned on, by signing out or being signed out elsewhere', async () => {
  const session = parley.client(await signInAgain(owner))
  const browser = await turnOn({ client: session })
  expect(await devicesOf(owner)).toMatchObject([{ subscriptionId: browser.id, current: false }])
  expect(await devicesOf({ client: session })).toMatchObject([{ current: true }])
  await session.call('auth.signOut', {})
  await parley.settled()
  expect(await devicesOf(owner)).toEqual([])

  const other = parley.client(await signInAgain(owner))
  const { sessionId } = await other.call('auth.session', {})
  await turnOn({ client: other })
  await owner.client.call('auth.revokeSession', { params: { sessionId } })
  await parley.settled()
  expect(await devicesOf(owner)).toEqual([])

  await turnOn({ client: parley.client(await signInAgain(owner)) })
  const kept = await turnOn(owner)
  const body = { password: owner.password, newPassword: owner.password }
  await owner.client.call('auth.changePassword', { body })
  await parley.settled()
  expect(await devicesOf(owner)).toMatchObject([{ subscriptionId: kept.id }])
})

it('is held in quiet hours and sent together when they end, by mail and push', async () => {
  const browser = await turnOn(owner)
  await choose(owner, { quietHours: quietNow(), timeZone: 'UTC' })
  const conversations = [await visitorAsks(), await visitorAsks()]
  const standing = async () =>
    (await alertsOf(owner.userId)).filter(({ due }) => due > Date.now()).map(({ key }) => key)
  await expect.poll(standing, patience).toHaveLength(2)
  await choose(owner, { quietHours: null })
  await passDeadlines(owner.userId)
  await expect.poll(() => browser.received, patience).toMatchObject([{ title: '2 new notifications' }])
  const mails = async () => {
    const answer = await fetch(`${parley.url}/dev/mail.json`)
    const { items }: { items: { to: string; subject: string; text: string }[] } = await answer.json()
    return items.filter(({ to, subject }) => to === owner.email && subject === '2 notifications')
  }
  await expect.poll(mails, patience).toHaveLength(1)
  const [mail] = await mails()
  for (const conversationId of conversations) expect(mail?.text).toContain(conversationId)
})

it('tells what the push service answered to a test, and takes no address of the own network', async () => {
  const browser = await turnOn(colleague)
  const test = (subscriptionId: string, { client } = colleague) =>
    client.call('notifications.testPush', { params: { ...place(), subscriptionId } })
  expect(await test(browser.id)).toEqual({ outcome: 'sent' })
  expect(browser.received).toMatchObject([{ title: 'Test notification' }])
  browser.answers(500)
  expect(await test(browser.id)).toEqual({ outcome: 'unreachable' })
  await expect(test(browser.id, owner)).rejects.toMatchObject({ status: 404 })
  browser.answers(404)
  expect(await test(browser.id)).toEqual({ outcome: 'gone' })
  expect(await devicesOf(colleague)).toEqual([])
  for (const endpoint of ['https://127.0.0.1/x', 'http://push.example.com/x', 'https://10.0.0.1/x']) {
    const body = { ...browser.subscription, endpoint }
    await expect(
      colleague.client.call('notifications.turnOnPush', { params: place(), body }),
    ).rejects.toMatchObject({ status: 400, code: 'address-not-allowed' })
  }
})

it('ends when the person is erased, with nothing of it left on the disk', async () => {
  const leaving = await parley.signUp()
  await joinWorkspace(parley, owner, leaving)
  const { subscription } = await turnOn(leaving)
  const recipients = async () => {
    const engines = parley.platform.regions.get(region)!.engines
    const log = await engines.eventStore.readStream(`recipient-${owner.workspaceId}.${leaving.userId}`)
    return log.map(({ type, data }) => [type, data] as const)
  }
  const [[, stored = '']] = (await recipients()) as [[string, string]]
  for (const text of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
    expect(stored).not.toContain(text)
  await leaving.client.call('auth.deleteAccount', { body: { password: leaving.password } })
  await parley.settled()
  await expect
    .poll(async () => (await recipients()).map(([type]) => type), patience)
    .toEqual(['PushSubscriptionAdded', 'PushSubscriptionRemoved'])
  const { keyring } = parley.platform.regions.get(region)!.engines
  const sealed = stored.match(/sealed\.v1\.[^"\\]+/g) ?? []
  expect(sealed).toHaveLength(4)
  expect(new Set(await keyring.open(owner.workspaceId, sealed))).toEqual(new Set(['[erased]']))
})

it('gives up waiting for a push service that does not answer', async () => {
  const browser = service.browser()
  browser.answers(0)
  const allowed = [service.host]
  const send = createSendPush({
    safeFetch: createSafeFetch({ allowPrivateAddresses: allowed }),
    allowed,
    keys: vapidKeys(parley.config),
    subject: 'mailto:a@example.com',
    timeoutMs: 300,
  })
  const { endpoint, keys } = browser.subscription
  const payload = { title: 'a', body: 'b', url: '/app/', tag: 'c' }
  expect(await send({ endpoint, ...keys }, payload)).toEqual({ outcome: 'unreachable' })
  // No browser has made these keys.
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  expect(await send({ endpoint, ...keys, p256dh }, payload)).toEqual({ outcome: 'gone' })
  browser.answers(400)
  expect(await send({ endpoint, ...keys }, payload)).toEqual({ outcome: 'refused' })
})
