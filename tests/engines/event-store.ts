import { randomBytes } from 'node:crypto'
import { startEventStoreDouble } from '@parley/engines/eventstoredb/event-store.double.ts'
import { containersAvailable, startEventStore } from './containers.ts'

/**
 * The environment of an empty log in EventStoreDB: in the server of EVENT_STORE_URL if one is given, whatever else it
 * holds, else in a container, else in the gRPC double.
 */
export async function emptyEventStore(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const given = process.env.EVENT_STORE_URL
  if (given?.startsWith('esdb')) {
    const EVENT_STORE_PREFIX = `parley-test-${randomBytes(6).toString('hex')}-{region}-`
    return { env: { EVENT_STORE_URL: given, EVENT_STORE_PREFIX }, stop: async () => undefined }
  }
  const started = (await containersAvailable()) ? await startEventStore() : await startEventStoreDouble()
  return { env: { EVENT_STORE_URL: started.url }, stop: () => started.stop() }
}
