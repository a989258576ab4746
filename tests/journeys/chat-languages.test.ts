/** The chat in other languages, right to left, in both themes and on a phone; checked with axe. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, say, startChatStage } from './chat-stage.ts'

const rich =
  'Three lamps:\n\n- **Arc**, for reading\n- Dome\n\n```carousel\n[{"title":"Arc","description":"A lamp for reading"},{"title":"Dome","description":"Warm light"}]\n```\n```buttons\n["The Arc","The Dome"]\n```'

/** When asked to translate, the model writes the language before each text. */
function translated(messages: unknown): string | undefined {
  const [system, user] = messages as { content: string }[]
  const into = /^You translate .* into \w+ \((\w+)\)/.exec(system?.content ?? '')?.[1]
  if (!into) return undefined
  return JSON.stringify((JSON.parse(user?.content ?? '[]') as string[]).map((text) => `${into}: ${text}`))
}

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ reply: ({ body }) => [translated(body.messages) ?? rich] })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

/** The frame's own policy allows no injected scripts, so the check is evaluated by the test itself. */
async function looksAccessible(page: Page) {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(found).toEqual([])
}

describe('the chat', () => {
  it.each([
    ['light', false],
    ['dark', false],
    ['light', true],
    ['dark', true],
  ] as const)('is readable in %s, phone: %s', async (scheme, phone) => {
    const agentId = await stage.agent({
      theme: `blue-${scheme}`,
      acceptFileUpload: true,
      enableHumanHandoff: true,
      alwaysShowHandoff: true,
      showHandoffEvenIfOffline: true,
    })
    const page = await stage.visit(agentId, { phone, calm: true })
    await say(page, 'Which lamps do you have?')
    await answered(page)
    await page.locator('.card').first().waitFor()
    await looksAccessible(page)
    await picture(page, `chat-${scheme}${phone ? '-phone' : ''}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.keyboard.press('ArrowDown')
    await looksAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More' }).and(page.locator(':focus')).waitFor()
    await page.context().close()
  })

  it('is laid out from right to left in Arabic', async () => {
    const agentId = await stage.agent({ lang: 'ar', acceptFileUpload: true })
    const page = await stage.visit(agentId, { calm: true })
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
    await say(page, 'مرحبا')
    await answered(page)
    await page.locator('.card').first().waitFor()
    await expect.poll(async () => (await page.locator('.bubble.own').boundingBox())?.x).toBeLessThan(60)
    await picture(page, 'chat-arabic')
    await page.getByRole('button', { name: 'المزيد' }).click()
    await picture(page, 'chat-arabic-menu')
    await looksAccessible(page)
    await page.context().close()
  })

  it('translates the agent’s messages, and recognises a translated choice', async () => {
    const at = { x: 0, y: 0 }
    const agentId = await stage.agent({
      lang: 'en',
      enableAITranslate: true,
      enableNodes: true,
      nodes: [
        { id: 'start', type: 'start', position: at, next: 'menu' },
        {
          id: 'menu',
          type: 'buttons',
          position: at,
          text: 'What is it about?',
          buttons: [{ id: 'b1', label: 'Repairs', next: 'repairs' }],
        },
        { id: 'repairs', type: 'message', position: at, text: 'We repair all lamps.' },
      ],
    })
    const page = await stage.visit(agentId, { locale: 'fr' })
    await page.locator('.bubble', { hasText: 'fr: What is it about?' }).waitFor()
    await page.getByRole('button', { name: 'fr: Repairs' }).click()
    await page.locator('.bubble', { hasText: 'fr: We repair all lamps.' }).waitFor()
    await picture(page, 'chat-translated')
    await page.context().close()
  })

  it('translates between a visitor and a person of another language, and keeps the originals', async () => {
    const agentId = await stage.agent({ lang: 'en', enableAITranslate: true, translateUserResponse: true })
    const visitor = await stage.visit(agentId, { locale: 'fr' })
    await say(visitor, 'Bonjour')
    await answered(visitor)
    const team = await stage.dashboard()
    await team.goto(`${stage.origin}/app/na/agents/${agentId}/convos`)
    await team.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
    const log = team.getByRole('log', { name: 'Messages' })
    await log.getByText('en: Bonjour').waitFor()

    await team.getByRole('textbox', { name: 'Reply to the visitor' }).fill('We open at nine.')
    await team.keyboard.press('Control+Enter')
    await log.getByText('fr: We open at nine.').waitFor()
    await visitor.locator('.bubble', { hasText: 'fr: We open at nine.' }).waitFor()
    expect(await visitor.getByText('We open at nine.', { exact: true }).count()).toBe(0)

    await say(visitor, 'Merci beaucoup')
    await log.getByText('en: Merci beaucoup').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await team.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const [name, width, height] of [
        ['desk', 1440, 900],
        ['phone', 390, 844],
      ] as const) {
        await team.setViewportSize({ width, height })
        await picture(team, `inbox-translated-${name}-${colorScheme}`)
      }
    }
    await Promise.all([visitor.context().close(), team.context().close()])
  })

  it.each(['es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'tr', 'hi', 'ja', 'zh'])(
    'uses %s if the browser does',
    async (locale) => {
      const page = await stage.visit(await stage.agent({ lang: 'automatic' }), { locale })
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
      const placeholder = () => page.locator('.composer textarea').getAttribute('placeholder')
      await expect.poll(placeholder).not.toBe('Write a message…')
      await page.context().close()
    },
  )
})
