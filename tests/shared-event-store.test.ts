/**
 * Both regions in one EventStoreDB (its gRPC double) in which somebody else writes other streams, malformed JSON and huge
 * binary events: each region has its own log, whole, anchored, and without an event of anybody else.
 */
import { anchorsOf, anchorYesterday } from '@parley/audit/anchors.ts'
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@parley/engines/eventstoredb/event-store.double.ts'
import { START } from '@parley/kernel/event-store.ts'
import { verifyLog } from '@parley/kernel/verification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const inBoth = ['na', 'eu'] as const
let double: EventStoreDouble
let noise: NodeJS.Timeout
let parley: TestPlatform

beforeAll(async () => {
  double = await startEventStoreDouble()
  let count = 0
  noise = setInterval(() => {
    count += 1
    double.write(`orders-${count}`, { type: 'OrderPlaced', data: Buffer.from('{"malformed":') })
    double.write('parley-nation', { type: 'AgentCreated', data: Buffer.from([0xff, 0xfe]) })
    if (count % 50 === 0)
      double.write('pictures', { type: 'PictureTaken', data: Buffer.alloc(1_000_000), isJson: false })
  }, 5)
  parley = await startTestPlatform({ EVENT_STORE_URL: double.url })
})
afterAll(async () => {
  await parley?.stop()
  clearInterval(noise)
  await double?.stop()
})

test('each region has a whole log of its own, with anchors, among events of others', async () => {
  const people = await Promise.all(inBoth.map((region) => parley.signUp(region)))
  for (const [nth, region] of inBoth.entries()) {
    const { client, workspaceId } = people[nth]!
    const params = { region, agentId: `shared${region}00000001` } as const
    await client.call('agents.save', { params, body: { title: `Desk ${region}` } })
    await parley.settled(region)
    expect((await client.call('agents.get', { params })).data).toMatchObject({ title: `Desk ${region}` })

    const { eventStore, state } = parley.platform.regions.get(region)!.engines
    const verified = await verifyLog(eventStore)
    expect(verified).toMatchObject({ ok: true, faults: [] })
    const tenant = workspaceId
    const now = () => new Date(Date.now() + 86_400_000)
    expect(await anchorYesterday({ eventStore, state, now })).toBeGreaterThan(0)
    const [anchor] = await anchorsOf({ eventStore, state }, tenant)
    expect(anchor?.root).toBe((await verifyLog(eventStore, { tenant })).root)

    const events = await eventStore.readAll(START, 10_000)
    const stored = double.streams().filter((stream) => stream.startsWith(`parley-${region}-`))
    expect([...new Set(events.map(({ stream }) => `parley-${region}-${stream}`))].sort()).toEqual(stored)
  }
})
