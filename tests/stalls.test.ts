import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureStalls } from './src/stalls.ts'

let stalls: ReturnType<typeof measureStalls>
beforeEach(() => {
  stalls = measureStalls()
})
afterEach(() => stalls.stop())

const cpuMs = () => process.threadCpuUsage().user / 1_000
function work(ms: number): void {
  for (const end = cpuMs() + ms; cpuMs() < end; );
}

test('a computation that blocks the event loop is a stall', async () => {
  await new Promise(setImmediate)
  work(300)
  await new Promise(setImmediate)
  expect(stalls.longestMs()).toBeGreaterThanOrEqual(300)
})

test('a thread that does not get to run has no stall', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(stalls.longestMs()).toBeLessThan(500)
})

test('the work of several turns of the event loop is no stall', async () => {
  for (let turn = 0; turn < 20; turn++) {
    work(50)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(stalls.longestMs()).toBeLessThan(500)
})
