import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, test } from 'vitest'
import { choiceIn, MOST_OF_TEXT, requestOf, telegramParts } from './requests.ts'

const place = { chatId: 7, origin: 'https://parley.example' }
const text = (words: string): Block => ({ type: 'text', text: words })
const buttons = (...labels: string[]): Block => ({
  type: 'buttons',
  buttons: labels.map((label, nth) => ({ id: `b${nth}`, label })),
})
const requestsFor = (...blocks: Block[]) =>
  telegramParts(blocks, MOST_OF_TEXT)?.map((part) => {
    const { method, parameters } = requestOf(part, place) ?? { method: 'none', parameters: {} }
    const { chat_id: _, ...rest } = parameters
    return [method, rest]
  })

test('texts are one message, with the buttons below it', () => {
  expect(requestsFor(text('We are open.'), text('Until when?'), buttons('Five', 'Six'))).toEqual([
    [
      'sendMessage',
      {
        text: 'We are open.\n\nUntil when?',
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Five', callback_data: 's:Five' }],
            [{ text: 'Six', callback_data: 's:Six' }],
          ],
        },
      },
    ],
  ])
})

test('a picture is a message of its own, and a button without words stands below a sign', () => {
  expect(requestsFor({ type: 'image', url: '/files/a.png', alt: 'A lamp' }, text('A lamp'))).toEqual([
    ['sendPhoto', { photo: 'https://parley.example/files/a.png' }],
    ['sendMessage', { text: 'A lamp' }],
  ])
  expect(requestsFor(buttons('Yes'))).toMatchObject([['sendMessage', { text: '👇' }]])
  expect(requestsFor(buttons(' '))).toEqual([['none', {}]])
})

test('a picture that Telegram can’t fetch is sent as a link', () => {
  const request = requestOf([{ type: 'image', url: 'https://shop.example/a.png', alt: 'A lamp' }], place)
  expect(request?.instead?.parameters).toMatchObject({
    text: 'A lamp',
    entities: [{ type: 'text_link', offset: 0, length: 6, url: 'https://shop.example/a.png' }],
  })
})

test('cards are pictures with captions and buttons, which lead somewhere or say something', () => {
  const cards = [
    {
      title: 'Lamp',
      description: 'Red',
      imageUrl: 'https://shop.example/l.png',
      buttons: [
        { label: 'See', url: 'https://shop.example/l' },
        { label: 'Buy', text: 'I take the lamp' },
      ],
    },
    { title: 'Chair' },
  ]
  expect(requestsFor({ type: 'carousel', cards })).toEqual([
    [
      'sendPhoto',
      {
        photo: 'https://shop.example/l.png',
        caption: 'Lamp\nRed',
        caption_entities: [{ type: 'bold', offset: 0, length: 4 }],
        reply_markup: {
          inline_keyboard: [
            [{ text: 'See', url: 'https://shop.example/l' }],
            [{ text: 'Buy', callback_data: 's:I take the lamp' }],
          ],
        },
      },
    ],
    ['sendMessage', { text: 'Chair', entities: [{ type: 'bold', offset: 0, length: 5 }] }],
  ])
})

describe('a long text', () => {
  const sentence = 'We open at nine and close at five. '

  test('is sent in parts that end with sentences, and the buttons with the last one', () => {
    const parts = telegramParts([text(sentence.repeat(200)), buttons('Yes')], MOST_OF_TEXT)!
    expect(parts.length).toBe(2)
    for (const part of parts) expect(requestOf(part, place)?.parameters.text).toMatch(/five\.$/)
    expect(parts.map((part) => part.length)).toEqual([1, 2])
  })

  test('is cut neither within a link nor within code', () => {
    const link = '[our page of the lamps](https://shop.example/lamps)'
    const code = `\`\`\`js\n${'let lamp = 1\n'.repeat(40)}\`\`\``
    const inline = '`let it be`'
    for (const whole of [link, code, inline]) {
      const long = `${sentence.repeat(120).slice(0, 4_090)}\n${whole}\n${sentence}`
      const parts = telegramParts([text(long)], MOST_OF_TEXT)!
      expect(parts).toHaveLength(2)
      const found = parts.flat().filter((block) => block.type === 'text' && block.text.includes(whole))
      expect(found).toHaveLength(1)
    }
  })

  test('that is all code is code in each part', () => {
    const parts = telegramParts([text(`\`\`\`js\n${'let lamp = 1\n'.repeat(700)}\`\`\``)], MOST_OF_TEXT)!
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts)
      expect(requestOf(part, place)?.parameters.entities).toMatchObject([{ type: 'pre', language: 'js' }])
  })

  test('that would be dozens of messages is not sent', () => {
    expect(telegramParts([text(sentence.repeat(3_000))], MOST_OF_TEXT)).toBeUndefined()
  })
})

describe('a pressed button', () => {
  const keyboardOf = (...labels: string[]) => {
    const [part] = telegramParts([text('?'), buttons(...labels)], MOST_OF_TEXT)!
    return requestOf(part!, place)?.parameters.reply_markup as Parameters<typeof choiceIn>[1]
  }

  test('says its label, also where that is too long to be returned', () => {
    const long = 'Ich möchte gerne eine Lampe in Grün mit einem Schirm aus Stoff, bitte schön'
    const keyboard = keyboardOf('Yes', long)
    const [yes, other] = keyboard!.inline_keyboard.map(([button]) => button?.callback_data ?? '')
    expect(choiceIn(yes!, undefined)).toBe('Yes')
    expect(Buffer.byteLength(other!)).toBeLessThanOrEqual(64)
    expect(choiceIn(other!, keyboard)).toBe(long)
  })

  test('of which nothing is known says nothing', () => {
    expect(choiceIn('n:4', keyboardOf('Yes'))).toBeUndefined()
    expect(choiceIn('n:0', undefined)).toBeUndefined()
  })
})
