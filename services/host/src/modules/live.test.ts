import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

/** A `Live` over a log with these events, all of them projected. */
function liveOf(log: StoredEvent[]) {
  const readAll = async (after: number, limit: number) =>
    log.filter(({ position }) => position > after).slice(0, limit)
  return createLive({ state, eventStore: { readAll }, position: () => log.at(-1)?.position ?? -1 })
}

function listen(
  live: ReturnType<typeof createLive>,
  tenant: string,
  signal: AbortSignal,
  after?: number,
  principal: object = { kind: 'user' },
) {
  const call = { tenant, query: { after }, request: { signal }, principal }
  const answer = live.handlers['live.changes']?.(call as unknown as Call as never)
  if (!answer || answer instanceof Promise || !('stream' in answer)) throw new Error('no stream')
  return answer.stream[Symbol.asyncIterator]()
}

async function untilReady(notices: ReturnType<typeof listen>) {
  const told: unknown[] = []
  for (;;) {
    const { value, done } = await notices.next()
    if (done) throw new Error('the stream ended before it was ready')
    told.push(value)
    if (value.event === 'ready') return told
  }
}

test("notifies a workspace of its own events and not of another's", async () => {
  const leaving = new AbortController()
  const live = liveOf([event('w1', 0)])
  const notices = listen(live, 'w1', leaving.signal)
  expect(await untilReady(notices)).toEqual([{ event: 'ready', data: { missed: true, position: 0 } }])
  const next = notices.next()
  live.tell([event('w2', 1), event('w1', 2)])
  expect((await next).value).toMatchObject({ event: 'change', data: { position: 2, agentId: 'a1' } })
  leaving.abort()
  expect((await notices.next()).done).toBe(true)
})

test('sends a listener that gives its position the changes since then, then new ones', async () => {
  const log = [event('w1', 0), event('w2', 1), event('w1', 2)]
  const live = liveOf(log)
  const signal = new AbortController().signal
  const change = (position: number) =>
    expect.objectContaining({ data: expect.objectContaining({ position }) })
  const ready = (position: number) => ({ event: 'ready', data: { missed: false, position } })
  expect(await untilReady(listen(live, 'w1', signal, 2))).toEqual([ready(2)])
  expect(await untilReady(listen(live, 'w1', signal, 0))).toEqual([change(2), ready(2)])

  const notices = listen(live, 'w1', signal, -1)
  const begun = notices.next()
  // Arrives while the log is being read.
  log.push(event('w1', 3))
  live.tell([event('w1', 3)])
  expect((await begun).value).toEqual(change(0))
  expect(await untilReady(notices)).toEqual([change(2), ready(2)])
  expect((await notices.next()).value).toEqual(change(3))
})

test('reports that changes were missed when there are too many to read again', async () => {
  const log = Array.from({ length: 600 }, (_, position) => event('w2', position))
  const live = liveOf(log)
  const signal = new AbortController().signal
  const ready = (missed: boolean) => [{ event: 'ready', data: { missed, position: 599 } }]
  expect(await untilReady(listen(live, 'w1', signal, 98))).toEqual(ready(true))
  expect(await untilReady(listen(live, 'w1', signal, 99))).toEqual(ready(false))
})

test('disconnects a listener that is too slow, so that it reconnects and misses nothing', async () => {
  const live = liveOf([])
  const notices = listen(live, 'w1', new AbortController().signal)
  await untilReady(notices)
  live.tell(Array.from({ length: 600 }, (_, position) => event('w1', position)))
  let told = 0
  while (!(await notices.next()).done) told++
  expect(told).toBeLessThanOrEqual(500)
})

test('knows in every process whether somebody listens to a workspace, in whichever process they do', async () => {
  const leaving = new AbortController()
  const [one, two] = [liveOf([]), liveOf([])]
  expect(await two.isHeard('w1', 'a1')).toBe(false)
  const notices = listen(one, 'w1', leaving.signal)
  await notices.next()
  expect(await one.isHeard('w1', 'a1')).toBe(true)
  await expect.poll(() => two.isHeard('w1', 'a1'), { timeout: 10_000 }).toBe(true)
  expect(await two.isHeard('w2', 'a1')).toBe(false)
  leaving.abort()
  await notices.next()
  expect(await one.isHeard('w1', 'a1')).toBe(false)
  await expect.poll(() => two.isHeard('w1', 'a1'), { timeout: 10_000 }).toBe(false)
})

describe('a client', () => {
  const client = (agentIds: string[], more: object = {}) => ({
    ...{ kind: 'client', clientId: 'c1', orgId: 'o1', agentIds, online: true },
    ...more,
  })
  const onStream = (stream: string, position: number) => ({ ...event('w1', position), stream, data: '{}' })

  test('is told of its own agents alone', async () => {
    const log = [event('w1', 0)]
    const live = liveOf(log)
    const { signal } = new AbortController()
    const ready = [{ event: 'ready', data: { missed: false, position: 0 } }]
    expect(await untilReady(listen(live, 'w1', signal, -1, client(['a2'])))).toEqual(ready)
    const notices = listen(live, 'w1', signal, 0, client(['a1']))
    await untilReady(notices)
    const next = notices.next()
    live.tell([onStream('workspace-w1', 1), event('w1', 2)])
    expect((await next).value).toMatchObject({ data: { position: 2, agentId: 'a1' } })
  })

  test('is told of the credits of its own organisation alone', async () => {
    const live = liveOf([])
    const notices = listen(live, 'w1', new AbortController().signal, undefined, client(['a1']))
    await untilReady(notices)
    const next = notices.next()
    live.tell(['credits-w1', 'orgcredits-o2', 'orgcredits-o1'].map(onStream))
    expect((await next).value).toMatchObject({ data: { stream: 'orgcredits-o1' } })
    // An agent with limits has reservations of its own, also in the ledgers of others that have the agent.
    const after = notices.next()
    const reserved = (stream: string, position: number) => ({
      ...onStream(stream, position),
      data: JSON.stringify({ agentId: 'a1' }),
    })
    live.tell(['credits-w1', 'orgcredits-o2', 'orgcredits-o1'].map(reserved))
    expect((await after).value).toMatchObject({ data: { stream: 'orgcredits-o1' } })
  })

  test('is told of a change of its own organisation when it asks again', async () => {
    const log = ['organisation-o2', 'organisation-o1'].map(onStream)
    const notices = listen(liveOf(log), 'w1', new AbortController().signal, -1, client(['a1']))
    const told = await untilReady(notices)
    expect(told).toMatchObject([{ data: { stream: 'organisation-o1' } }, { event: 'ready' }])
  })

  test('asks again if it was changed after it was let in, and goes on from there', async () => {
    const live = liveOf([onStream('client-c1', 4)])
    const asking = (after: number, clientId = 'c1') =>
      listen(live, 'w1', new AbortController().signal, after, client(['a1'], { clientId }))
    const before = asking(3)
    expect(await untilReady(before)).toMatchObject([{ event: 'ready', data: { position: 4 } }])
    expect(await before.next()).toMatchObject({ done: true })
    for (const stays of [asking(4), asking(3, 'c2')]) {
      await untilReady(stays)
      const next = stays.next()
      live.tell([event('w1', 5)])
      expect((await next).value).toMatchObject({ data: { position: 5 } })
    }
  })

  test('is told of notifications about its own agents alone', async () => {
    const live = liveOf([])
    const notices = listen(live, 'w1', new AbortController().signal, undefined, client(['a1']))
    await untilReady(notices)
    const next = notices.next()
    const about = (agentId: string, position: number) => ({
      ...onStream('notification-n1', position),
      data: JSON.stringify({ urlPathname: `/app/na/agents/${agentId}/convos?conversation=v1` }),
    })
    live.tell([onStream('notification-n1', 1), about('a2', 2), about('a1', 3)])
    expect((await next).value).toMatchObject({ data: { position: 3 } })
  })

  test('asks again once its own settings or those of its organisation changed', async () => {
    for (const stream of ['client-c1', 'organisation-o1']) {
      const live = liveOf([])
      const notices = listen(live, 'w1', new AbortController().signal, undefined, client(['a1']))
      await untilReady(notices)
      const next = notices.next()
      live.tell([onStream('client-c2', 1), onStream(stream, 2)])
      expect((await next).done).toBe(true)
    }
  })

  test('answers for its own agents while it is online', async () => {
    const live = liveOf([])
    const leaving = new AbortController()
    await untilReady(listen(live, 'w1', leaving.signal, undefined, client(['a1'], { online: false })))
    expect(await live.isHeard('w1', 'a1')).toBe(false)
    await untilReady(listen(live, 'w1', leaving.signal, undefined, client(['a1'])))
    await untilReady(listen(live, 'w1', leaving.signal, undefined, client(['a3'])))
    expect(await live.isHeard('w1', 'a1')).toBe(true)
    expect(await live.isHeard('w1', 'a3')).toBe(true)
    expect(await live.isHeard('w1', 'a2')).toBe(false)
  })

  test('looks while it is online, beside members and whoever views as it', async () => {
    const live = liveOf([])
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const viewer = { viewId: 'v1', userId: 'u1', displayName: 'Ada', expiresAt: 0 }
    await untilReady(listen(live, 'w1', staying.signal))
    await untilReady(listen(live, 'w1', staying.signal, undefined, client(['a1'], { viewer })))
    await untilReady(listen(live, 'w1', staying.signal, undefined, client(['a1'], { online: false })))
    expect(await live.isLooking('w1', 'c1')).toBe(false)
    const notices = listen(live, 'w1', leaving.signal, undefined, client([]))
    await untilReady(notices)
    expect(await live.isLooking('w1', 'c1')).toBe(true)
    expect(await live.isLooking('w1', 'c2')).toBe(false)
    expect(await live.isLooking('w2', 'c1')).toBe(false)
    leaving.abort()
    await notices.next()
    expect(await live.isLooking('w1', 'c1')).toBe(false)
  })
})
