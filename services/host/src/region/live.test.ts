import { openSqliteReadStore } from '@parley/kernel/engines/read-store.sqlite.ts'
import type { Call } from '@parley/kernel/handler.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLive } from './live.ts'

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

const event = (tenant: string, position: number) => ({
  id: `${position}`,
  type: 'AgentPublished',
  data: '{}',
  metadata: JSON.stringify({ tenant }),
  stream: 'agent-a1',
  revision: position,
  position,
})

function listen(live: ReturnType<typeof createLive>, tenant: string, signal: AbortSignal) {
  const answer = live.handlers['live.changes']?.({ tenant, request: { signal } } as unknown as Call as never)
  if (!answer || answer instanceof Promise || !('stream' in answer)) throw new Error('no stream')
  return answer.stream[Symbol.asyncIterator]()
}

test("tells a workspace what happens in it, and nothing of another's", async () => {
  const leaving = new AbortController()
  const live = createLive({ state })
  const notices = listen(live, 'w1', leaving.signal)
  expect((await notices.next()).value).toEqual({ event: 'ready', data: {} })
  const next = notices.next()
  live.tell([event('w2', 1), event('w1', 2)])
  expect((await next).value).toMatchObject({ event: 'change', data: { position: 2, agentId: 'a1' } })
  leaving.abort()
  expect((await notices.next()).done).toBe(true)
})

test('lets a reader go that is too slow, so that it comes again and misses nothing', async () => {
  const live = createLive({ state })
  const notices = listen(live, 'w1', new AbortController().signal)
  await notices.next()
  live.tell(Array.from({ length: 600 }, (_, position) => event('w1', position)))
  let told = 0
  while (!(await notices.next()).done) told++
  expect(told).toBeLessThanOrEqual(500)
})

test('knows at every process whether somebody of a workspace listens, wherever they do', async () => {
  const leaving = new AbortController()
  const [one, two] = [createLive({ state }), createLive({ state })]
  expect(await two.isHeard('w1')).toBe(false)
  const notices = listen(one, 'w1', leaving.signal)
  await notices.next()
  expect(await one.isHeard('w1')).toBe(true)
  await expect.poll(() => two.isHeard('w1'), { timeout: 10_000 }).toBe(true)
  expect(await two.isHeard('w2')).toBe(false)
  leaving.abort()
  await notices.next()
  expect(await one.isHeard('w1')).toBe(false)
  await expect.poll(() => two.isHeard('w1'), { timeout: 10_000 }).toBe(false)
})
