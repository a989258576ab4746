import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLateness } from './late.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => createLateness({ afterMs: 2_000, lookEveryMs: 250 })

test('calls back once, after the time and no more than a look later', () => {
  const watch = open()
  const late = vi.fn()
  watch(vi.fn())
  vi.advanceTimersByTime(200)
  watch(late)
  vi.advanceTimersByTime(2_000)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(250)
  expect(late).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(late).toHaveBeenCalledOnce()
})

test('does not call back for what is over, and leaves no timer', () => {
  const watch = open()
  const late = vi.fn()
  const over = watch(late)
  expect(vi.getTimerCount()).toBe(1)
  over()
  vi.advanceTimersByTime(10_000)
  expect(late).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  watch(late)
  vi.advanceTimersByTime(3_000)
  expect(late).toHaveBeenCalledOnce()
})
