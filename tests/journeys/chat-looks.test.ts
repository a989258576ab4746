/** Appearance and sound of the chat: the agent's own theme, every kind of block, motion, sound, title, AI notice. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, replies, say, startChatStage } from './chat-stage.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const blocks = [
  '## Our lamps',
  'The **Arc** is for [reading](https://lamps.example/arc).',
  '| Lamp | Price |\n|---|---|\n| Arc | 80 |\n| Dome | 120 |',
  '```carousel',
  JSON.stringify([
    {
      title: 'Arc',
      description: 'For reading',
      buttons: [{ label: 'Look', url: 'https://lamps.example/arc' }],
    },
    { title: 'Dome', description: 'Warm light', buttons: [{ label: 'Tell me more' }] },
    { title: 'Globe', description: 'For the table' },
  ]),
  '```',
  '```image\nhttps://lamps.example/arc.png\nThe Arc\n```',
  '```video\nhttps://www.youtube.com/watch?v=aaaaaaaaaaa\n```',
  '```buttons\n["The Arc", "The Dome"]\n```',
].join('\n\n')

let stage: ChatStage
let says: string[] = ['Fine.']
beforeAll(async () => {
  stage = await startChatStage({ reply: () => says })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name)

/** As if the visitor had switched to another tab. */
const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
const comeBack = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

describe('the chat', () => {
  it.each(['light', 'dark'] as const)('shows every kind of block, %s', async (scheme) => {
    says = [blocks]
    const page = await stage.visit(await stage.agent({ theme: `blue-${scheme}` }), {
      calm: true,
      // The pictures are loaded from where the agent says.
      expectFaults: true,
    })
    const body = Buffer.from(pixel.slice(pixel.indexOf(',') + 1), 'base64')
    await page
      .context()
      .route('https://lamps.example/**', (route) => route.fulfill({ contentType: 'image/png', body }))
    await say(page, 'Show me all')
    await answered(page)
    const cards = page.locator('.card')
    await cards.first().waitFor()
    await expect.poll(() => page.locator('.bubble h4').innerText()).toBe('Our lamps')
    await expect.poll(() => page.locator('.bubble td').allInnerTexts()).toEqual(['Arc', '80', 'Dome', '120'])
    await expect.poll(() => cards.locator('a').getAttribute('rel')).toContain('noopener')
    await expect
      .poll(() =>
        page.getByRole('img', { name: 'The Arc' }).evaluate((it: HTMLImageElement) => it.naturalWidth),
      )
      .toBe(1)
    // No third party is contacted before the visitor plays it.
    await page.locator('button.video.facade').waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await page.locator('.step.next').scrollIntoViewIfNeeded()
    await page.locator('.step.next').click()
    await page.locator('.step.previous').waitFor()
    await picture(page, `blocks-${scheme}`)
    await page.locator('.cards').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.step.previous').waitFor({ state: 'detached' })
    says = ['A warm one.']
    await cards.getByRole('button', { name: 'Tell me more' }).click()
    await page.locator('.bubble.own', { hasText: 'Tell me more' }).waitFor()
    await answered(page)
    // Buttons that were pressed are disabled.
    await expect.poll(() => cards.getByRole('button', { name: 'Tell me more' }).isDisabled()).toBe(true)
    await page.context().close()
  })

  it('has a font of ours by its name, from our origin alone', async () => {
    const page = await stage.visit(await stage.agent({ fontFamily: 'Lora' }))
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => /Lora/.test(family) && status === 'loaded'),
      )
    await expect.poll(loaded).toBe(true)
    expect(await style(page, 'body', 'font-family')).toMatch(/^"?Lora/)
    await picture(page, 'chat-lora')
    await page.context().close()
  })

  it('has the agent’s own primary colour, palette, font, picture and background, with readable text on each', async () => {
    const nineColorPallet = Array.from({ length: 10 }, (_, step) => [52, 90, 95 - step * 10])
    const page = await stage.visit(
      await stage.agent({
        customThemeJSONString: JSON.stringify({ primary: '#ffe600', nineColorPallet, themeType: 'light' }),
        fontFamily: 'Georgia',
        chatBgURL: pixel,
        roundedImageURL: pixel,
        branding: 'By **Fernhill**',
      }),
    )
    await say(page, 'Hello')
    await answered(page)
    await expect.poll(() => style(page, '.header', 'background-color')).toBe('rgb(255, 230, 0)')
    expect(await style(page, '.header', 'color')).toBe('rgb(0, 0, 0)')
    expect(await style(page, 'body', 'font-family')).toMatch(/^"?Georgia/)
    expect(await style(page, ':root', '--palette-9')).toBe('hsl(52 90% 5%)')
    const address = `${stage.origin}/api/na/public/files/`
    expect(await style(page, '.log', 'background-image')).toContain(`url("${address}`)
    const avatar = page.locator('.header .avatar img')
    await expect.poll(() => avatar.evaluate((image) => Object(image).naturalWidth)).toBe(1)
    expect(await avatar.evaluate((image) => Object(image).src)).toContain(address)
    await expect.poll(() => page.locator('.branding strong').innerText()).toBe('Fernhill')
    await picture(page, 'custom-theme')
    await page.context().close()
  })

  it('says that it is an AI unless the agent is set otherwise', async () => {
    const page = await stage.visit(await stage.agent({ aiDisclosure: { text: 'Lumi is a machine.' } }))
    await page.locator('.disclosure', { hasText: 'Lumi is a machine.' }).waitFor()
    await page.context().close()
    const off = await stage.visit(
      await stage.agent({ aiDisclosure: { off: true }, description: 'About lamps' }),
    )
    await expect.poll(() => off.locator('.disclosure').count()).toBe(0)
    await expect.poll(() => off.locator('.who p').innerText()).toBe('About lamps')
    await off.context().close()
  })

  it('waits between first messages as set, and not at all with reduced motion', async () => {
    // The wait for reading is capped at three seconds: enough for any machine to check the state meanwhile.
    const long = `One, which takes ${'a moment longer, and '.repeat(10)}then another to read.`
    const agentId = await stage.agent({ vg_initMessages: [long, 'Two'], messageDelayMS: 60_000 })
    const page = await stage.visit(agentId)
    await Promise.all([
      replies(page).getByText('One, which').waitFor(),
      page.locator('.group.typing').waitFor(),
    ])
    await replies(page).getByText('Two').waitFor()
    await page.context().close()
    const calm = await stage.visit(agentId, { calm: true })
    await replies(calm).getByText('Two').waitFor()
    expect(await style(calm, '.message', 'animation-duration')).toBe('0.01s')
    await calm.context().close()
  })

  it('plays sounds and counts in the title while the visitor is in another tab, and is silent if set so', async () => {
    const page = await stage.visit(await stage.agent({}))
    await page.evaluate(() => {
      const notes: number[] = []
      Object.assign(window, { notes })
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (when) {
        notes.push(this.frequency.value)
        start.call(this, when)
      }
    })
    const notes = () => page.evaluate(() => (window as unknown as { notes: number[] }).notes.length)
    says = ['Yes.']
    await say(page, 'Heard?')
    await answered(page)
    expect(await notes()).toBe(0)
    await page.locator('.composer textarea').fill('And now?')
    await lookAway(page)
    await page.locator('.composer textarea').press('Enter')
    await expect.poll(notes).toBe(2)
    await expect.poll(() => page.title()).toBe('(1) Fernhill Help')
    await comeBack(page)
    await expect.poll(() => page.title()).toBe('Fernhill Help')

    await page.getByRole('button', { name: 'More' }).click()
    const sounds = page.getByRole('menuitemcheckbox', { name: 'Sounds' })
    await expect.poll(() => sounds.getAttribute('aria-checked')).toBe('true')
    await picture(page, 'menu-sounds')
    await sounds.click()
    await page.locator('.composer textarea').fill('Psst')
    await lookAway(page)
    await page.locator('.composer textarea').press('Enter')
    await expect.poll(() => page.title()).toBe('(1) Fernhill Help')
    expect(await notes()).toBe(2)
    await page.context().close()
  })

  it('moves the focus to where the visitor acts', async () => {
    says = ['Which one?\n```buttons\n["The Arc", "The Dome"]\n```']
    const page = await stage.visit(await stage.agent({}))
    await say(page, 'A lamp')
    await page.getByRole('button', { name: 'The Dome' }).focus()
    says = ['A good one.']
    await page.keyboard.press('Enter')
    await page.locator('.bubble.own', { hasText: 'The Dome' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('log')
    await answered(page)
    // Earlier messages don't take the focus.
    await page.reload()
    await replies(page).nth(2).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    const more = page.getByRole('button', { name: 'More' })
    for (const [item, target] of [
      ['Earlier conversations', 'h2'],
      ['E-mail this conversation', 'input'],
    ] as const) {
      await more.click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.locator(`.view ${target}:focus`).waitFor()
      await page.keyboard.press('Escape')
      await replies(page).first().waitFor()
      await more.and(page.locator(':focus')).waitFor()
    }
    await page.context().close()
  })
})
