import { createRateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { expect, test, vi } from 'vitest'
import { ASKED_A_MINUTE, withAskingLimit } from './asking-limit.ts'

test('a workspace has its provider asked so often in a minute, and others are asked all the same', async () => {
  const answered = vi.fn(async () => ({ ok: true }))
  const names = [
    ...(['channels.connect', 'channels.changeCredentials', 'channels.check'] as const),
    'channels.sendTestMessage',
  ] as const
  const own = Object.fromEntries(names.map((name) => [name, answered])) as never
  const used = new Map<string, number>()
  const store = {
    read: async (keys: readonly string[]) => keys.map((key) => used.get(key) ?? 0),
    async add(uses: readonly { key: string; costMs: number }[], now: number) {
      for (const { key, costMs } of uses) used.set(key, Math.max(used.get(key) ?? 0, now) + costMs)
      return uses.map(({ key }) => used.get(key) ?? 0)
    },
    clean: async () => undefined,
    close: async () => undefined,
  }
  const handlers = withAskingLimit(own, createRateLimits(store, { now: () => 1_000, flushMs: 0 }))
  const call = (nth: number, tenant = 'w1', kind = 'telegram') =>
    handlers[names[nth % names.length] ?? 'channels.check']({ tenant, body: { kind } } as never)
  for (let nth = 0; nth < ASKED_A_MINUTE; nth++) expect(await call(nth)).toMatchObject({ ok: true })
  for (const nth of names.keys())
    expect(await call(nth)).toMatchObject({ ok: false, rejection: { code: 'too-many-requests' } })
  expect(answered).toHaveBeenCalledTimes(ASKED_A_MINUTE)
  expect(await call(0, 'w2')).toMatchObject({ ok: true })
  expect(await call(0, 'w1', 'webhook')).toMatchObject({ ok: true })
})
