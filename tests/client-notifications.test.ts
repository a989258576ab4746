/**
 * What a client of an agency is notified of, under its bell, by mail and push: of its own agents, as far as it is to know,
 * and seen by itself alone.
 */
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PushService, startPushService } from './src/push-service.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const patience = { timeout: 30_000, interval: 50 }
let service: PushService
let parley: TestPlatform
let ada: Person
let tea: string
let coffee: string
beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({
    CLIENT_SEATS: '40',
    RATE_LIMIT_FACTOR: '1000',
    ALLOW_PRIVATE_ADDRESSES: service.host,
  })
  ada = await parley.signUp()
  ;[tea, coffee] = [await agentNamed('Harbour Tea'), await agentNamed('Harbour Coffee')]
})
afterAll(async () => {
  await parley?.stop()
  await service?.stop()
})

const place = () => ({ region, workspaceId: ada.workspaceId })

async function agentNamed(agentName: string): Promise<string> {
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  const body = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await ada.client.call('agents.save', { params: { region, agentId: agentCreated.ID }, body })
  return agentCreated.ID
}

let nth = 0
async function clientOf(more: object) {
  const { organisationId: orgId } = await ada.client.call('organisations.create', {
    params: place(),
    body: {},
  })
  const email = `client${++nth}@example.com`
  const given = { orgId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' }
  const { clientId } = await ada.client.call('clients.create', {
    params: place(),
    body: { ...given, widgetIDs: [tea], canAccess: ['/convos'], ...more },
  })
  await ada.client.call('agency.initialize', { params: place() }).catch(() => undefined)
  return { clientId, orgId, email, client: await signedIn({ email }) }
}
type Cleo = Awaited<ReturnType<typeof clientOf>>

async function signedIn({ email }: { email: string }, password = 'fifteen letters') {
  const body = { email, password, agencyId: ada.workspaceId }
  return parley.client((await parley.client().call('clientAuth.signIn', { body })).token)
}

/** A visitor writes, the conversation is assigned to somebody or nobody, and the visitor asks for a person. */
async function visitorAsks(agentId: string, assignee?: Person): Promise<string> {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  const visitor = parley.client(visitorToken)
  const at = { params: { ...params, conversationId } }
  await visitor.call('conversations.send', { ...at, body: { id: `m${conversationId}`, text: 'Is it open?' } })
  if (assignee) await ada.client.call('conversations.assign', { ...at, body: { assignee: assignee.userId } })
  await visitor.call('conversations.requestHandoff', at)
  await parley.settled()
  return conversationId
}
const listOf = async ({ client }: Pick<Cleo, 'client'>) =>
  (await client.call('notifications.list', { params: place() })).items
const kindsIn = (items: { ID: string }[], conversationId: string) =>
  items.filter(({ ID }) => ID.includes(conversationId)).map(({ ID }) => ID.split('.')[0])

test('of requests for a person by default, of everything or nothing if its agency wants that', async () => {
  const cleo = await clientOf({})
  const all = await clientOf({ notificationsSettings: { notifyIf: 'all' } })
  const none = await clientOf({ notificationsSettings: { notifyIf: 'none' } })
  const id = await visitorAsks(tea)
  await expect.poll(async () => kindsIn(await listOf(cleo), id)).toEqual(['handoff'])
  await expect
    .poll(async () => kindsIn(await listOf(all), id).toSorted())
    .toEqual(['conversation', 'handoff'])
  expect(await listOf(none)).toEqual([])
  expect((await listOf(cleo))[0]).toMatchObject({
    ...{ title: 'A visitor asks for a person', seen: false, about: { said: 'Is it open?' } },
    urlPathname: `/app/na/agents/${tea}/convos?conversation=${id}`,
  })
  const params = { ...place(), clientId: cleo.clientId }
  await ada.client.call('clients.save', { params, body: { notificationsSettings: { notifyIf: 'none' } } })
  expect(await listOf(cleo)).toEqual([])
})

test('of nothing of agents that it does not have, or that is for a member alone', async () => {
  const cleo = await clientOf({ notificationsSettings: { notifyIf: 'all' } })
  const [ofOther, ofMember] = [await visitorAsks(coffee), await visitorAsks(tea, ada)]
  const id = await visitorAsks(tea)
  await expect
    .poll(async () => kindsIn(await listOf(cleo), id).toSorted())
    .toEqual(['conversation', 'handoff'])
  const items = await listOf(cleo)
  expect(kindsIn(items, ofOther)).toEqual([])
  expect(kindsIn(items, ofMember)).toEqual(['conversation'])
  const own = await listOf(ada)
  const notIts = own.filter(
    ({ ID }) => ID.startsWith('handoff') && (ID.includes(ofOther) || ID.includes(ofMember)),
  )
  expect(notIts).toHaveLength(2)
  for (const { ID: notificationId } of notIts)
    await expect(
      cleo.client.call('notifications.seen', { params: { ...place(), notificationId } }),
    ).rejects.toMatchObject({ status: 404, message: 'This notification does not exist.' })
})

test('without reading conversations, of nothing', async () => {
  const { client } = await clientOf({ canAccess: ['/home', '/leads'] })
  await expect(listOf({ client })).rejects.toMatchObject({ status: 403 })
})

test('and marks what it has seen for itself alone', async () => {
  const cleo = await clientOf({})
  const [first, second] = [await visitorAsks(tea), await visitorAsks(tea)]
  const seenBy = async (whose: Pick<Cleo, 'client'>) =>
    (await listOf(whose))
      .filter(({ ID }) => ID.startsWith('handoff') && (ID.includes(first) || ID.includes(second)))
      .map(({ seen }) => seen)
  await expect.poll(() => seenBy(cleo)).toEqual([false, false])
  const { ID: notificationId = '' } = (await listOf(cleo)).find(({ ID }) => ID.includes(second)) ?? {}
  await cleo.client.call('notifications.seen', { params: { ...place(), notificationId } })
  expect((await seenBy(cleo)).toSorted()).toEqual([false, true])
  const viewed = await ada.client.call('clients.viewAs', { params: { ...place(), clientId: cleo.clientId } })
  const viewer = parley.client(viewed.token)
  expect((await seenBy({ client: viewer })).toSorted()).toEqual([false, true])
  const refused = { status: 403, code: 'viewing-as' }
  await expect(viewer.call('notifications.allSeen', { params: place() })).rejects.toMatchObject(refused)
  await cleo.client.call('notifications.allSeen', { params: place() })
  expect(await seenBy(cleo)).toEqual([true, true])
  expect(await seenBy(ada)).toEqual([false, false])
})

type Mail = { to: string; subject: string; text: string; html: string; fromName?: string }
async function mailsTo({ email }: Pick<Cleo, 'email'>): Promise<Mail[]> {
  const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
  return items.filter(({ to }: Mail) => to === email)
}
const mailedOf = async (cleo: Cleo, conversationId: string) =>
  (await mailsTo(cleo)).filter(({ text }) => text.includes(conversationId)).map(({ subject }) => subject)

async function turnOn({ client }: Pick<Cleo, 'client'>) {
  const browser = service.browser()
  const body = browser.subscription
  const { subscriptionId } = await client.call('notifications.turnOnPush', { params: place(), body })
  return Object.assign(browser, { id: subscriptionId })
}
const devicesOf = async ({ client }: Pick<Cleo, 'client'>) =>
  (await client.call('notifications.pushDevices', { params: place() })).items
const saved = ({ clientId }: Cleo, body: object) =>
  ada.client.call('clients.save', { params: { ...place(), clientId }, body })
const chosen = (cleo: Cleo, more: object) =>
  cleo.client.call('notifications.saveSettings', {
    params: place(),
    body: { notifyThrough: 'all', notifyIf: 'requestsOnly', ...more },
  })

test('by mail and in its browsers, under the brand of its agency, of its own agents', async () => {
  await ada.client.call('agency.save', {
    params: place(),
    body: { name: 'Harbour & Sons', address: 'Quay 1, Hamburg', supportEmail: 'help@harbour.example' },
  })
  const [cleo, other] = [await clientOf({}), await clientOf({ widgetIDs: [coffee] })]
  const [browser, otherBrowser] = [await turnOn(cleo), await turnOn(other)]
  const id = await visitorAsks(tea)
  await expect.poll(() => mailedOf(cleo, id), patience).toEqual(['A visitor asks for a person'])
  await expect.poll(() => browser.received, patience).toHaveLength(1)
  expect(browser.received).toMatchObject([
    { title: 'A visitor asks for a person', url: `/app/na/agents/${tea}/convos?conversation=${id}` },
  ])
  const [mail] = await mailsTo(cleo)
  expect(mail?.fromName).toBe('Harbour & Sons')
  expect(mail?.html).toMatch(/Harbour &amp; Sons.*Quay 1, Hamburg.*help@harbour\.example/s)
  expect(JSON.stringify(mail)).not.toMatch(/parley/i)
  const seen = await cleo.client.call('notifications.seen', {
    params: { ...place(), notificationId: browser.received[0]?.tag ?? '' },
  })
  expect(seen).toEqual({ success: true })
  const theirs = await visitorAsks(coffee)
  await expect.poll(() => mailedOf(other, theirs), patience).toHaveLength(1)
  await expect.poll(() => otherBrowser.received, patience).toHaveLength(1)
  expect(await mailsTo(cleo)).toHaveLength(1)
  expect(await mailsTo(other)).toHaveLength(1)
  expect(browser.received).toHaveLength(1)
})

test('through what it or its agency chose, whoever chose last', async () => {
  const [byMail, byPush, byNeither] = [await clientOf({}), await clientOf({}), await clientOf({})]
  await saved(byMail, { notificationsSettings: { notifyThrough: 'email' } })
  await chosen(byPush, { notifyThrough: 'push', notifyIf: 'all', pushDetails: false })
  await saved(byNeither, { notificationsSettings: { notifyThrough: 'none', notifyIf: 'all' } })
  const browsers = [await turnOn(byMail), await turnOn(byPush), await turnOn(byNeither)]
  const id = await visitorAsks(tea)
  await expect.poll(() => mailedOf(byMail, id), patience).toHaveLength(1)
  await expect.poll(() => browsers[1]?.received.length, patience).toBe(2)
  expect(browsers[1]?.received[0]?.title).toBe('New notification')
  expect(await Promise.all([byPush, byNeither].map(mailsTo))).toEqual([[], []])
  expect([browsers[0]?.received, browsers[2]?.received]).toEqual([[], []])
  const settingsOf = async ({ client }: Cleo) =>
    (await client.call('notifications.list', { params: place() })).settings
  expect(await settingsOf(byMail)).toMatchObject({ notifyThrough: 'email', notifyIf: 'requestsOnly' })
  const shown = await ada.client.call('clients.get', { params: { ...place(), clientId: byPush.clientId } })
  expect(shown.notificationsSettings).toEqual({ notifyThrough: 'push', notifyIf: 'all' })
  expect(await settingsOf(byPush)).toMatchObject({ notifyThrough: 'push', pushDetails: false })
})

const deadlines = () => createDeadlines(parley.platform.regions.get(region)!.engines.state)
const alertsOf = async ({ clientId }: Cleo) =>
  (await deadlines().due('alert', Number.MAX_SAFE_INTEGER, 100)).filter(({ key }) => key.includes(clientId))

/** Brings forward what is due later for a client. */
async function passDeadlines(cleo: Cleo): Promise<void> {
  const standing = await alertsOf(cleo)
  await deadlines().set(standing.map((each) => ({ ...each, due: Date.now(), order: each.order + 1 })))
}

test('together, as it chose, without what it has seen meanwhile', async () => {
  const cleo = await clientOf({})
  await chosen(cleo, { notifyThrough: 'email', emailDigest: 'daily', timeZone: 'Europe/Berlin' })
  const [first, second, third] = [await visitorAsks(tea), await visitorAsks(tea), await visitorAsks(tea)]
  await expect.poll(() => alertsOf(cleo), patience).toHaveLength(1)
  const isListed = async () => {
    const items = await listOf(cleo)
    return [first, second, third].every((id) => kindsIn(items, id).includes('handoff'))
  }
  await expect.poll(isListed, patience).toBe(true)
  await parley.settled()
  const { ID: notificationId = '' } = (await listOf(cleo)).find(({ ID }) => ID.includes(second)) ?? {}
  await cleo.client.call('notifications.seen', { params: { ...place(), notificationId } })
  await passDeadlines(cleo)
  await expect.poll(() => mailsTo(cleo), patience).toMatchObject([{ subject: '2 notifications' }])
  const [mail] = await mailsTo(cleo)
  expect([first, second, third].map((id) => mail?.text.includes(id))).toEqual([true, false, true])
})

test('in its language, one by one and together, also in its browsers', async () => {
  const said = {
    de: {
      subject: 'Ein Besucher möchte mit einem Menschen sprechen',
      text: /^In einer Unterhaltung mit Harbour Tea\..*\n“Is it open\?”\n\nÖffnen: http/,
      html: /lang="de" dir="ltr"/,
      together: '2 Benachrichtigungen',
    },
    pl: {
      subject: 'Odwiedzający prosi o rozmowę z człowiekiem',
      text: /^W rozmowie z Harbour Tea\..*\n“Is it open\?”\n\nOtwórz: http/,
      html: /lang="pl" dir="ltr"/,
      together: '2 powiadomienia',
    },
    ar: {
      subject: 'يطلب زائر التحدث إلى شخص',
      text: /^في محادثة مع Harbour Tea\..*\n“Is it open\?”\n\nافتحه: http/,
      html: /lang="ar" dir="rtl"/,
      together: 'إشعاران',
    },
  }
  for (const [preferredLanguage, { subject, text, html, together }] of Object.entries(said)) {
    const cleo = await clientOf({ preferredLanguage })
    const browser = await turnOn(cleo)
    const params = { ...place(), subscriptionId: browser.id }
    const id = await visitorAsks(tea)
    await expect.poll(() => mailedOf(cleo, id), patience).toEqual([subject])
    await expect.poll(() => browser.received, patience).toMatchObject([{ title: subject }])
    const [mail] = await mailsTo(cleo)
    expect(mail?.text).toMatch(text)
    expect(mail?.html).toMatch(html)
    expect(mail?.text).not.toMatch(/You can|Open it|conversation with/)
    await cleo.client.call('notifications.testPush', { params })
    await expect.poll(() => browser.received, patience).toHaveLength(2)
    expect(browser.received[1]?.title).not.toBe('Test notification')
    await chosen(cleo, { notifyThrough: 'email', emailDigest: 'hourly' })
    const [first, second] = [await visitorAsks(tea), await visitorAsks(tea)]
    await expect
      .poll(async () => {
        const items = await listOf(cleo)
        return [first, second].every((each) => kindsIn(items, each).includes('handoff'))
      }, patience)
      .toBe(true)
    await parley.settled()
    await passDeadlines(cleo)
    await expect.poll(() => mailedOf(cleo, second), patience).toEqual([together])
    await saved(cleo, { notificationsSettings: { notifyThrough: 'none' } })
  }
})

test('not while it is online and looks at its dashboard', async () => {
  const cleo = await clientOf({})
  const browser = await turnOn(cleo)
  const become = (status: 'online' | 'offline') =>
    cleo.client.call('clientAuth.status', { body: { clientId: cleo.clientId, status } })
  const leaving = new AbortController()
  const look = async () => {
    const changes = await cleo.client.open('live.changes', { params: place() }, { signal: leaving.signal })
    const reader = changes.body?.getReader()
    for (let text = ''; !text.includes('event: ready'); ) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('the stream ended')
      text += new TextDecoder().decode(value)
    }
  }
  await become('online')
  await look()
  const seen = await visitorAsks(tea)
  await expect.poll(async () => kindsIn(await listOf(cleo), seen), patience).toEqual(['handoff'])
  await parley.settled()
  await become('offline')
  const unseen = await visitorAsks(tea)
  await expect.poll(() => mailedOf(cleo, unseen), patience).toHaveLength(1)
  await expect.poll(() => browser.received, patience).toHaveLength(1)
  expect(await mailedOf(cleo, seen)).toEqual([])
  leaving.abort()
})

describe('of nothing any more', () => {
  /** Something that a client with its agent is told of, once it is told. */
  async function toldNow(cleo: Cleo) {
    const browser = await turnOn(cleo)
    const id = await visitorAsks(tea)
    await expect.poll(() => mailedOf(cleo, id), patience).toHaveLength(1)
    await expect.poll(() => browser.received, patience).toHaveLength(1)
    return browser
  }

  /** Another client is told of what happens next. */
  async function somethingHappens() {
    const witness = await clientOf({})
    const id = await visitorAsks(tea)
    await expect.poll(() => mailedOf(witness, id), patience).toHaveLength(1)
    await parley.settled()
  }

  test.each([
    ['without the agent', (cleo: Cleo) => saved(cleo, { widgetIDs: [coffee] })],
    ['without the page of conversations', (cleo: Cleo) => saved(cleo, { canAccess: ['/home'] })],
    [
      'while the access of its organisation is disabled',
      ({ orgId: organisationId }: Cleo) =>
        ada.client.call('organisations.save', {
          params: { ...place(), organisationId },
          body: { disableClientAccess: true },
        }),
    ],
    [
      'once it is deleted',
      ({ clientId }: Cleo) => ada.client.call('clients.delete', { params: { ...place(), clientId } }),
    ],
  ] as const)('%s', async (_, take) => {
    const cleo = await clientOf({})
    const browser = await toldNow(cleo)
    await take(cleo)
    await somethingHappens()
    expect(browser.asked()).toBe(1)
    expect(await mailsTo(cleo)).toHaveLength(1)
  })

  test('what waits for its digest is dropped with the agent', async () => {
    const cleo = await clientOf({})
    await chosen(cleo, { notifyThrough: 'email', emailDigest: 'daily' })
    await visitorAsks(tea)
    await expect.poll(() => alertsOf(cleo), patience).toHaveLength(1)
    await saved(cleo, { widgetIDs: [coffee] })
    await passDeadlines(cleo)
    await expect.poll(() => alertsOf(cleo), patience).toEqual([])
    await parley.settled()
    expect(await mailsTo(cleo)).toEqual([])
  })

  test('in a browser once it signed out there, or has another password', async () => {
    const cleo = await clientOf({})
    await turnOn(cleo)
    const again = { client: await signedIn(cleo) }
    await turnOn(again)
    expect((await devicesOf(again)).map(({ current }) => current).toSorted()).toEqual([false, true])
    await cleo.client.call('clientAuth.signOut', {})
    await expect.poll(() => devicesOf(again), patience).toMatchObject([{ current: true }])
    await saved(cleo, { dashboardPassword: 'another sixteen' })
    const third = { client: await signedIn(cleo, 'another sixteen') }
    await expect.poll(() => devicesOf(third), patience).toEqual([])
  })
})

test('what is its own, nobody who views as it changes', async () => {
  const cleo = await clientOf({})
  const viewed = await ada.client.call('clients.viewAs', { params: { ...place(), clientId: cleo.clientId } })
  const viewer = { ...cleo, client: parley.client(viewed.token) }
  const refused = { status: 403, code: 'viewing-as' }
  await expect(turnOn(viewer)).rejects.toMatchObject(refused)
  await expect(chosen(viewer, { notifyThrough: 'none' })).rejects.toMatchObject(refused)
})

test('of what the visitor writes once it took over, and nobody else', async () => {
  const [cleo, other] = [await clientOf({}), await clientOf({})]
  const params = { region, agentId: tea }
  const started = await parley.client().call('conversations.start', { params })
  const at = { params: { ...params, conversationId: started.conversationId } }
  const visitor = parley.client(started.visitorToken)
  await visitor.call('conversations.send', { ...at, body: { id: 'm1', text: 'Hello' } })
  await cleo.client.call('conversations.takeOver', at)
  await cleo.client.call('conversations.markRead', { ...at, body: {} })
  await visitor.call('conversations.send', { ...at, body: { id: 'm2', text: 'Are you there?' } })
  await expect
    .poll(() => mailedOf(cleo, started.conversationId), patience)
    .toEqual(['A visitor wrote to you'])
  expect(await mailedOf(other, started.conversationId)).toEqual([])
  expect(kindsIn(await listOf(other), started.conversationId)).toEqual([])
  expect(kindsIn(await listOf(cleo), started.conversationId)).toEqual(['message'])
})
