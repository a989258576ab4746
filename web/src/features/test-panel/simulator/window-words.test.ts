import { expect, test } from 'vitest'
import { windowWords } from './window-words.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('says who may write, for how long and how', () => {
  expect(windowWords('telegram', undefined, undefined).text).toBe(
    'On Telegram the contact writes first: the agent can’t.',
  )
  expect(windowWords('discord', { agent: 'free', person: 'free' }, 5 * DAY_MS)).toEqual({
    ...{ text: 'On Discord there is no time limit for replies.', closed: false },
  })
  expect(windowWords('whatsapp', { agent: 'free', person: 'free' }, HOUR_MS).text).toBe(
    'The agent can reply for another 23 hours.',
  )
  expect(windowWords('whatsapp', { agent: 'none', person: 'template' }, DAY_MS + 1)).toEqual({
    text: 'The agent stays silent: WhatsApp lets it reply within 24 hours after the contact wrote. A teammate can send an approved template.',
    closed: true,
  })
  expect(windowWords('messenger', { agent: 'none', person: 'tagged' }, DAY_MS + 1).text).toContain(
    'A teammate can write for another 6 days, with the tag HUMAN_AGENT.',
  )
  expect(windowWords('instagram', { agent: 'none', person: 'none' }, 8 * DAY_MS).text).toContain(
    'Nobody can write until the contact does.',
  )
})
