import { expect, test } from 'vitest'
import { shownMessages } from './shown-messages.ts'
import type { ChatMessage } from './transcript.ts'

const at = '2026-11-28T12:00:00Z'
const of = (index: number, event: 'handoff-requested' | 'human-joined' | 'handed-back'): ChatMessage => ({
  ...{ id: `event-${index}`, index, role: 'system', at },
  blocks: [{ type: 'event', event }],
})
const said: ChatMessage = {
  ...{ id: 'm3', index: 3, role: 'human', at },
  blocks: [{ type: 'text', text: 'Here I am.' }],
}
const messages = [of(0, 'handoff-requested'), of(1, 'human-joined'), said, of(4, 'handed-back')]
const handoff = { offered: false, online: true, fixed: false }

test('who joins and leaves is shown unless the team wants it otherwise', () => {
  expect(shownMessages({ messages })).toBe(messages)
  expect(shownMessages({ messages, handoff: { ...handoff, quiet: false } })).toBe(messages)
  expect(shownMessages({ messages, handoff: { ...handoff, quiet: true } })).toEqual([messages[0], said])
})
