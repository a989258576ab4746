/**
 * Tamper evidence: checks the hash chain of every stream and returns the Merkle root over the streams' heads. A change,
 * removal or reordering inside a stream breaks its chain; a removed tail or stream changes the root, which is why roots
 * are anchored daily and exported.
 */
import type { EventStore } from './event-store.ts'
import { START } from './event-store.ts'
import { type Head, merkleRoot } from './merkle-tree.ts'
import { faultOf, GENESIS, hashIn } from './recorded-event.ts'

/** `tenant`: as in the event; undefined where it can't be read. */
export type Fault = { tenant: string | undefined; stream: string; revision: number; fault: string }
export type Verification = {
  ok: boolean
  streams: number
  events: number
  faults: Fault[]
  heads: Head[]
  root: string
  position: number
}

const PAGE = 1_000
const MOST_FAULTS = 100

/** Reads the whole log (or one tenant's part) and checks it, up to the position `upTo` if given. */
export async function verifyLog(
  eventStore: EventStore,
  options: { tenant?: string; upTo?: number } = {},
): Promise<Verification> {
  const heads = new Map<string, Head>()
  const faults: Fault[] = []
  let events = 0
  let position = START
  for (;;) {
    const page = await eventStore.readAll(position, PAGE)
    for (const event of page) {
      if (options.upTo !== undefined && event.position > options.upTo) return result()
      position = event.position
      if (options.tenant !== undefined && tenantIn(event.metadata) !== options.tenant) continue
      const head = heads.get(event.stream)
      const expected = { revision: (head?.revision ?? -1) + 1, previousHash: head?.hash ?? GENESIS }
      const fault = faultOf(event, expected)
      if (fault !== undefined && faults.length < MOST_FAULTS)
        faults.push({
          tenant: tenantIn(event.metadata),
          stream: event.stream,
          revision: event.revision,
          fault,
        })
      heads.set(event.stream, { stream: event.stream, revision: event.revision, hash: hashIn(event) })
      events++
    }
    if (page.length < PAGE) return result()
  }

  function result(): Verification {
    const found = [...heads.values()]
    return {
      ok: faults.length === 0,
      streams: heads.size,
      events,
      faults,
      heads: found,
      root: merkleRoot(found),
      position,
    }
  }
}

function tenantIn(metadata: string): string | undefined {
  try {
    const { tenant }: { tenant?: unknown } = JSON.parse(metadata)
    return typeof tenant === 'string' ? tenant : undefined
  } catch {
    return undefined
  }
}
