/**
 * The dashboard on a phone: lists have two lines a row, and overlays are dialogs. `every-screen.ts` holds what every screen
 * has to keep there.
 */
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { axeFindings } from './axe-findings.ts'
import { settled } from './browser.ts'
import { type Screen, screens, sizes, stageForTests } from './screens.ts'

const stage = stageForTests()

async function open(one: Screen): Promise<Page> {
  const context = await stage.contextOf(one.who, { ...sizes.phone, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await stage.open(page, one)
  await settled(page)
  return page
}

const screen = (name: string): Screen => {
  const found = screens.find((one) => one.name === name)
  if (!found) throw new Error(`There is no screen ${name}`)
  return found
}

describe('on a phone', () => {
  test('an agent of the list is a row of two lines, none of which covers the other', async () => {
    const page = await open(screen('agents'))
    const card = page.locator('[data-part="page"] .mantine-Card-root').first()
    const name = await card.getByRole('link').boundingBox()
    const activity = await card.getByText('conversations in 7 days').boundingBox()
    expect(await card.getByText('Shop and workshop questions').isVisible()).toBe(false)
    expect(activity?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
    expect((await card.boundingBox())?.height).toBeLessThan(90)
    await stage.open(page, screen('share'))
    expect(await page.getByText('Shop and workshop questions').isVisible()).toBe(true)
  })

  test('the navigation is a dialog: it keeps the focus, all else is inert, and Esc returns the focus', async () => {
    const page = await open(screen('agents'))
    const burger = page.getByRole('button', { name: 'Open navigation' })
    await burger.click()
    const dialog = page.getByRole('dialog', { name: 'Navigation' })
    await dialog.getByRole('link', { name: 'Agents' }).waitFor()
    expect(await page.locator('#main').evaluate((main) => main.matches('[inert]'))).toBe(true)
    expect(await burger.evaluate((button) => button.closest('[inert]') !== null)).toBe(true)
    for (let nth = 0; nth < 20; nth++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => burger.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await page.locator('[inert]').count()).toBe(0)
    await burger.click()
    await dialog.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  test.for(['conversations', 'leads', 'audit'])('the filters of %s are in one sheet', async (name) => {
    const page = await open(screen(name))
    const button = page.getByRole('button', { name: 'Filters' })
    await button.click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'Show results' }).waitFor()
    await settled(page)
    expect((await sheet.boundingBox())?.width).toBe(390)
    expect(await axeFindings(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Show results' }).click()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test.for(['leads', 'credits'])('a row of %s has two lines', async (name) => {
    const page = await open(screen(name))
    const rows = page.locator('tbody tr')
    const tall = await rows.evaluateAll((all) =>
      all.flatMap((one) => (one.getBoundingClientRect().height < 96 ? [] : [one.textContent])),
    )
    expect(await rows.count()).toBeGreaterThan(1)
    // Two lines of 14 px, or three where a name is long, and no column of labels.
    expect(tall).toEqual([])
  })

  test('the preview of the widget is behind a button', async () => {
    const page = await open(screen('settings-ui'))
    expect(await page.getByTitle('Preview of the widget').count()).toBe(0)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await sheet.getByTitle('Preview of the widget').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('an open conversation takes the whole screen, and leads back', async () => {
    const page = await open(screen('transcript'))
    const transcript = page.getByRole('region', { name: 'Transcript' })
    expect(await transcript.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await transcript.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).waitFor()
  })
})
