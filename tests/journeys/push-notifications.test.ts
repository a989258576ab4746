/**
 * Push notifications in a real browser. A browser in a test has no push service of its maker, so the address of its
 * subscription is that of a push service on loopback; everything else is real: permission, service worker, notification.
 */
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PushBrowser, type PushService, startPushService } from '../src/push-service.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { lookAt } from './look-at.ts'

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

beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: service.host })
  person = await parley.signUp()
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
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

/** In the page: the browser's push manager with the given subscription, which lasts until it is ended. */
function subscribingTo(given: PushBrowser['subscription']): void {
  if (!('PushManager' in globalThis)) return
  const kept = 'test_subscribed'
  const subscription = (key: string) => ({
    endpoint: given.endpoint,
    options: {
      applicationServerKey: Uint8Array.from(
        atob(key.replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.codePointAt(0) ?? 0,
      ).buffer,
    },
    toJSON: () => given,
    unsubscribe: async () => localStorage.removeItem(kept),
  })
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(kept, applicationServerKey)
      return subscription(applicationServerKey)
    },
    async getSubscription() {
      const key = localStorage.getItem(kept)
      return key === null ? null : subscription(key)
    },
  })
}

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
  expect(await shownAfter(JSON.stringify(payload))).toEqual([
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

/** Has the browser hand a message to the service worker; returns the notifications that it then shows. */
async function shownAfter(data: string): Promise<{ title: string; body: string }[]> {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: parley.url, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body }) => ({ title, body }))
    })
  await expect.poll(shown).not.toEqual([])
  return shown()
}
