/**
 * The message bus is unavailable while visitors talk. `BUS_DOWN_MS` is the minimum duration (default: until its own
 * writes fail; the full proof is a minute: `BUS_DOWN_MS=60000 npx vitest run --project faults bus-down`).
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversationsOf, openRelayedPlatform, type RelayedPlatform } from '../src/relayed.ts'
import { takeAway } from '../src/take-away.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const DOWN_MS = Number(process.env.BUS_DOWN_MS ?? 0)

let parley: TestPlatform
let platform: RelayedPlatform

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent' })
  platform = await openRelayedPlatform(parley)
})
afterAll(() => parley.stop())

test('commands work without it, and when it is back it receives everything once', async () => {
  const { talk, relayed, bus } = platform
  const before = await talk('before')
  await vi.waitFor(async () => expect(await relayed()).toEqual(conversationsOf([before])), {
    timeout: 60_000,
  })

  const back = takeAway(join(parley.dataDir, 'na', 'bus.db'))
  const wentAt = Date.now()
  const during = []
  do {
    during.push(await talk(`during ${during.length}`))
    await expect(bus.publish([{ topic: 'probe', key: 'w', id: 'p', value: '0' }])).rejects.toThrow('locked')
  } while (Date.now() - wentAt < DOWN_MS)
  expect(await relayed()).toEqual(conversationsOf([before]))
  // Three events of a conversation are relayed: that it began, what the visitor said, and that they ask for a person.
  expect((await relayLag()).events).toBeGreaterThanOrEqual(3 * during.length)
  await expect.poll(async () => (await relayLag()).seconds).toBeGreaterThan(0)
  back()

  const everybody = conversationsOf([before, ...during].slice(-5))
  await vi.waitFor(async () => expect(await relayed()).toEqual(everybody), { timeout: 60_000 })
  await platform.expectAllRelayed()
  await expect.poll(relayLag).toEqual({ events: 0, seconds: 0 })
  await expect
    .poll(metrics)
    .toContain('parley_bus_lag_messages{region="na",topic="notifications",group="notifications"} 0\n')
})

/** What operators see of it. */
async function relayLag() {
  const text = await metrics()
  const [events, seconds] = ['events', 'seconds'].map((unit) =>
    Number(
      new RegExp(`^parley_policy_lag_${unit}\\{region="na",policy="relay"\\} (\\S+)$`, 'm').exec(text)?.[1],
    ),
  )
  return { events, seconds }
}

const metrics = async () => (await fetch(`${parley.url}/metrics`)).text()
