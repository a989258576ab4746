/**
 * An EventStoreDB (its gRPC double) in which somebody else writes other streams, malformed JSON and huge binary events. With
 * prefixes it holds both regions, each with its own log; an older log without one goes on alone. Each is whole, anchored,
 * and without an event of anybody else.
 */
import { anchorsOf, anchorYesterday } from '@parley/audit/anchors.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@parley/engines/eventstoredb/event-store.double.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let double: EventStoreDouble
let noise: NodeJS.Timeout
let parley: TestPlatform

describe.each([
  {
    name: 'both regions, each with a prefix',
    regions: ['na', 'eu'],
    prefixOf: (region) => `parley-${region}-`,
  },
  {
    name: 'one region without a prefix',
    regions: ['na'],
    prefixOf: () => '',
    env: { EVENT_STORE_PREFIX: 'none' },
  },
] satisfies Shared[])('$name, among events of others', ({ regions, prefixOf, env = {} }: Shared) => {
  beforeAll(async () => {
    double = await startEventStoreDouble()
    let count = 0
    noise = setInterval(() => {
      count += 1
      double.write(`orders-${count}`, { type: 'OrderPlaced', data: Buffer.from('{"malformed":') })
      for (const stream of THEIRS)
        double.write(stream, { type: 'AgentCreated', data: Buffer.from([0xff, 0xfe]) })
      if (count % 50 === 0)
        double.write('pictures', { type: 'PictureTaken', data: Buffer.alloc(1_000_000), isJson: false })
    }, 5)
    parley = await startTestPlatform({ EVENT_STORE_URL: double.url, REGIONS: regions.join(), ...env })
  })
  afterAll(async () => {
    await parley?.stop()
    clearInterval(noise)
    await double?.stop()
  })

  test.each(regions)('the log of %s is whole, with anchors', async (region) => {
    const { client, workspaceId } = await parley.signUp(region)
    const params = { region, agentId: `shared${region}00000001` } as const
    await client.call('agents.save', { params, body: { title: `Desk ${region}` } })
    await parley.settled(region)
    expect((await client.call('agents.get', { params })).data).toMatchObject({ title: `Desk ${region}` })

    const { eventStore, state } = parley.platform.regions.get(region)!.engines
    expect(await verifyLog(eventStore)).toMatchObject({ ok: true, faults: [] })
    const tenant = workspaceId
    const now = () => new Date(Date.now() + 86_400_000)
    expect(await anchorYesterday({ eventStore, state, now })).toBeGreaterThan(0)
    const [anchor] = await anchorsOf({ eventStore, state }, tenant)
    expect(anchor?.root).toBe((await verifyLog(eventStore, { tenant })).root)

    const prefix = prefixOf(region)
    const events = await eventStore.readAll(START, 10_000)
    const stored = double.streams().filter((stream) => stream.startsWith(prefix) && !isTheirs(stream))
    expect([...new Set(events.map(({ stream }) => prefix + stream))].sort()).toEqual(stored)
    const answer = await fetch(`${parley.url}/readyz`)
    const { regions }: { regions: { failing: unknown[] }[] } = await answer.json()
    expect([answer.status, regions.flatMap(({ failing }) => failing)]).toEqual([200, []])
  })
})

type Shared = {
  name: string
  regions: Region[]
  prefixOf: (region: Region) => string
  env?: Record<string, string>
}

/** Named nearly like ours. */
const THEIRS = ['parley-nation', 'agent-theirs']
const isTheirs = (stream: string): boolean => THEIRS.includes(stream) || /^(orders-|pictures$)/.test(stream)
