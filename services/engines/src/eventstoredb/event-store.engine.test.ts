import { eventStoreConformance } from '@parley/kernel/event-store.conformance.ts'
import { describe, test } from 'vitest'
import { openEventStoreDb } from './event-store.ts'

const url = process.env.EVENT_STORE_URL

if (url?.startsWith('esdb'))
  eventStoreConformance('EventStoreDB', async () => {
    let store = await openEventStoreDb({ url })
    return {
      store,
      async reopen() {
        await store.close()
        store = await openEventStoreDb({ url })
        return store
      },
      another: () => openEventStoreDb({ url }),
      close: () => store.close(),
    }
  })
else
  describe.skip('EventStoreDB: set EVENT_STORE_URL=esdb://… to test against it', () =>
    test('skipped', () => {}))
