/** Speaking and listening in the chat, with the speech recognition and synthesis of a browser as doubles. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, replies, startChatStage } from './chat-stage.ts'

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ reply: () => ['We are **open**. Until six!'] })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

/** A browser that hears what the test says, and writes down what it reads. */
function speechDoubles() {
  const heard: unknown[] = []
  class Recognition {
    lang = ''
    onresult: ((event: unknown) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    onend: (() => void) | null = null
    start() {
      heard.push(this.lang)
      Object.assign(window, { recognition: this })
    }
    stop() {
      this.onend?.()
    }
    abort() {}
  }
  const queue: { text: string; lang: string; onend?: () => void }[] = []
  const synthesis = { speak: (part: never) => queue.push(part), cancel: () => queue.splice(0) }
  Object.assign(window, {
    SpeechRecognition: Recognition,
    webkitSpeechRecognition: Recognition,
    heard,
    queue,
  })
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis, configurable: true })
}

function noSpeech() {
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition', 'speechSynthesis'])
    Reflect.deleteProperty(window, name)
}

async function visit(agentId: string, speech: () => void, options: Parameters<ChatStage['visit']>[1] = {}) {
  const page = await stage.visit(agentId, { calm: true, ...options })
  await page.addInitScript(speech)
  await page.reload()
  await page.locator('.composer textarea').waitFor()
  return page
}

/** What the browser understood, or why it did not. */
const hear = (page: Page, result: { text?: string; error?: string }) =>
  page.evaluate(({ text, error }) => {
    const { recognition } = window as never as {
      recognition: Record<'onresult' | 'onerror' | 'onend', (event?: unknown) => void>
    }
    if (text) recognition.onresult({ results: [[{ transcript: text }]] })
    if (error) recognition.onerror({ error })
    if (error) recognition.onend()
  }, result)

const said = (page: Page) =>
  page.evaluate(() =>
    (window as never as { queue: { text: string; lang: string }[] }).queue.map(({ text, lang }) => [
      text,
      lang,
    ]),
  )

describe('with Speak and listen', () => {
  it('a visitor who presses Escape as soon as the question is shown is back at the button', async () => {
    const page = await visit(await stage.agent({ enableAudioSupport: true }), speechDoubles)
    const speak = page.getByRole('button', { name: 'Speak your message' })
    await speak.evaluate((button: HTMLButtonElement) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const observer = new MutationObserver(() => {
        const question = document.querySelector('.voice-question')
        if (!question) return
        observer.disconnect()
        question.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true })
      button.click()
      return promise
    })
    await page.locator('.voice-question').waitFor({ state: 'detached' })
    await expect.poll(() => speak.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('a visitor speaks and listens in the language of the chat, with the keyboard alone', async () => {
    const page = await visit(
      await stage.agent({ enableAudioSupport: true, lang: 'de', acceptFileUpload: true }),
      speechDoubles,
      { locale: 'de-AT' },
    )
    const speak = page.getByRole('button', { name: 'Nachricht sprechen' })
    await speak.focus()
    await page.keyboard.press('Enter')
    await page.getByText('sendet die Aufnahme eventuell an seinen Hersteller').waitFor()
    await picture(page, 'chat-voice-question')
    await page.keyboard.press('Escape')
    await expect.poll(() => speak.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => (window as never as { heard: unknown[] }).heard)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sprechen', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Zuhören beenden' }).waitFor()
    await picture(page, 'chat-voice-listening')
    expect(await page.evaluate(() => (window as never as { heard: unknown[] }).heard)).toEqual(['de-AT'])
    await hear(page, { text: 'Haben Sie' })
    await hear(page, { text: 'Haben Sie heute offen?' })
    expect(await page.locator('.composer textarea').inputValue()).toBe('Haben Sie heute offen?')
    await page.keyboard.press('Escape')
    await speak.waitFor()
    await page.locator('.composer textarea').press('Enter')
    await answered(page)
    await expect.poll(() => replies(page).last().innerText()).toBe('We are open. Until six!')

    const listen = page.getByRole('button', { name: 'Vorlesen' }).last()
    await listen.focus()
    await page.keyboard.press('Enter')
    expect(await said(page)).toEqual([
      ['We are open.', 'de-AT'],
      ['Until six!', 'de-AT'],
    ])
    await page.getByRole('button', { name: 'Vorlesen beenden' }).press('Enter')
    expect(await said(page)).toEqual([])
  })

  it('hears about the microphone in plain words, and reads what the owner asks', async () => {
    const page = await visit(
      await stage.agent({
        enableAudioSupport: true,
        ui: { voiceQuestionLabel: 'Rather talk?', voiceContinueLabel: 'Talk', voiceDismissLabel: 'Type' },
      }),
      speechDoubles,
      { phone: true },
    )
    const speak = page.getByRole('button', { name: 'Speak your message' })
    await speak.click()
    await page.getByText('Rather talk?').waitFor()
    await page.getByRole('button', { name: 'Type' }).click()
    await speak.click()
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    for (const [error, words] of [
      ['not-allowed', 'The microphone is not allowed'],
      ['audio-capture', 'No microphone was found.'],
      ['no-speech', 'Nothing was heard.'],
      ['language-not-supported', 'Please type instead.'],
    ] as const) {
      await page.getByRole('button', { name: 'Stop listening' }).waitFor()
      await hear(page, { error })
      await page.getByText(words).waitFor()
      await speak.click()
    }
    await picture(page, 'chat-voice-phone')
  })

  it('shows no button where the browser neither hears nor speaks', async () => {
    const page = await visit(await stage.agent({ enableAudioSupport: true }), noSpeech)
    await page.locator('.feedback, time').first().waitFor()
    expect(await page.locator('.voice-button, .listen').count()).toBe(0)
  })
})

it('is not there without the setting', async () => {
  const page = await visit(await stage.agent({}), speechDoubles)
  await page.locator('.feedback, time').first().waitFor()
  expect(await page.locator('.voice-button, .listen').count()).toBe(0)
})
