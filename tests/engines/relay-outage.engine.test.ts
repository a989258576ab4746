/**
 * A real Kafka is unavailable while visitors talk: they get replies, and the team misses no notification and gets none
 * twice.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversationsOf, openRelayedPlatform, type RelayedPlatform } from '../src/relayed.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { type RunningKafka, startKafka } from './kafka.ts'

const patience = { timeout: 120_000, interval: 200 }
let kafka: RunningKafka
let parley: TestPlatform
let platform: RelayedPlatform

beforeAll(async () => {
  kafka = await startKafka()
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent', MESSAGE_BUS_URL: kafka.url })
  platform = await openRelayedPlatform(parley)
})
afterAll(async () => {
  await parley?.stop()
  await kafka?.stop()
})

test('the relay waits for the broker, then publishes everything once and in order', async () => {
  const { talk, relayed, bus } = platform
  const before = await talk('before')
  await vi.waitFor(async () => expect(await relayed()).toEqual(conversationsOf([before])), patience)

  await kafka.crash()
  const during = [await talk('during 0')]
  await expect(bus.publish([{ topic: 'probe', key: 'w', id: 'p', value: '0' }])).rejects.toThrow(
    'MESSAGE_BUS_URL',
  )
  // By then the relay has failed more than once.
  during.push(await talk('during 1'), await talk('during 2'))
  expect(await relayed()).toEqual(conversationsOf([before]))
  await kafka.restart()

  const after = await talk('after')
  const everybody = conversationsOf([before, ...during, after])
  await vi.waitFor(async () => expect(await relayed()).toEqual(everybody), patience)
  await vi.waitFor(async () => expect(await bus.lag('notifications', 'notifications')).toBe(0), patience)
  await platform.expectAllRelayed()
  expect(await relayed()).toEqual(everybody)
})
