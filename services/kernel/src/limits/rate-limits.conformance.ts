import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RateLimitOptions, RateLimits } from './rate-limits.ts'

/** The location of a suite's limits: every `open` is another process's handle on the same, initially empty, state. */
export type LimitPlace = { open(options?: RateLimitOptions): Promise<RateLimits>; remove(): Promise<void> }

/** The conformance suite of rate limit engines. `place` creates a new, empty place for each test. */
export function rateLimitsConformance(name: string, place: () => Promise<LimitPlace>): void {
  describe(`rate limits: ${name}`, () => {
    let here: LimitPlace
    let clock: number
    let limits: RateLimits
    const now = () => clock
    const ten = { key: 'ten', limit: 10, windowSeconds: 60 }
    const three = { key: 'three', limit: 3, windowSeconds: 60 }
    const allowed = { allowed: true }
    beforeEach(async () => {
      here = await place()
      clock = Date.parse('2026-01-01T00:00:00Z')
      limits = await here.open({ now })
    })
    afterEach(async () => {
      await limits.close()
      await here.remove()
    })

    test('allows as many as the limit at once, then says when the next is allowed', async () => {
      for (let nth = 0; nth < 10; nth++) expect(await limits.take([ten])).toEqual(allowed)
      expect(await limits.take([ten])).toEqual({ allowed: false, retryAfterSeconds: 6 })
      clock += 4_500
      expect(await limits.take([ten])).toEqual({ allowed: false, retryAfterSeconds: 2 })
      clock += 1_500
      expect(await limits.take([ten])).toEqual(allowed)
      expect(await limits.take([ten])).toEqual({ allowed: false, retryAfterSeconds: 6 })
    })

    test('says how many are left, and when all of them are', async () => {
      expect(limits.left([ten])).toEqual([{ uses: 10, fullInSeconds: 0 }])
      await limits.take([ten, three])
      expect(limits.left([ten, three])).toEqual([
        { uses: 9, fullInSeconds: 6 },
        { uses: 2, fullInSeconds: 20 },
      ])
      clock += 5_000
      expect(limits.left([ten, three])).toEqual([
        { uses: 9, fullInSeconds: 1 },
        { uses: 2, fullInSeconds: 15 },
      ])
      for (let nth = 0; nth < 9; nth++) expect((await limits.take([ten])).allowed).toBe(true)
      expect(limits.left([ten])).toEqual([{ uses: 0, fullInSeconds: 55 }])
      expect((await limits.take([ten])).allowed).toBe(false)
      expect(limits.left([ten])).toEqual([{ uses: 0, fullInSeconds: 55 }])
    })

    test('never says that more are left than the limit, however large', async () => {
      const bytes = { key: 'bytes', limit: 1_000_000_000, windowSeconds: 3_600, uses: 1_000 }
      expect(limits.left([bytes])).toEqual([{ uses: bytes.limit, fullInSeconds: 0 }])
      expect(await limits.take([bytes])).toEqual(allowed)
      const [left] = limits.left([bytes])
      // Times are exact to 68 of these uses.
      expect(Math.abs((left?.uses ?? 0) - 999_999_000)).toBeLessThan(100)
    })

    test('takes several at once, or none', async () => {
      const six = { ...ten, uses: 6 }
      expect(await limits.take([six])).toEqual(allowed)
      expect(await limits.take([six])).toEqual({ allowed: false, retryAfterSeconds: 12 })
      for (let nth = 0; nth < 4; nth++) expect(await limits.take([ten])).toEqual(allowed)
      expect(await limits.take([ten])).toEqual({ allowed: false, retryAfterSeconds: 6 })
    })

    test('allows the whole limit again after the window, and no more after a longer time', async () => {
      for (let nth = 0; nth < 3; nth++) await limits.take([three])
      clock += 10 * 60_000
      for (let nth = 0; nth < 3; nth++) expect(await limits.take([three])).toEqual(allowed)
      expect(await limits.take([three])).toMatchObject({ allowed: false })
    })

    test('takes of all limits or of none, and reports the longest wait', async () => {
      for (let nth = 0; nth < 3; nth++) expect(await limits.take([ten, three])).toEqual(allowed)
      for (let nth = 0; nth < 20; nth++)
        expect(await limits.take([ten, three])).toEqual({ allowed: false, retryAfterSeconds: 20 })
      for (let nth = 0; nth < 7; nth++) expect(await limits.take([ten])).toEqual(allowed)
      expect(await limits.take([ten, three])).toEqual({ allowed: false, retryAfterSeconds: 20 })
    })

    test('counts every key separately, whatever its name', async () => {
      const keys = ['', 'a', 'a ', '$where', 'nul\u0000', 'é', '{"$gt":""}']
      for (const key of keys)
        expect(await limits.take([{ key, limit: 1, windowSeconds: 60 }])).toEqual(allowed)
      for (const key of keys)
        expect(await limits.take([{ key, limit: 1, windowSeconds: 60 }])).toMatchObject({ allowed: false })
    })

    test('counts concurrent takes once each', async () => {
      const taken = await Promise.all(Array.from({ length: 50 }, () => limits.take([ten])))
      expect(taken.filter((each) => each.allowed)).toHaveLength(10)
    })

    test('shares what one process took with another', async () => {
      const other = await here.open({ now })
      for (let nth = 0; nth < 6; nth++) await limits.take([ten])
      await limits.flush()
      const taken = []
      for (let nth = 0; nth < 10; nth++) taken.push(await other.take([ten]))
      expect(taken.filter((each) => each.allowed)).toHaveLength(4)
      await other.flush()
      clock += 1_000
      expect(await limits.take([ten])).toEqual({ allowed: false, retryAfterSeconds: 5 })
      await other.close()
    })

    test('is shared by processes that take in turn, each knowing of the other with a short delay', async () => {
      const other = await here.open({ now })
      let taken = 0
      for (let nth = 0; nth < 20; nth++) {
        const by = nth % 2 ? limits : other
        if ((await by.take([ten])).allowed) taken++
        await by.flush()
        clock += 300
      }
      // Ten at once, and what 6 seconds refill.
      expect(taken).toBe(10)
      await other.close()
    })

    test('counts exactly for processes that read and write at each take', async () => {
      const two = await Promise.all([here.open({ now, flushMs: 0 }), here.open({ now, flushMs: 0 })])
      let taken = 0
      for (let nth = 0; nth < 60; nth++)
        if ((await two[nth % 2]!.take([{ ...ten, key: `exact-${nth % 3}` }])).allowed) taken++
      expect(taken).toBe(30)
      await Promise.all(two.map((each) => each.close()))
    })

    test('keeps its counts after it was closed and opened, and can be closed twice', async () => {
      for (let nth = 0; nth < 3; nth++) await limits.take([three])
      await limits.close()
      await limits.close()
      limits = await here.open({ now })
      expect(await limits.take([three])).toEqual({ allowed: false, retryAfterSeconds: 20 })
    })

    test('removes keys whose time has passed, and no others', async () => {
      await limits.take([{ key: 'long', limit: 1, windowSeconds: 3_600 }])
      await limits.take([{ key: 'short', limit: 1, windowSeconds: 1 }])
      await limits.flush()
      clock += 120_000
      await limits.take([{ key: 'other', limit: 1, windowSeconds: 1 }])
      await limits.flush()
      const later = await here.open({ now })
      expect(await later.take([{ key: 'long', limit: 1, windowSeconds: 3_600 }])).toMatchObject({
        allowed: false,
      })
      expect(await later.take([{ key: 'short', limit: 1, windowSeconds: 1 }])).toEqual(allowed)
      await later.close()
    })
  })
}
