import { disturbNetwork } from '@parley/engines/eventstoredb/event-store.chaos.ts'
import { test } from 'vitest'

test('200 faults of the network to an EventStoreDB lose no event, and none is there twice', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32)
  const { appends } = await disturbNetwork(200, seed)
  console.info(`${appends} appends through 200 faults of the network, seed ${seed}`)
})
