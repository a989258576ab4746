import { test } from 'vitest'
import { disturbNetwork } from './event-store.chaos.ts'

// `npm run test:long` has 200 faults.
test('a network that delays, narrows, cuts and stalls loses no event, and none is there twice', async () => {
  const { appends } = await disturbNetwork(12, 7)
  console.info(`${appends} appends through 12 faults of the network`)
})
