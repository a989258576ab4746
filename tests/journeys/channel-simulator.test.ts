/** The channel simulator of the test panel in a browser: one conversation as each channel shows it, with keys that work. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { waveOf } from '@parley/conversation/transcription/audio-double.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

const agentId = 'simulatorjourney'
const place = { region: 'na', agentId } as const
const at = { x: 0, y: 0 }
const longOne = 'The one with the very long name, in blue'
const nodes: AgentNode[] = [
  { id: 'start', type: 'start', position: at, next: 'menu' },
  {
    ...{ id: 'menu', type: 'buttons', position: at, text: 'Which **lamp** do you mean?' },
    buttons: ['Desk', 'Wall', 'Floor', longOne].map((label, nth) => ({
      id: `b${nth}`,
      label,
      next: `t${nth}`,
    })),
  },
  ...['Desk lamps', 'Wall lamps', 'Floor lamps', 'The blue one'].map(
    (text, nth): AgentNode => ({
      ...{ id: `t${nth}`, type: 'message', position: at, text: `${text} are in stock.`, next: 'menu' },
    }),
  ),
]

let provider: Server
let providerCalls = 0
let started: TestPlatform
let browser: Browser
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  provider = createServer((_request, answer) => {
    providerCalls++
    answer.writeHead(500).end()
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  started = await startTestPlatform({
    ...{ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' },
    ...{ TELEGRAM_API_URL: url, GRAPH_API_URL: url, DISCORD_API_URL: url },
  })
  browser = await launchBrowser()
  owner = await started.signUp()
  const body = { title: 'Fernhill Lamps', enableNodes: true, nodes, messageDelayMS: 0 }
  await owner.client.call('agents.save', { params: place, body })
  signedIn = await signIn(browser, started, owner)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await started?.stop()
  provider?.close()
})

async function showAs(page: Page, channel: string) {
  await page.getByRole('combobox', { name: 'Show as' }).click()
  await page.getByRole('option', { name: channel, exact: true }).click()
  return page.getByRole('log', { name: `Conversation on ${channel}` })
}

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

test('a conversation is shown as each channel would, and its keys work', async () => {
  const { page, watched } = signedIn
  page.setDefaultTimeout(patience)
  await page.goto(`${started.url}/app/na/agents/${agentId}/channels`)
  await page.getByRole('button', { name: 'Preview on WhatsApp' }).click()

  const whatsApp = page.getByRole('log', { name: 'Conversation on WhatsApp' })
  // On WhatsApp nobody is written to first.
  await whatsApp.getByText('Write as the contact to begin.').waitFor()
  await write(page, 'Hello')
  await whatsApp.getByText('lamp', { exact: true }).first().waitFor()
  await whatsApp.getByRole('button', { name: 'Open the list' }).last().click()
  await whatsApp.getByRole('button', { name: longOne }).click()
  await whatsApp.getByText('The blue one are in stock.').waitFor()
  await whatsApp
    .getByRole('button', { name: /^(?:\d+ requests|Request)$/ })
    .last()
    .click()
  await whatsApp.getByText('"messaging_product": "whatsapp"').first().waitFor()
  await lookAt(page, 'simulator-whatsapp')

  const telegram = await showAs(page, 'Telegram')
  await telegram.getByRole('button', { name: 'Floor' }).last().click()
  await telegram.getByText('Pressed “Floor”').waitFor()
  await telegram.getByText('Floor lamps are in stock.').waitFor()
  await lookAt(page, 'simulator-telegram')

  // Nothing transcribes here.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send a voice note' }).click()
  await (await chooser).setFiles({ name: 'note.wav', mimeType: 'audio/wav', buffer: waveOf(3) })
  const player = telegram.getByLabel('recording.wav')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(3)
  await telegram.getByText('I can’t tell what is said in your recording.').waitFor()
  await lookAt(page, 'simulator-voice-note')

  const discord = await showAs(page, 'Discord')
  await discord.getByText('Floor lamps are in stock.').waitFor()
  await write(page, '2')
  await discord.getByText('Wall lamps are in stock.').waitFor()
  await lookAt(page, 'simulator-discord')

  const messenger = await showAs(page, 'Messenger')
  await messenger.getByText('Wall lamps are in stock.').waitFor()
  await lookAt(page, 'simulator-messenger')
  await page.getByRole('button', { name: '24 hours later' }).click()
  await page.getByText(/^The agent stays silent: Messenger lets it reply within 24 hours/).waitFor()
  await page.getByRole('radiogroup', { name: 'Write as' }).getByText('Teammate').click()
  await write(page, 'Your lamp is here.')
  await messenger.getByText('Your lamp is here.').waitFor()
  await messenger.getByText('Tag: HUMAN_AGENT').waitFor()
  await lookAt(page, 'simulator-late')
  const late = await showAs(page, 'WhatsApp')
  await late.getByText(/^Not sent: the last message of the person is too old/).waitFor()

  const instagram = await showAs(page, 'Instagram')
  await instagram.getByText('Tag: HUMAN_AGENT').waitFor()
  await page.getByRole('radiogroup', { name: 'Write as' }).getByText('Contact').click()
  await write(page, 'Thanks')
  await page.getByText(/^The agent can reply for another 24 hours/).waitFor()
  await lookAt(page, 'simulator-instagram')

  await page.getByRole('button', { name: 'Restart conversation' }).click()
  const restarted = await showAs(page, 'Telegram')
  await restarted.getByRole('button', { name: 'Start', exact: true }).click()
  await restarted.getByText('/start').waitFor()
  await restarted.getByRole('button', { name: 'Desk' }).waitFor()

  expect(watched.faults).toEqual([])
  expect(providerCalls).toBe(0)
  const { items } = await owner.client.call('conversations.list', { params: place, query: {} })
  expect(items).toEqual([])
})
