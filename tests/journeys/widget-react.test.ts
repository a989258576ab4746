/** The React component as it is published, in a customer's application in strict mode. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReactSite, serveReactSite } from './react-site.ts'
import { secretKey } from './widget-site.ts'
import {
  answered,
  chat,
  chatFrames,
  field,
  isExpanded,
  launcher,
  replies,
  visitorMessages,
  widgets,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()
let shop: ReactSite
beforeAll(async () => {
  shop = await serveReactSite(visits.site.origin)
})
afterAll(() => shop?.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heard = (page: Page) => page.locator('output').innerText()
const addressFor = (agentId: string, signature = '') =>
  `${shop.url}?${new URLSearchParams({ origin: visits.site.origin, agent: agentId, signature })}`

describe('the React component', () => {
  it('mounts one widget in strict mode, opens and closes it, and reports events', async () => {
    const page = await visits.open(addressFor(visits.site.agents.plain))
    await launcher(page).waitFor()
    await expect.poll(() => widgets(page).count()).toBe(1)
    await press(page, 'Open')
    await replies(page).first().waitFor()
    await expect.poll(() => isExpanded(page)).toBe('true')
    await press(page, 'Close')
    await expect.poll(() => isExpanded(page)).toBe('false')
    await expect.poll(() => heard(page)).toMatch(/^open .*close$/)
    expect((await heard(page)).split(' ').filter((event) => event === 'open')).toHaveLength(1)
  })

  it('leaves nothing behind when unmounted, and can be mounted again', async () => {
    const page = await visits.open(addressFor(visits.site.agents.plain))
    await press(page, 'Open')
    await field(page).waitFor()
    await press(page, 'none')
    await expect.poll(() => widgets(page).count()).toBe(0)
    await expect.poll(() => chatFrames(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => window.Parley?.widgets.size)).toBe(0)
    await expect.poll(() => page.locator('script[src*="/widget/"]').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('')
    await press(page, 'popup')
    await launcher(page).waitFor()
    await expect.poll(() => isExpanded(page)).toBe('false')
  })

  it('leaves nothing behind when unmounted while its script is loading', async () => {
    const page = await visits.open(addressFor('nobody0000000000'))
    const { promise: asked, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/widget/na/*.js', async (route) => {
      arrive()
      await held
      await route.fallback()
    })
    await page.goto(addressFor(visits.site.agents.plain), { waitUntil: 'commit' })
    await asked
    await press(page, 'none')
    const answered = page.waitForResponse('**/widget/na/*.js')
    release()
    await (await answered).finished()
    await page.waitForFunction(() => window.Parley !== undefined)
    await expect.poll(() => widgets(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => window.Parley?.widgets.size)).toBe(0)
  })

  it('moves between the corner and its own container', async () => {
    const page = await visits.open(addressFor(visits.site.agents.plain))
    await launcher(page).waitFor()
    await press(page, 'inline')
    await page.locator('.place [data-agent]').waitFor()
    await replies(page).first().waitFor()
    await expect.poll(() => launcher(page).count()).toBe(0)
    await expect.poll(() => page.locator('.place').boundingBox()).toMatchObject({ height: 520 })
    await press(page, 'popup')
    await launcher(page).waitFor()
    await expect.poll(() => widgets(page).count()).toBe(1)
  })

  it('passes the visitor’s identity and the basket, signed by the shop’s server', async () => {
    const { client, agents } = visits.site
    const params = { region: 'na', agentId: agents.plain } as const
    const signature = createHmac('sha256', secretKey).update('u-42').digest('hex')
    const page = await visits.open(addressFor(agents.plain, signature))
    await launcher(page).waitFor()
    await press(page, 'Sign in')
    await press(page, 'Buy')
    await press(page, 'Ask')
    await expect.poll(() => heard(page)).toContain('agent')
    await press(page, 'Open')
    await answered(page)
    await expect.poll(() => visitorMessages(page).allInnerTexts()).toEqual(['How do repairs work?'])
    await expect
      .poll(async () => {
        const { items } = await client.call('conversations.list', { params })
        const conversationId = items.find(({ preview }) => preview)?.conversationId ?? ''
        const found = await client.call('conversations.get', { params: { ...params, conversationId } })
        const { name, externalId, verified, variables } = found.visitor
        return { name, externalId, verified, variables }
      })
      .toEqual({ name: 'Ada Visitor', externalId: 'u-42', verified: true, variables: { basket: '1' } })
    await expect.poll(() => chat(page).locator('.disclosure').count()).toBe(1)
  })

  it('reports a script that can’t be loaded, and retries when mounted again', async () => {
    const page = await visits.open(addressFor(visits.site.agents.plain), { expectFaults: true })
    await launcher(page).waitFor()
    await press(page, 'none')
    await expect.poll(() => widgets(page).count()).toBe(0)
    await page.route('**/widget/na/*.js', (route) => route.abort())
    await press(page, 'popup')
    await expect.poll(() => heard(page)).toContain('The chat could not be loaded')
    await page.unroute('**/widget/na/*.js')
    await press(page, 'none')
    await press(page, 'popup')
    await launcher(page).waitFor()
  })
})
