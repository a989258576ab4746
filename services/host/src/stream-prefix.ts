/**
 * Which streams of an EventStoreDB are a region's: those whose names begin with a prefix, so that a server may hold others,
 * the other region among them. Logs from before there were prefixes go on without one.
 */
import { type Region, regions } from '@parley/contracts/endpoint.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { type Config, StartUpError } from './config.ts'
import { installation } from './installation.ts'

const DEFAULT = 'parley-{region}-'

/**
 * Returns the prefix of a region's streams, empty for none. Throws a `StartUpError` where the server holds two logs that
 * could be meant, or a log without a prefix that would read another one. `open` opens the log with a prefix.
 */
export async function streamPrefix(
  { EVENT_STORE_PREFIX: given }: Pick<Config, 'EVENT_STORE_PREFIX'>,
  region: Region,
  open: (prefix: string) => Promise<EventStore>,
): Promise<string> {
  if (given === 'none') return ''
  const prefix = (given ?? DEFAULT).replaceAll('{region}', region)
  const [own] = await markersIn(await open(prefix), [region])
  const bare = await markersIn(await open(''), regions)
  if (given !== undefined && own) return prefix
  if (own && bare.includes(region))
    throw new StartUpError(
      `Region ${region}: the event store holds a log with the prefix ${prefix} and an older one without.
Set EVENT_STORE_PREFIX=${DEFAULT} for the first or EVENT_STORE_PREFIX=none for the other. Nothing was changed.`,
    )
  if (own) return prefix
  if (bare.includes(region) && given === undefined) return ''
  if (bare.length > 0)
    throw new StartUpError(
      `Region ${region}: the event store holds the log of region ${bare.join(' and ')} without a prefix, which reads every stream there.
Set EVENT_STORE_URL to another server for the new log, or EVENT_STORE_PREFIX=none to go on with that one. Nothing was changed.`,
    )
  return prefix
}

/** Returns the regions whose installation a log begins with. */
async function markersIn(store: EventStore, candidates: readonly Region[]): Promise<Region[]> {
  try {
    const found = await Promise.all(
      candidates.map((region) => store.readStream(`${installation.category}-${region}`, { limit: 1 })),
    )
    return candidates.filter((_, nth) => (found[nth]?.length ?? 0) > 0)
  } finally {
    await store.close()
  }
}
