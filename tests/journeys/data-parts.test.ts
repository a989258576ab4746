/** The parts that docs/data-parts.md lists are on rendered pages, and no others. */
import { readFileSync } from 'node:fs'
import { chatParts } from '@parley/contracts/agent/chat-parts.ts'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answered, type ChatStage, say, startChatStage } from './chat-stage.ts'

const listed = (heading: string) => {
  const text = readFileSync(new URL('../../docs/data-parts.md', import.meta.url), 'utf8')
  const section = text.split(/^## /m).find((each) => each.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, part = '']) => part).sort()
}
const seen = new Set<string>()
const look = async (page: Page | Frame) => {
  const parts = await page.$$eval('[data-part]', (all) => all.map((each) => each.getAttribute('data-part')))
  for (const part of parts) seen.add(part ?? '')
}

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ reply: () => ['Which one?\n```buttons\n["The Arc"]\n```'] })
})
afterAll(() => stage?.close())

it('of the chat are those that the editor of custom CSS knows', () => {
  expect(Object.keys(chatParts).sort()).toEqual(listed('Chat'))
})

it('of the dashboard', async () => {
  seen.clear()
  const agentId = await stage.agent({})
  const page = await stage.dashboard()
  await page.goto(`${stage.origin}/app/na/agents/${agentId}/settings`)
  await page.locator('[data-part=setting]').first().waitFor()
  await look(page)
  await page.keyboard.press('Control+k')
  await page.locator('[data-part=palette]').waitFor()
  await look(page)
  await page.goto(`${stage.origin}/app/na/agents?newAgent=true`)
  await page.getByRole('dialog', { name: 'New Agent' }).waitFor()
  await look(page)
  expect([...seen].sort()).toEqual(listed('Dashboard'))
})

it('of the pages of an agency’s clients', async () => {
  seen.clear()
  const page = await stage.dashboard()
  await page.goto(`${stage.origin}/app/na/agency`)
  const within = () => page.frames().find((frame) => frame.url().endsWith('/client/preview'))
  for (const [name, part] of [
    ['Sign-in page', 'sign-in'],
    ['Dashboard', 'top-bar'],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Previewed page' }).getByText(name).click()
    await page.frameLocator('iframe[title^="Preview of"]').locator(`[data-part=${part}]`).waitFor()
    await look(within() ?? page)
  }
  // What loads after the bar at the top.
  await expect
    .poll(async () => {
      await look(within() ?? page)
      return [...seen].sort()
    })
    .toEqual(listed('Client pages'))
})

it('of the public site', async () => {
  seen.clear()
  const page = await stage.browser.newPage()
  for (const path of ['/', '/legal/privacy-policy']) {
    await page.goto(stage.origin + path)
    await page.locator('[data-part=site-footer]').waitFor()
    await look(page)
  }
  await page.close()
  expect([...seen].sort()).toEqual(listed('Public site'))
})

it('of the chat', async () => {
  seen.clear()
  const page = await stage.visit(await stage.agent({ enableHumanHandoff: true, alwaysShowHandoff: true }))
  await look(page)
  await page.locator('[data-part=handoff]').waitFor()
  await look(page)
  await say(page, 'A lamp, please')
  await answered(page)
  await page.getByRole('button', { name: 'The Arc' }).waitFor()
  await look(page)
  await page.locator('.header .menu-place button').first().click()
  await page.locator('[data-part=menu]').waitFor()
  await look(page)
  expect([...seen].sort()).toEqual(listed('Chat'))
})
