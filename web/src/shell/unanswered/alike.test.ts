import { expect, it } from 'vitest'
import { togetherByWords } from './alike.ts'

const asked = (messageId: string, text: string) => ({
  conversationId: 'c1',
  messageId,
  text,
  at: '2026-11-21T12:00:00Z',
  channel: 'web-chat',
  handled: false,
})

it('groups equal questions regardless of case, spaces and punctuation', () => {
  const items = [
    asked('m1', 'Do you ship abroad?'),
    asked('m2', 'Öffnet ihr am Sonntag?'),
    asked('m3', 'do you ship  abroad'),
    asked('m4', '???'),
    asked('m5', 'Do you ship at all?'),
  ]
  const groups = togetherByWords(items).map((group) => group.map(({ messageId }) => messageId))
  expect(groups).toEqual([['m1', 'm3'], ['m2'], ['m4'], ['m5']])
})
