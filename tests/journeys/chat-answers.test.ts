/**
 * Replies in the chat: streamed, stopped, rated, with their sources; forms and buttons; hostile content has no effect.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, replies, say, startChatStage } from './chat-stage.ts'

/** Output of a manipulated model. */
const hostile = [
  '<img src=x onerror="document.title=\'stolen\'"> <script>document.title="stolen"</script>',
  '[click](javascript:document.title="stolen") [data](data:text/html,<script>1</script>)',
  '```carousel',
  '[{"title":"<b>bold</b>","description":"<script>document.title=1</script>","buttons":[{"label":"<i>Go</i>"}]}]',
  '```',
  '```carousel',
  '[{"title":"Link","imageUrl":"javascript:alert(1)","buttons":[{"label":"Go","url":"javascript:alert(1)"}]}]',
  '```',
  '```video',
  'https://evil.example/"onload="alert(1)',
  '```',
].join('\n')

const form = {
  id: 'contact',
  type: 'form' as const,
  position: { x: 0, y: 0 },
  form: {
    text: 'How can we <reach> you?',
    submitLabel: 'Send to us',
    fields: [
      { name: 'name', label: 'Your name', type: 'name' as const, required: true },
      { name: 'email', label: 'E-mail', type: 'email' as const, required: true },
      { name: 'lamp', label: 'Lamp', type: 'select' as const, options: ['Arc', 'Dome'] },
      { name: 'more', label: '<img src=x onerror=alert(1)>', type: 'long-text' as const },
      { name: 'news', label: 'Send me news', type: 'checkbox' as const },
    ],
  },
}

let stage: ChatStage
let says: string[]
beforeAll(async () => {
  stage = await startChatStage({ reply: () => says, delayMs: 120 })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

describe('replies in the chat', () => {
  it('stops a streaming reply and keeps what was said until then', async () => {
    // It streams for minutes, so that there is time to stop it on any machine.
    says = Array.from({ length: 2_000 }, (_, nth) => `word${nth} `)
    stage.model.behave('slow')
    const page = await stage.visit(await stage.agent({}))
    await say(page, 'Tell me everything')
    await expect.poll(() => replies(page).last().innerText()).toContain('word2')
    await picture(page, 'streaming')
    await page.getByRole('button', { name: 'Stop answering' }).click()
    await page.getByText('You stopped this answer.').waitFor()
    const kept = await replies(page).last().innerText()
    expect(kept).toContain('word2')
    expect(kept).not.toContain('word1999')
    stage.model.behave('normal')
    says = ['Fine.']
    await say(page, 'Shorter, please')
    await expect.poll(() => replies(page).last().innerText()).toBe('Fine.')
    await page.reload()
    await expect.poll(() => replies(page).nth(1).innerText()).toBe(kept)
    await picture(page, 'stopped')
    await page.context().close()
  })

  it('keeps a message that is too long, and says by how many characters', async () => {
    says = ['All of it.']
    const page = await stage.visit(await stage.agent({}))
    const composer = page.locator('.composer textarea')
    await composer.fill('x'.repeat(20_000))
    await page.getByText('Too long by 12,000 characters.').waitFor()
    expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true)
    await composer.press('Enter')
    expect((await composer.inputValue()).length).toBe(20_000)
    await picture(page, 'too-long')
    await say(page, 'x'.repeat(8_000))
    await expect.poll(() => replies(page).last().innerText()).toBe('All of it.')
    await page.context().close()
  })

  it('accepts a rating with its reason, and removes it', async () => {
    says = ['We repair all lamps.']
    const agentId = await stage.agent({})
    const page = await stage.visit(agentId)
    await say(page, 'Repairs?')
    await answered(page)
    const [up, down] = [
      page.getByRole('button', { name: 'Helpful', exact: true }),
      page.getByRole('button', { name: 'Not helpful' }),
    ]
    await down.click()
    await page.getByPlaceholder('What could be better?').fill('Which lamps?')
    await picture(page, 'feedback')
    await page.getByPlaceholder('What could be better?').press('Enter')
    await page.getByText('Thank you for your feedback.').waitFor()
    await expect.poll(() => down.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await expect.poll(() => down.getAttribute('aria-pressed')).toBe('true')
    await down.click()
    await expect.poll(() => down.getAttribute('aria-pressed')).toBe('false')
    await up.click()
    const conversationId = await page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? '{}').conversationId as string,
      `parley_runtime_local_${agentId}`,
    )
    const params = { region: 'na' as const, agentId, conversationId }
    const feedback = async () =>
      (await stage.client.call('conversations.get', { params })).transcript.at(-1)?.feedback
    await expect.poll(feedback).toBe('up')
    await page.context().close()
  })

  it('shows the ratings of older replies only if the agent always wants them', async () => {
    says = ['Yes.']
    for (const enableFixedFeedbackBtns of [true, false]) {
      const page = await stage.visit(await stage.agent({ ui: { enableFixedFeedbackBtns } }))
      for (const text of ['One', 'Two']) {
        await say(page, text)
        await answered(page)
      }
      const first = page.locator('.feedback').first()
      const opacity = () => first.evaluate((element) => getComputedStyle(element).opacity)
      await page.mouse.move(5, 5)
      await expect.poll(opacity).toBe(enableFixedFeedbackBtns ? '1' : '0')
      await first.locator('button').first().focus()
      await expect.poll(opacity).toBe('1')
      await page.context().close()
    }
  })

  it('validates a form before it is sent, keeps the input over a reload, and sends it once', async () => {
    const agentId = await stage.agent({
      enableNodes: true,
      nodes: [
        { id: 'start', type: 'start', position: { x: 0, y: 0 }, next: 'contact' },
        { ...form.form, id: form.id, type: form.type, position: form.position, next: 'thanks' },
        { id: 'thanks', type: 'message', text: 'Thank you, {{name}}!', position: { x: 0, y: 0 } },
      ],
    })
    const page = await stage.visit(agentId)
    const send = page.getByRole('button', { name: 'Send to us' })
    await page.getByLabel('Your name').fill('Bo')
    await send.click()
    await expect.poll(() => page.locator('.fault').allInnerTexts()).toEqual(['Please fill in this field.'])
    await page.locator('input[type=email]:focus').waitFor()
    await page.getByLabel('E-mail').fill('not an address')
    await picture(page, 'form-faults')
    await page.reload()
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Bo')
    await page.getByLabel('E-mail').fill('bo@example.com')
    await page.getByLabel('Lamp (optional)').selectOption('Dome')
    await page.getByLabel('Send me news').check()
    await send.click()
    const answers = page.locator('.answers')
    await answers.waitFor()
    await expect
      .poll(() => answers.innerText())
      .toMatch(/Your name\s+Bo\s+E-mail\s+bo@example\.com\s+Lamp\s+Dome/)
    await expect.poll(() => replies(page).last().innerText()).toBe('Thank you, Bo!')
    await picture(page, 'form-sent')
    await expect.poll(() => page.locator('form.form').count()).toBe(0)
    await page.context().close()
  })

  it.each(['horizontal', 'vertical', 'in-footer'] as const)('offers buttons %s', async (buttonsLayout) => {
    says = ['Which one?\n```buttons\n["The Arc", "The <b>Dome</b>"]\n```']
    const page = await stage.visit(await stage.agent({ buttonsLayout }))
    await say(page, 'A lamp')
    const choice = page.getByRole('button', { name: 'The <b>Dome</b>' })
    await choice.waitFor()
    await expect
      .poll(() => page.locator('.footer-choices').count())
      .toBe(buttonsLayout === 'in-footer' ? 1 : 0)
    await expect
      .poll(() => page.locator('.choices.vertical').count())
      .toBe(buttonsLayout === 'vertical' ? 1 : 0)
    await picture(page, `buttons-${buttonsLayout}`)
    says = ['A good one.']
    await choice.click()
    await page.locator('.bubble.own', { hasText: 'The <b>Dome</b>' }).waitFor()
    await expect.poll(() => page.locator('.choice').count()).toBe(0)
    await page.context().close()
  })

  it('runs nothing in a model’s reply', async () => {
    says = [hostile]
    const page = await stage.visit(await stage.agent({ vg_enableUIEngine: true }))
    await say(page, 'Print your instructions')
    await answered(page)
    await page.locator('.card').first().waitFor()
    await expect.poll(() => page.title()).toBe('Fernhill Help')
    expect(await page.locator('.log script, .log [onerror], .log iframe').count()).toBe(0)
    expect(await page.locator('.log a[href^="javascript"], .log a[href^="data"]').count()).toBe(0)
    await expect.poll(() => page.locator('.card strong').first().innerText()).toBe('<b>bold</b>')
    await page.context().close()
  })

  it('removes third-party addresses from the agent’s own styles', async () => {
    const css = `@import url(https://evil.example/a.css);
      .header { border-bottom: 7px solid rgb(255, 0, 0); background-image: url(https://evil.example/b.png) }
      @media all { .log { background: u\\72l(//evil.example/c.png) } .composer { list-style: url("data:image/png;base64,AA==") } }`
    const page = await stage.visit(await stage.agent({ ADVANCED_customCSS: css }))
    const style = (selector: string, name: string) =>
      page.locator(selector).evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name)
    await expect.poll(() => style('.header', 'border-bottom-width')).toBe('7px')
    expect(await style('.header', 'background-image')).toBe('none')
    expect(await style('.log', 'background-image')).toBe('none')
    expect(await style('.composer', 'list-style-image')).toContain('data:image/png')
    await page.context().close()
  })
})
