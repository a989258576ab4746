import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LeaseOptions, Leases } from './leases.ts'

/** The location of a suite's leases: every `open` is another process's handle on the same, initially empty, state. */
export type LeasePlace = { open(options?: LeaseOptions): Promise<Leases>; remove(): Promise<void> }

/** The conformance suite of lease engines. `place` creates a new, empty place for each test. */
export function leasesConformance(name: string, place: () => Promise<LeasePlace>): void {
  describe(`leases: ${name}`, () => {
    let here: LeasePlace
    let clock: number
    let one: Leases
    let two: Leases
    const now = () => clock
    const quick = { now, renewEveryMs: 5, askEveryMs: 5 }
    beforeEach(async () => {
      here = await place()
      clock = Date.parse('2026-01-01T00:00:00Z')
      one = await here.open(quick)
      two = await here.open(quick)
    })
    afterEach(async () => {
      await Promise.all([one.close(), two.close()])
      await here.remove()
    })

    test('gives a name to one process until that process releases it', async () => {
      const lease = await one.take('turn/1')
      expect(lease?.heldBefore).toBe(false)
      expect(await two.take('turn/1')).toBeUndefined()
      expect(await two.isHeld('turn/1')).toBe(true)
      expect(await two.take('turn/2')).toBeDefined()
      await lease?.release()
      expect(await two.isHeld('turn/1')).toBe(false)
      expect((await two.take('turn/1'))?.heldBefore).toBe(false)
      expect(await one.take('turn/1')).toBeUndefined()
      // A second release must not take the lease from its present holder.
      await lease?.release()
      expect(await one.isHeld('turn/1')).toBe(true)
    })

    test('tells a holder whether it was also the previous holder', async () => {
      await (await one.take('turn/1'))?.release()
      const again = await one.take('turn/1')
      expect(again?.heldBefore).toBe(true)
      await again?.release()
      await (await two.take('turn/1'))?.release()
      expect((await one.take('turn/1'))?.heldBefore).toBe(false)
    })

    test('gives a name to one of several concurrent takers, also within one process', async () => {
      for (let round = 0; round < 20; round++) {
        const takers = [one, two, one, two]
        const taken = await Promise.all(takers.map((leases) => leases.take(`turn/${round}`)))
        expect(taken.filter(Boolean)).toHaveLength(1)
      }
    })

    test('keeps a lease for as long as its process lives', async () => {
      const lease = await one.take('turn/1')
      for (let second = 0; second < 20; second++) {
        clock += 1_000
        // Renewed in the background: the loop waits for renewals, not for a time.
        await expect.poll(() => two.isHeld('turn/1'), { interval: 2 }).toBe(true)
        expect(await two.take('turn/1')).toBeUndefined()
      }
      expect(lease?.lost.aborted).toBe(false)
    })

    test('expires after its process was killed, and goes to a waiting process', async () => {
      const killed = await here.open({ now, renewEveryMs: 3_600_000 })
      const lease = await killed.take('turn/1')
      const waiting = two.wait('turn/1', new AbortController().signal)
      clock += 5_999
      expect(await one.take('turn/1')).toBeUndefined()
      clock += 1
      const taken = await waiting
      expect(taken?.heldBefore).toBe(false)
      await lease?.release()
      expect(await one.isHeld('turn/1')).toBe(true)
      await killed.close()
      expect(await one.isHeld('turn/1')).toBe(true)
    })

    test('a holder that renews too late is told that it lost the lease', async () => {
      const lease = await one.take('turn/1')
      // Simulates a process that was suspended for a while.
      const later = await here.open({ ...quick, now: () => clock + 60_000 })
      expect(await later.take('turn/1')).toBeDefined()
      await expect.poll(() => lease?.lost.aborted).toBe(true)
      await lease?.release()
      expect(await one.isHeld('turn/1')).toBe(true)
      await later.close()
    })

    test('closing releases all leases and ends all waits', async () => {
      await Promise.all([one.take('turn/1'), one.take('turn/2')])
      const waiting = two.wait('turn/2', new AbortController().signal)
      await one.close()
      expect(await waiting).toBeDefined()
      expect(await two.take('turn/1')).toBeDefined()
      const leaving = new AbortController()
      const three = await here.open(quick)
      const inVain = three.wait('turn/1', leaving.signal)
      leaving.abort()
      expect(await inVain).toBeUndefined()
      await three.close()
      await three.close()
    })
  })
}
