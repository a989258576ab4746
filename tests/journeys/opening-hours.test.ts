/** Opening hours, from the settings to what a visitor reads outside them. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChatStage, picture, replies, say, startChatStage } from './chat-stage.ts'

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ reply: () => ['Fine.'] })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

/** Hours of the weekday after tomorrow. */
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const day = days[(new Date().getUTCDay() + 1) % 7] ?? 'monday'
const closedNow = { timeZone: 'UTC', weekly: [{ day, from: '09:00', to: '17:00' }], holidays: [] }
const handoff = { enableHumanHandoff: true, alwaysShowHandoff: true, lang: 'automatic' }

it('are set by weekday, with time zone and holidays', async () => {
  const agentId = await stage.agent(handoff)
  const page = await stage.dashboard()
  await page.goto(`${stage.origin}/app/na/agents/${agentId}/settings?tab=handoff`)
  await page.getByRole('switch', { name: 'The team has opening hours' }).check()
  const monday = page.getByRole('group', { name: 'Monday' })
  await monday.getByRole('button', { name: 'Add hours on Monday' }).click()
  await monday.getByLabel('Monday to').first().fill('12:00')
  await monday.getByLabel('Monday from').last().fill('13:30')
  await page
    .getByRole('group', { name: 'Friday' })
    .getByRole('button', { name: /^Remove Friday/ })
    .click()
  // Over midnight, beside times that are none.
  await monday.getByLabel('Monday from').last().fill('25:99')
  await monday.getByText('“25:99” is no time such as 09:00.').waitFor()
  await monday.getByLabel('Monday from').last().fill('20:00')
  await monday.getByLabel('Monday to').last().fill('02:00')
  await monday.getByText('next day').waitFor()
  expect(await monday.getByRole('alert').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'Europe/Lisbon' }).waitFor()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('lisb')
  await page.getByRole('combobox', { name: 'Time zone' }).press('Enter')
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Lisbon')
  await page.getByRole('combobox', { name: 'Holidays' }).fill('2026-12-25')
  await page.getByRole('combobox', { name: 'Holidays' }).press('Enter')
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((one) => localStorage.setItem('mantine-color-scheme-value', one), scheme)
    for (const [name, viewport] of Object.entries({
      desktop: { width: 1440, height: 1300 },
      phone: { width: 390, height: 1600 },
    })) {
      await page.setViewportSize(viewport)
      await page.evaluate(
        (one) => document.documentElement.setAttribute('data-mantine-color-scheme', one),
        scheme,
      )
      await page.getByRole('switch', { name: 'The team has opening hours' }).scrollIntoViewIfNeeded()
      await picture(page, `opening-hours-${name}-${scheme}`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 1300 })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  await expect
    .poll(async () => {
      const found = await stage.client.call('agents.get', { params: { region: 'na', agentId } })
      return JSON.stringify(found)
    })
    .toMatch(/"Europe\/Lisbon".*"from":"20:00","to":"02:00".*"holidays":\["2026-12-25"\]/)
})

it('tell a visitor in their language and time zone when the team is back', async () => {
  const agentId = await stage.agent({ ...handoff, openingHours: closedNow })
  const page = await stage.visit(agentId, { locale: 'de-DE', phone: true })
  await page.locator('.handoff', { hasText: /Wir sind am \w+ um \d+:00 wieder da\./ }).waitFor()
  await picture(page, 'closed-offer')
  await page.locator('.handoff button.primary').click()
  await replies(page)
    .filter({ hasText: /niemand da.*Wir sind am \w+ um \d+:00 wieder da\./s })
    .waitFor()
  await say(page, 'ada@example.com')
  await replies(page).filter({ hasText: 'per E-Mail an ada@example.com' }).waitFor()
  await picture(page, 'closed-told')
  await page.context().close()
})
