/** The live streams of one session are counted in two processes; those of a killed one stop counting. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPIRED, startTwoProcesses, type TwoProcesses } from './two-processes.ts'

/** As many streams as a bearer may have open in all processes, and half of them. */
const MOST = 30
const HALF = MOST / 2

let started: TwoProcesses

beforeAll(async () => {
  started = await startTwoProcesses()
})
afterAll(() => started?.stop())

test('a session opens as many new streams as it had in a process that was killed, and no more', async () => {
  const { one, two, followAsOwner: follow } = started
  for (let nth = 0; nth < HALF; nth++) for (const server of [one, two]) expect(await follow(server)).toBe(200)
  for (const server of [one, two]) expect(await follow(server)).toBe('too-many-requests')

  two.process.kill('SIGKILL')
  await two.exit
  await expect.poll(() => follow(one), EXPIRED).toBe(200)
  for (let nth = 1; nth < HALF; nth++) expect(await follow(one)).toBe(200)
  expect(await follow(one)).toBe('too-many-requests')
})
