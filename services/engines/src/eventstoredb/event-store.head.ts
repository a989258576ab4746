import type { EventStoreDBClient } from '@eventstore/db-client'
import { START } from '@parley/kernel/log/event-store.ts'
import { ofAll } from './event-store.calls.ts'
import { filterOf, positionOf, storedEventOf } from './event-store.event.ts'
import { collect } from './event-store.reading.ts'
import { type Log, nextBatch, subscribe } from './event-store.subscription.ts'

const BATCH_SIZE = 1_000
/** Events of others may be large. */
const PAGE = 100

export type Head = {
  /** Returns the position of the newest event; `START` when there is none. */
  newest(log: Log): Promise<number>
  searched: Log['searched']
}

/**
 * Finds the newest event of the log among those of others: the first time backwards from the end, then from where the
 * log has been read to, since others may have written any number of events in the meantime.
 */
export function createHead(): Head {
  /** The newest known event, and up to where there is no newer one. */
  let known: { newest: number; searchedTo: number } | undefined
  const searched: Log['searched'] = (after, until, newest) => {
    if (!known || after > known.searchedTo) return
    known.newest = Math.max(known.newest, newest ?? START)
    known.searchedTo = Math.max(known.searchedTo, until)
  }
  return {
    searched,
    async newest(log) {
      if (known) {
        const from = known
        await log.connection.run('find its newest event', (client) => searchOn(log, client, from))
      } else {
        const newest = await log.connection.run('find its newest event', (client) => last(log, client))
        known ??= { newest, searchedTo: newest }
      }
      return known.newest
    },
  }
}

/** The server filters by the prefix; without one, events of others may be the newest of many. */
async function last({ streams, timeoutMs }: Log, client: EventStoreDBClient): Promise<number> {
  let from: number | undefined
  for (let count = 1; ; count = PAGE) {
    const options = { count, backwards: true, ...(from === undefined ? {} : { from }) }
    const page = await collect(client, ofAll(filterOf(streams), options), timeoutMs)
    for (const response of page) {
      const own = storedEventOf(response, streams)
      if (own) return own.position
    }
    const furthest = page.at(-1)
    const reached = furthest && positionOf(furthest)
    if (reached === undefined || reached === from) return START
    from = reached
  }
}

/** Reads on to the end of the log. What was read is noted as it comes, so that another try goes on from there. */
async function searchOn(log: Log, client: EventStoreDBClient, from: { searchedTo: number }): Promise<void> {
  const never = new AbortController().signal
  const subscription = await subscribe(log, client, from.searchedTo, never)
  try {
    while (!(await nextBatch(subscription, BATCH_SIZE)).caughtUp) await subscription.more(log.timeoutMs)
  } finally {
    subscription.end()
  }
}
