import type { Call } from '@parley/kernel/handler.ts'
import { expect, test } from 'vitest'
import { createLive } from './live.ts'

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
  const live = createLive()
  const notices = listen(live, 'w1', leaving.signal)
  expect((await notices.next()).value).toEqual({ event: 'ready', data: {} })
  const next = notices.next()
  live.tell([event('w2', 1), event('w1', 2)])
  expect((await next).value).toMatchObject({ event: 'change', data: { position: 2, agentId: 'a1' } })
  leaving.abort()
  expect((await notices.next()).done).toBe(true)
})

test('lets a reader go that is too slow, so that it comes again and misses nothing', async () => {
  const live = createLive()
  const notices = listen(live, 'w1', new AbortController().signal)
  await notices.next()
  live.tell(Array.from({ length: 600 }, (_, position) => event('w1', position)))
  let told = 0
  while (!(await notices.next()).done) told++
  expect(told).toBeLessThanOrEqual(500)
})
