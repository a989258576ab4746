import { type SimulatedKind, simulatedKindNames } from '@parley/contracts/channel/names.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'
import { type Act, simulateInbound } from './simulate-inbound.ts'

const own = { publicUrl: 'https://parley.example', region: 'na' }
const NOW = Date.parse('2026-11-29T10:00:00Z')

/** The first request of a message with these blocks. */
async function sent<Body>(kind: SimulatedKind, ...blocks: Block[]): Promise<Body> {
  const { requests } = await simulate(own, kind, { id: 'm1', role: 'agent', blocks, ageMs: 0 })
  return requests[0]!.body as Body
}
const text: Block = { type: 'text', text: 'Which size?' }
const buttons = (...labels: string[]): Block => ({
  type: 'buttons',
  buttons: labels.map((label, nth) => ({ id: String(nth), label })),
})
const said = (kind: SimulatedKind, act: Act) => simulateInbound(kind, act, NOW)?.text

test('what is typed is said on all channels', () => {
  for (const kind of simulatedKindNames)
    expect(simulateInbound(kind, { type: 'text', text: '2' }, NOW)).toEqual({
      ...{ text: '2', opens: false, files: [] },
    })
})

test('a chat with a bot of Telegram can be opened, and no other', () => {
  expect(simulateInbound('telegram', { type: 'open' }, NOW)).toEqual({
    ...{ text: '/start', opens: true, files: [] },
  })
  for (const kind of ['whatsapp', 'messenger', 'instagram', 'discord'] as const)
    expect(simulateInbound(kind, { type: 'open' }, NOW)).toBeUndefined()
})

test('a button of WhatsApp and a row of its list say their whole label', async () => {
  type Shown = {
    interactive: {
      action: {
        buttons: { reply: { id: string; title: string } }[]
        sections: { rows: { id: string; title: string }[] }[]
      }
    }
  }
  const few = await sent<Shown>('whatsapp', text, buttons('Small', 'Large'))
  const { id, title } = few.interactive.action.buttons[1]!.reply
  expect(said('whatsapp', { type: 'choice', of: 'button', data: id, label: title })).toBe('Large')
  const long = 'The one with the very long name, in blue'
  const many = await sent<Shown>('whatsapp', text, buttons('a', 'b', 'c', long))
  const row = many.interactive.action.sections[0]!.rows[3]!
  expect(row.title.length).toBeLessThan(long.length)
  expect(said('whatsapp', { type: 'choice', of: 'row', data: row.id, label: row.title })).toBe(long)
  expect(said('whatsapp', { type: 'choice', of: 'callback', data: id, label: title })).toBeUndefined()
})

test('quick replies and buttons of cards say what they are for', async () => {
  type Shown = { message: { quick_replies: { payload: string; title: string }[] } }
  for (const kind of ['messenger', 'instagram'] as const) {
    const { message } = await sent<Shown>(kind, text, buttons('Small', 'Large'))
    const { payload: data, title: label } = message.quick_replies[0]!
    expect(said(kind, { type: 'choice', of: 'quick-reply', data, label })).toBe('Small')
    const card = { title: 'Lamp', buttons: [{ label: 'Take it', text: 'I take the lamp' }] }
    type Cards = {
      message: { attachment: { payload: { elements: { buttons: { payload: string; title: string }[] }[] } } }
    }
    const cards = await sent<Cards>(kind, { type: 'carousel', cards: [card] })
    const pressed = cards.message.attachment.payload.elements[0]!.buttons[0]!
    const act = { type: 'choice', of: 'postback', data: pressed.payload, label: pressed.title } as const
    expect(said(kind, act)).toBe('I take the lamp')
  }
})

test('each button of a keyboard says its own words, also where they are too long to be returned', async () => {
  type Shown = { reply_markup: { inline_keyboard: { text: string; callback_data: string }[][] } }
  const long = (word: string) =>
    `${word} with a name that is much too long to be returned by a button of Telegram`
  const press = ({ reply_markup: { inline_keyboard } }: Shown, nth: number) => {
    const keyboard = inline_keyboard.flat().map(({ text, callback_data: data }) => ({ text, data }))
    const { text: label, data } = keyboard[nth]!
    return said('telegram', { type: 'choice', of: 'callback', data, label, keyboard })
  }
  const asked = await sent<Shown>('telegram', text, buttons('Small', long('Lamp'), long('Bulb')))
  expect([0, 1, 2].map((nth) => press(asked, nth))).toEqual(['Small', long('Lamp'), long('Bulb')])
  const card = { title: 'Shop', buttons: [{ label: long('Lamp') }, { label: long('Bulb') }] }
  const ofCard = await sent<Shown>('telegram', { type: 'carousel', cards: [card] })
  expect([0, 1].map((nth) => press(ofCard, nth))).toEqual([long('Lamp'), long('Bulb')])
})

test('a voice note is a file without words, by the name under which each channel keeps it', () => {
  const named = (kind: SimulatedKind, mimeType: Extract<Act, { type: 'voice-note' }>['mimeType']) => {
    const {
      text: words,
      opens,
      files = [],
    } = simulateInbound(kind, { type: 'voice-note', mimeType }, NOW) ?? {}
    expect([words, opens, files.length]).toEqual(['', false, 1])
    return files[0]?.name
  }
  const types = ['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/wav'] as const
  const names = Object.fromEntries(
    simulatedKindNames.map((kind) => [kind, types.map((type) => named(kind, type))]),
  )
  const asTheyAre = ['recording.ogg', 'recording.mp3', 'recording.m4a', 'recording.wav']
  expect(names).toEqual({
    whatsapp: ['voice.ogg', 'audio.mp3', 'audio.m4a', 'recording.wav'],
    telegram: ['voice.ogg', 'recording.mp3', 'recording.m4a', 'recording.wav'],
    ...{ messenger: asTheyAre, instagram: asTheyAre, discord: asTheyAre },
  })
})
