/**
 * A visitor of a shop's website allows notifications of its agent: the chat, a frame of another site, opens the page on which
 * browsers grant them. The push service is one on loopback; everything else is real.
 */
import { vapidKeys } from '@parley/notification/push/vapid.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCampaign, stateOf } from '../src/campaigns.ts'
import { type PushService, startPushService } from '../src/push-service.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { keepLook, launchBrowser, patience, watch } from './browser.ts'
import { lookAt } from './look-at.ts'
import { shownAfter, subscribingTo } from './push-page.ts'
import { type ShopPage, serveShopPage } from './shop-page.ts'

const params = { region: 'na' } as const
const agentId = 'visitorpush000000'
let service: PushService
let parley: TestPlatform
let browser: Browser
let shop: ShopPage
let person: Person

beforeAll(async () => {
  service = await startPushService(() => vapidKeys(parley.config).publicKey)
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: service.host })
  person = await parley.signUp()
  await offer(true)
  shop = await serveShopPage(parley.url, [{ agentId }])
  browser = await launchBrowser({ notifications: true })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await parley?.stop()
  await service?.stop()
})

async function offer(offerNotifications: boolean): Promise<void> {
  await person.client.call('agents.save', {
    params: { ...params, agentId },
    body: {
      ...{ title: 'Harbour Tea', lang: 'de', agentPlatform: 'vg', enableNodes: false },
      ...{ vg_initMessages: ['Moin!'], offerNotifications },
    },
  })
}

it('allows them on a page of the chat’s own, is reached, and turns them off', async () => {
  const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
  context.setDefaultTimeout(patience)
  await context.grantPermissions(['notifications'], { origin: parley.url })
  const watched = await watch(context, [parley.url, new URL(shop.url).origin])
  const device = service.browser()
  await context.addInitScript(subscribingTo, device.subscription)
  const page = await context.newPage()
  await page.goto(shop.url)
  await page.locator('.launcher').click()
  const chat = page.frameLocator('.panel iframe')
  await chat.getByText('Moin!').waitFor()
  await chat.getByRole('button', { name: 'Mehr' }).click()
  await chat.getByRole('menuitem', { name: 'Benachrichtigungen' }).click()
  await chat.getByText('Erhalten Sie Nachrichten von Harbour Tea').waitFor()
  await keepLook(page, 'visitor-push-chat')
  const opening = context.waitForEvent('page')
  await chat.getByRole('button', { name: 'Benachrichtigungen erlauben' }).click()
  const asked: Page = await opening
  expect(asked.url()).toBe(`${parley.url}/widget/push/na/${agentId}/allow`)
  await asked.getByText('Harbour Tea möchte Ihnen Nachrichten').waitFor()
  await lookAt(asked, 'visitor-push')
  await asked.getByRole('button', { name: 'Benachrichtigungen erlauben' }).click()
  await asked.getByText('Benachrichtigungen sind erlaubt. Sie können diese Seite schließen.').waitFor()
  await chat.getByText('Benachrichtigungen sind erlaubt.').waitFor()

  await parley.settled()
  const campaignId = await draftCampaign(person.client, {
    ...{ name: 'Spring', agentId, medium: 'push', timeZone: 'UTC' },
    steps: [{ afterHours: 0, a: { subject: 'First flush', text: 'It is here.' } }],
    ...{ audience: { kind: 'visitors', live: false }, schedule: { kind: 'now' } },
  })
  await person.client.call('campaigns.start', { params: { ...params, campaignId } })
  await expect.poll(() => stateOf(person.client, campaignId)).toBe('finished')
  const [payload] = device.received
  expect(payload).toMatchObject({ url: shop.url })
  expect(await shownAfter(asked, parley.url, JSON.stringify(payload))).toEqual([
    { title: 'First flush', body: 'It is here.' },
  ])
  await asked.close()

  await chat.getByRole('button', { name: 'Benachrichtigungen ausschalten' }).click()
  await chat.getByRole('button', { name: 'Benachrichtigungen erlauben' }).waitFor()

  // Who allowed them can turn them off, also when they are offered no more.
  const again = context.waitForEvent('page')
  await chat.getByRole('button', { name: 'Benachrichtigungen erlauben' }).click()
  await (await again).getByRole('button', { name: 'Benachrichtigungen erlauben' }).click()
  await chat.getByText('Benachrichtigungen sind erlaubt.').waitFor()
  await offer(false)
  await page.reload()
  await chat.getByRole('button', { name: 'Mehr' }).click()
  await chat.getByRole('menuitem', { name: 'Benachrichtigungen' }).click()
  await chat.getByRole('button', { name: 'Benachrichtigungen ausschalten' }).click()
  await chat.getByRole('button', { name: 'Benachrichtigungen ausschalten' }).waitFor({ state: 'detached' })
  expect(await chat.getByRole('button', { name: 'Benachrichtigungen erlauben' }).count()).toBe(0)
  expect(watched.faults).toEqual([])
  await context.close()
})
