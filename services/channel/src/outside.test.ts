import { expect, test, vi } from 'vitest'
import { createTakeChange, type ReadChange } from './outside.ts'

const at = '2026-11-21T10:00:00.000Z'
const change = (kind: 'deletion' | 'edit'): ReadChange => ({
  ...{ contactId: 'grace', by: 'visitor', providerMessageId: 'm1', key: 'k', at },
  change: kind === 'edit' ? { kind, text: 'x' } : { kind },
})
const cause = { via: 'channel', command: 'c', correlation: 'c' } as const
const of = { kind: 'whatsapp', channelId: 'c1' } as const

test('a deletion waits for a minute for its message, and no other change does', async () => {
  const change_ = vi.fn(async (_: { sentMessage?(conversationId: string): Promise<string | undefined> }) => ({
    ...{ ok: true as const, found: false },
  }))
  const clock = { now: Date.parse(at) + 59_000 }
  const messageOf = vi.fn(async () => 'ours')
  const take = createTakeChange({
    outside: { change: change_ },
    sentMessages: { messageOf, isSending: async () => false },
    now: () => clock.now,
  })
  expect(await take(of, 'w1', change('deletion'), cause)).toMatchObject({
    ...{ ok: false, rejection: { code: 'unavailable' } },
  })
  expect(await take(of, 'w1', change('edit'), cause)).toEqual({ ok: true, found: false })
  clock.now += 1_000
  expect(await take(of, 'w1', change('deletion'), cause)).toEqual({ ok: true, found: false })
  expect(await change_.mock.calls[0]?.[0].sentMessage?.('conversation1')).toBe('ours')
  expect(messageOf).toHaveBeenCalledWith({ tenant: 'w1', conversationId: 'conversation1' }, 'm1')
})
