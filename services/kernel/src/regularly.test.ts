import { describe, expect, it, vi } from 'vitest'
import { regularly } from './regularly.ts'

describe('regular work', () => {
  it('begins at once, goes on by the clock and ends with stop', async () => {
    vi.useFakeTimers()
    let rounds = 0
    const regular = regularly(async () => void rounds++, { everyMs: 1_000, onFault: expect.fail })
    await vi.advanceTimersByTimeAsync(2_500)
    expect(rounds).toBe(3)
    regular.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(rounds).toBe(3)
    vi.useRealTimers()
  })

  it('never does two rounds at a time: the clock passes over a round under way, look follows it', async () => {
    vi.useFakeTimers()
    const ends: (() => void)[] = []
    const regular = regularly(() => new Promise<void>((end) => ends.push(end)), {
      everyMs: 1_000,
      onFault: expect.fail,
    })
    await vi.advanceTimersByTimeAsync(3_500)
    expect(ends).toHaveLength(1)
    const looked = regular.look()
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await looked
    regular.stop()
    vi.useRealTimers()
  })

  it('tells what failed and goes on', async () => {
    vi.useFakeTimers()
    const faults: unknown[] = []
    const regular = regularly(() => Promise.reject(new Error('no')), {
      everyMs: 1_000,
      onFault: (error) => faults.push(error),
    })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(faults).toHaveLength(2)
    await expect(regular.look()).rejects.toThrow('no')
    regular.stop()
    vi.useRealTimers()
  })
})
