/** Campaigns by push: from what a visitor allows in the chat to the notification, the answer, and the end of both. */
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draftCampaign, figuresOf, stateOf } from './src/campaigns.ts'
import { type PushService, startPushService } from './src/push-service.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const params = { region: 'na' } as const
const page = 'https://shop.example/tea?colour=green'
let service: PushService
let parley: TestPlatform
let owner: Person
let agents = 0
let agentId: string

beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: service.host })
  owner = await parley.signUp()
})
afterAll(async () => {
  await parley?.stop()
  await service?.stop()
})
beforeEach(async () => {
  agentId = `pushed${++agents}`
  await save({ title: 'Harbour Tea', offerNotifications: true })
})

const save = (body: object) =>
  owner.client.call('agents.save', {
    params: { ...params, agentId },
    body: { enableNodes: false, vg_initMessages: [], vg_initPrompt: '', ...body },
  })

async function arrive() {
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', {
    params: { ...params, agentId },
    body: { pageUrl: page },
  })
  const client = parley.client(visitorToken)
  const place = { params: { ...params, agentId, conversationId } }
  const own = service.browser()
  return {
    ...{ client, place, conversationId, browser: own },
    say: (text: string) =>
      client.call('conversations.send', { ...place, body: { id: text.replace(/\W/g, ''), text } }),
    allow: (browser = own) => client.call('visitorPush.allow', { ...place, body: browser.subscription }),
    isAllowed: async () => (await client.call('visitorPush.get', place)).allowed,
    withdraw: () => client.call('visitorPush.withdraw', place),
  }
}

const settings = (more: Partial<CampaignSettings> = {}): CampaignSettings => ({
  ...{ name: 'Spring', agentId, medium: 'push', timeZone: 'UTC' },
  steps: [{ afterHours: 0, a: { subject: 'Hi {{name|there}}', text: 'The first flush is here.' } }],
  ...{ audience: { kind: 'visitors', live: false }, schedule: { kind: 'now' }, perMinute: 6_000 },
  ...more,
})
async function run(more: Partial<CampaignSettings> = {}): Promise<string> {
  const campaignId = await draftCampaign(owner.client, settings(more))
  await owner.client.call('campaigns.start', { params: { ...params, campaignId } })
  await expect.poll(() => stateOf(owner.client, campaignId)).toBe('finished')
  return campaignId
}
const figures = (campaignId: string) => figuresOf(owner.client, campaignId)
const recipients = async (campaignId: string) =>
  (await owner.client.call('campaigns.recipients', { params: { ...params, campaignId }, query: {} })).items

test('reaches the browsers of visitors who allowed it, stands in the chat, and an answer is told apart', async () => {
  const [ada, bob] = [await arrive(), await arrive()]
  expect(await ada.isAllowed()).toBe(false)
  await ada.say('Hello')
  await ada.allow()
  await ada.allow()
  expect(await ada.isAllowed()).toBe(true)
  await parley.settled()
  const audience = await owner.client.call('campaigns.audience', { params, body: settings() })
  expect(audience).toMatchObject({ recipients: 1, dropped: {}, more: false })

  const id = await run()
  expect(ada.browser.received).toEqual([
    {
      ...{ title: 'Hi there', body: 'The first flush is here.', url: page },
      ...{ tag: expect.stringMatching(/^campaign-/), urgency: 'normal', ttl: '86400' },
    },
  ])
  expect(bob.browser.asked()).toBe(0)
  expect(await figures(id)).toMatchObject({ sent: 1, answered: 0 })
  const { messages } = await ada.client.call('conversations.messages', { ...ada.place, query: {} })
  expect(messages.at(-1)).toMatchObject({
    role: 'agent',
    blocks: [{ type: 'text', text: 'Hi there\n\nThe first flush is here.' }],
  })

  await bob.say('What is new?')
  await ada.say('Send me some!')
  await expect.poll(async () => (await figures(id)).answered).toBe(1)
  expect(await recipients(id)).toMatchObject([{ state: 'answered', conversationId: ada.conversationId }])
})

test('a browser that its push service calls gone is forgotten; another of the visitor is reached', async () => {
  const [ada, bob] = [await arrive(), await arrive()]
  const phone = service.browser()
  await ada.allow()
  await ada.allow(phone)
  await bob.allow()
  await parley.settled()
  ada.browser.answers(410)
  bob.browser.answers(404)
  const link = 'https://shop.example/spring'
  const id = await run({ link })
  expect(await figures(id)).toMatchObject({ sent: 1, failed: 1 })
  expect(phone.received).toMatchObject([{ url: link }])
  expect((await recipients(id)).find(({ state }) => state === 'failed')).toMatchObject({
    reason: 'no-subscription',
  })
  expect([await ada.isAllowed(), await bob.isAllowed()]).toEqual([true, false])
  await parley.settled()
  await run()
  expect([ada.browser.asked(), bob.browser.asked(), phone.received.length]).toEqual([1, 1, 2])
})

test('ends when the visitor withdraws it or says so, and begins again when they allow it', async () => {
  const ada = await arrive()
  await ada.allow()
  await parley.settled()
  const id = await run()
  await ada.withdraw()
  expect(await ada.isAllowed()).toBe(false)
  await expect.poll(async () => (await figures(id))['opted-out']).toBe(1)
  const suppressed = async () =>
    (await owner.client.call('campaigns.suppressed', { params, query: {} })).items.filter(
      ({ medium }) => medium === 'push',
    )
  await expect.poll(suppressed).toMatchObject([{ by: 'withdrawn' }])
  await ada.allow()
  await expect.poll(suppressed).toEqual([])
  await parley.settled()
  const second = await run()
  expect(ada.browser.received).toHaveLength(2)
  await ada.say('STOP')
  await expect.poll(async () => (await figures(second))['opted-out']).toBe(1)
  await expect.poll(suppressed).toMatchObject([{ by: 'word' }])
  const left = await owner.client.call('campaigns.audience', { params, body: settings() })
  expect(left).toMatchObject({ recipients: 0, dropped: { 'opted-out': 1 } })
})

test('is forgotten with the visitor, and with the conversation in which it was allowed', async () => {
  const [ada, bob] = [await arrive(), await arrive()]
  await ada.say('Hello')
  await bob.say('Hello')
  await ada.allow()
  await bob.allow()
  await parley.settled()
  const [{ visitorId } = { visitorId: '' }] = (
    await owner.client.call('conversations.list', { params: { ...params, agentId }, query: {} })
  ).items.filter(({ conversationId }) => conversationId === ada.conversationId)
  const known = await owner.client.call('visitors.export', { params: { ...params, agentId, visitorId } })
  expect(known.notifications).toEqual({ allowedAt: expect.any(String), browsers: 1 })
  await owner.client.call('visitors.erase', { params: { ...params, agentId, visitorId } })
  await owner.client.call('conversations.remove', {
    params: { ...params, agentId, conversationId: bob.conversationId },
  })
  const left = async () =>
    (await owner.client.call('campaigns.audience', { params, body: settings() })).recipients
  await expect.poll(left).toBe(0)
  await parley.settled()
  await run()
  expect([ada.browser.asked(), bob.browser.asked()]).toEqual([0, 0])
  await expect(ada.allow()).rejects.toMatchObject({ status: 401 })
})

test('is for the agent of the visitor’s token alone, where its owner offers it, at addresses of push services', async () => {
  const ada = await arrive()
  const own = agentId
  agentId = `pushed${++agents}`
  await save({ title: 'Other', offerNotifications: true })
  const other = await arrive()
  const body = ada.browser.subscription
  for (const foreign of [
    { ...ada.place.params, agentId },
    { ...ada.place.params, conversationId: other.conversationId },
    other.place.params,
  ])
    for (const name of ['visitorPush.get', 'visitorPush.allow', 'visitorPush.withdraw'] as const)
      await expect(
        ada.client.call(name, {
          params: foreign,
          ...(name === 'visitorPush.allow' ? { body } : {}),
        } as never),
      ).rejects.toMatchObject({ status: 404 })
  expect(await other.isAllowed()).toBe(false)
  await expect(
    ada.client.call('visitorPush.allow', {
      ...ada.place,
      body: { ...body, endpoint: 'https://127.0.0.1/push' },
    }),
  ).rejects.toMatchObject({ code: 'address-not-allowed' })
  await save({ title: 'Other', offerNotifications: false })
  await expect(other.allow()).rejects.toMatchObject({ code: 'push-off' })
  const pageOf = (id: string) => fetch(`${parley.url}/widget/push/na/${id}/allow`)
  await expect.poll(async () => (await pageOf(agentId)).status).toBe(404)
  const shown = await pageOf(own)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain(vapidKeys(parley.config).publicKey)
})

test('is allowed so often in ten minutes, since each time is recorded, and withdrawn at any time', async () => {
  const ada = await arrive()
  for (let nth = 0; nth < 10; nth++) await ada.allow(service.browser())
  await expect(ada.allow(service.browser())).rejects.toMatchObject({ status: 429, code: 'too-many-requests' })
  await ada.withdraw()
  expect(await ada.isAllowed()).toBe(false)
})

test('a test is shown to its sender alone', async () => {
  const campaignId = await draftCampaign(owner.client, settings())
  const at = { params: { ...params, campaignId }, body: { step: 0, variant: 'a' as const } }
  await expect(owner.client.call('campaigns.test', at)).rejects.toMatchObject({ code: 'not-sent' })
  const browser = service.browser()
  await owner.client.call('notifications.turnOnPush', {
    params: { ...params, workspaceId: owner.workspaceId },
    body: browser.subscription,
  })
  await owner.client.call('campaigns.test', at)
  expect(browser.received).toMatchObject([
    { title: 'Hi there', url: `/app/na/campaigns/${campaignId}`, urgency: 'high' },
  ])
  const list = { ...settings(), audience: { kind: 'list' as const } }
  await expect(owner.client.call('campaigns.create', { params, body: list })).rejects.toMatchObject({
    code: 'no-such-audience',
  })
})
