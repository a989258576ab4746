import { afterEach, expect, test, vi } from 'vitest'
import { withinTime } from './within-time.ts'

afterEach(() => void vi.useRealTimers())

test('an answer within 10 seconds is passed on, and none is waited for longer', async () => {
  vi.useFakeTimers()
  expect(await withinTime(Promise.resolve('signed in'))).toBe('signed in')
  await expect(withinTime(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)

  const ended = vi.fn()
  void withinTime(new Promise(() => {})).catch(ended)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
