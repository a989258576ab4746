/**
 * Push notifications in a real browser. A browser in a test has no push service of its maker, so the address of its
 * subscription is that of a push service on loopback; everything else is real: permission, service worker, notification.
 */
import { randomUUID } from 'node:crypto'
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PushBrowser, type PushService, startPushService } from '../src/push-service.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { lookAt } from './look-at.ts'
import { shownAfter, subscribingTo } from './push-page.ts'

const region = 'na' as const
let service: PushService
let parley: TestPlatform
let browser: Browser
let context: BrowserContext
let watched: Watch
let page: Page
let person: Person
let device: PushBrowser
let settings: string
let agentId: string

beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: service.host, CLIENT_SEATS: '5' })
  person = await parley.signUp()
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  agentId = agentCreated.ID
  settings = `${parley.url}/app/${region}/agents/${agentCreated.ID}/settings?tab=notifications`
  browser = await launchBrowser({ notifications: true })
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'parley_session', value: person.token, url: parley.url }])
  watched = await watch(context, [parley.url])
  device = service.browser()
  await context.addInitScript(subscribingTo, device.subscription)
  page = await context.newPage()
  page.setDefaultTimeout(patience)
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
  await service?.stop()
})

const thisBrowser = () => page.getByRole('switch', { name: 'Push notifications in this browser' })
const list = () => page.getByRole('list', { name: 'Browsers with push notifications' })
const place = () => ({ region, workspaceId: person.workspaceId })

it('are blocked until the person allows them for the site', async () => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.goto(settings)
  await page.getByText('Notifications of this site are blocked in this browser').waitFor()
  expect(await thisBrowser().isDisabled()).toBe(true)
  await page.close()
  await context.grantPermissions(['notifications'], { origin: parley.url })
  page = await context.newPage()
  page.setDefaultTimeout(patience)
})

it('are turned on in this browser, tested, and shown by the service worker', async () => {
  await page.goto(settings)
  await thisBrowser().click()
  await list().getByText('This browser').waitFor()
  await list().getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Test notification sent').waitFor()
  await expect.poll(() => device.received.length).toBe(1)
  const [payload] = device.received
  expect(payload).toMatchObject({ title: 'Test notification' })
  expect(await shownAfter(page, parley.url, JSON.stringify(payload))).toEqual([
    { title: 'Test notification', body: 'Push notifications work in this browser.' },
  ])
  await page.reload()
  await list().getByText('This browser').waitFor()
  expect(await thisBrowser().isChecked()).toBe(true)
})

it('end in other browsers from here, and here by the switch', async () => {
  const body = service.browser().subscription
  await person.client.call('notifications.turnOnPush', { params: place(), body })
  await expect.poll(() => list().getByRole('listitem').count()).toBe(2)
  await list().getByRole('button', { name: 'Turn off' }).click()
  await expect.poll(() => list().getByRole('listitem').count()).toBe(1)
  await thisBrowser().click()
  await list().waitFor({ state: 'detached' })
  const { items } = await person.client.call('notifications.pushDevices', { params: place() })
  expect(items).toEqual([])
})

it('wait for the end of quiet hours, in the time zone of the browser', async () => {
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  const from = page.getByRole('combobox', { name: 'From', exact: true })
  await from.click()
  await from.fill('21:3')
  await page.getByRole('option', { name: '21:30', exact: true }).click()
  const saved = async () => (await person.client.call('notifications.list', { params: place() })).settings
  await expect.poll(saved).toMatchObject({
    quietHours: { from: '21:30', to: '07:00' },
    timeZone: 'Europe/Berlin',
  })
  await lookAt(page, 'push-notifications')
  expect(await axeFindings(page)).toEqual([])
  expect(watched.faults).toEqual([])
})

it('reach a client of the agency who turned them on in its account, and say what happened at its agent', async () => {
  const { client } = person
  await client.call('agents.save', {
    params: { region, agentId },
    body: { enableHumanHandoff: true, showHandoffEvenIfOffline: true },
  })
  await client.call('agency.initialize', { params: place() })
  await client.call('agency.save', { params: place(), body: { name: 'Harbour & Sons' } })
  const { organisationId: orgId } = await client.call('organisations.create', {
    params: place(),
    body: { name: 'Acme' },
  })
  const [email, dashboardPassword] = [`cleo.${randomUUID()}@example.com`, 'fifteen letters']
  const body = { orgId, name: 'Cleo Client', email, dashboardPassword, widgetIDs: [agentId] }
  await client.call('clients.create', { params: place(), body: { ...body, canAccess: ['/home', '/convos'] } })
  const theirs = await browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' },
    permissions: ['notifications'],
  })
  theirs.setDefaultTimeout(patience)
  const seen = await watch(theirs, [parley.url])
  const phone = service.browser()
  await theirs.addInitScript(subscribingTo, phone.subscription)
  const dashboard = await theirs.newPage()
  await dashboard.goto(`${parley.url}/client/login?agency=${person.workspaceId}`)
  await dashboard.getByLabel('Email').fill(email)
  await dashboard.getByLabel('Password', { exact: true }).fill(dashboardPassword)
  await dashboard.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dashboard.getByRole('button', { name: 'Profile' }).click()
  await dashboard.getByRole('menuitem', { name: 'Account' }).click()
  const drawer = dashboard.getByRole('dialog', { name: 'Account' })
  await drawer.getByRole('switch', { name: 'Push notifications in this browser' }).click()
  await drawer.getByText('This browser', { exact: true }).waitFor()
  await drawer.getByText('Push', { exact: true }).click()
  const cleo = async () => (await client.call('clients.list', { params: place() })).items[0]
  await expect
    .poll(async () => (await cleo())?.notificationsSettings)
    .toEqual({ notifyThrough: 'push', notifyIf: 'requestsOnly' })
  await lookAt(dashboard, 'client-account-notifications')
  expect(await axeFindings(dashboard)).toEqual([])

  // While it is online, its dashboard tells it.
  await dashboard.setViewportSize({ width: 1280, height: 900 })
  await dashboard.keyboard.press('Escape')
  await dashboard.getByLabel('Online').click({ force: true })
  await expect.poll(async () => (await cleo())?.status).toBe('offline')
  const started = await parley.client().call('conversations.start', { params: { region, agentId } })
  const visitor = parley.client(started.visitorToken)
  const params = { region, agentId, conversationId: started.conversationId }
  await visitor.call('conversations.send', { params, body: { id: 'm1', text: 'Hello' } })
  await visitor.call('conversations.requestHandoff', { params })
  await expect.poll(() => phone.received).toHaveLength(1)
  const [payload] = phone.received
  expect(await shownAfter(dashboard, parley.url, JSON.stringify(payload))).toEqual([
    { title: 'A visitor asks for a person', body: expect.stringContaining('Harbour Tea') },
  ])
  expect(seen.faults).toEqual([])
  await theirs.close()
})
