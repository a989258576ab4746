/**
 * Two processes of the role `api` share the quotas of a workspace: what is held in one is missing in the other, and free
 * again after that one is killed.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAt, region } from '../hostile/attacker.ts'
import type { ServerProcess } from '../src/server-process.ts'
import { EXPIRED, startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const QUOTAS = { streams: 4, visitorStreams: 3, drafts: 400_000 }

let started: TwoProcesses

beforeAll(async () => {
  const script = join(import.meta.dirname, 'server-with-quotas.ts')
  started = await startTwoProcesses([script, JSON.stringify(QUOTAS)])
})
afterAll(() => started?.stop())

/** Pins a draft of about 300 KB in a process. Returns whether the share of the workspace was used up. */
async function usesUpDrafts({ url }: ServerProcess): Promise<boolean> {
  const counted = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/parley_quota_reached_total\{quota="drafts"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }
  const nodes = Array.from({ length: 19 }, (_, nth) => ({
    id: `n${nth}`,
    type: 'message',
    text: 'x'.repeat(7_900),
    position: { x: 0, y: 0 },
  }))
  const before = await counted()
  const path = `/api/${region}/v2/agents/${started.agentId}/test-conversations`
  const body = { draft: { title: 'Ada', nodes } }
  expect((await callAt(url, 'POST', path, { token: started.owner.token, body })).status).toBe(200)
  return (await counted()) > before
}

test('streams and drafts are counted over both processes, and those of a killed one no longer', async () => {
  const { one, two, followAsOwner: team, followAsVisitor: visitor } = started
  for (const server of [one, two, two, one]) expect(await team(server)).toBe(200)
  for (const server of [two, one, two]) expect(await visitor(server)).toBe(200)
  for (const server of [one, two]) {
    expect(await team(server)).toBe('stream-limit-reached')
    expect(await visitor(server)).toBe('visitor-stream-limit-reached')
  }
  expect([await usesUpDrafts(two), await usesUpDrafts(one)]).toEqual([false, true])

  two.process.kill('SIGKILL')
  await two.exit
  await expect.poll(() => team(one), EXPIRED).toBe(200)
  expect([await team(one), await team(one)]).toEqual([200, 'stream-limit-reached'])
  await expect.poll(() => visitor(one), EXPIRED).toBe(200)
  expect([await visitor(one), await visitor(one)]).toEqual([200, 'visitor-stream-limit-reached'])
  await expect.poll(() => usesUpDrafts(one), EXPIRED).toBe(false)
})
