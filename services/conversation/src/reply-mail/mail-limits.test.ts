import type { RateLimit, RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { expect, it, vi } from 'vitest'
import { createMailLimits } from './mail-limits.ts'

/** Counts as the engines do, without time. */
function counting(): { limits: Pick<RateLimits, 'take'>; keys(): string[] } {
  const used = new Map<string, number>()
  const isFree = ({ key, limit }: RateLimit) => (used.get(key) ?? 0) < limit
  return {
    limits: {
      async take(limits) {
        if (!limits.every(isFree)) return { allowed: false, retryAfterSeconds: 1 }
        for (const { key } of limits) used.set(key, (used.get(key) ?? 0) + 1)
        return { allowed: true }
      },
    },
    keys: () => [...used.keys()],
  }
}

async function sent(
  count: number,
  mailOf: (nth: number) => { tenant: string; conversationId: string; to: string },
) {
  const { limits, keys } = counting()
  const reached = vi.fn()
  const mayMail = createMailLimits({ limits, ofWorkspace: async () => 100, reached })
  let allowed = 0
  for (let nth = 0; nth < count; nth++) if (await mayMail(mailOf(nth))) allowed++
  expect(reached).toHaveBeenCalledTimes(count - allowed)
  return { allowed, keys: keys() }
}

it('bounds the mails of a conversation whose visitor says ever new addresses', async () => {
  const { allowed } = await sent(200, (nth) => ({
    tenant: 't',
    conversationId: 'c',
    to: `a${nth}@x.example`,
  }))
  expect(allowed).toBe(20)
})

it('bounds the mails to an address, from whichever conversation and workspace, however it is spelled', async () => {
  const { allowed, keys } = await sent(200, (nth) => ({
    tenant: `t${nth}`,
    conversationId: `c${nth}`,
    to: nth % 2 ? 'Ada@x.example' : 'ada@x.example ',
  }))
  expect(allowed).toBe(30)
  expect(keys.join()).not.toContain('x.example')
})

it('bounds the mails of a workspace by its plan', async () => {
  const { allowed } = await sent(200, (nth) => ({
    tenant: 't',
    conversationId: `c${nth}`,
    to: `a${nth}@x.example`,
  }))
  expect(allowed).toBe(100)
})
