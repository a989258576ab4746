import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eventStoreConformance } from '@parley/kernel/log/event-store.conformance.ts'
import { describe, test } from 'vitest'
import { openEventStoreDb } from './event-store.ts'

const url = process.env.EVENT_STORE_URL
/** A command that restarts the server, such as `docker restart event-store`. */
const restart = process.env.EVENT_STORE_RESTART

if (url?.startsWith('esdb'))
  for (const prefix of ['', 'parley-test-'])
    eventStoreConformance(`EventStoreDB with the prefix "${prefix}"`, async () => {
      let store = await openEventStoreDb({ url, prefix })
      return {
        store,
        async reopen() {
          await store.close()
          store = await openEventStoreDb({ url, prefix })
          return store
        },
        another: () => openEventStoreDb({ url, prefix }),
        ...(restart
          ? {
              async restartServer() {
                await promisify(execFile)('sh', ['-c', restart])
              },
            }
          : {}),
        close: () => store.close(),
      }
    })
else
  describe.skip('EventStoreDB: set EVENT_STORE_URL=esdb://… to test against it', () =>
    test('skipped', () => {}))
