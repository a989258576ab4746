/**
 * Tamper evidence: checks the hash chain of every stream and returns the Merkle root over the streams' heads. A change,
 * removal or reordering inside a stream breaks its chain; a removed tail or stream changes the root, which is why roots
 * are anchored daily and exported.
 */
import { hash } from 'node:crypto'
import type { EventStore } from './event-store.ts'
import { START } from './event-store.ts'
import { faultOf, GENESIS, hashIn } from './recorded-event.ts'

/** `tenant`: as in the event; undefined where it can't be read. */
export type Fault = { tenant: string | undefined; stream: string; revision: number; fault: string }
export type Head = { stream: string; revision: number; hash: string }
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
    const sorted = [...heads.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    return {
      ok: faults.length === 0,
      streams: heads.size,
      events,
      faults,
      heads: sorted,
      root: merkleRoot(sorted),
      position,
    }
  }
}

/** Returns the Merkle root over heads sorted by stream. Leaves and inner nodes have different prefixes (RFC 6962). */
export function merkleRoot(heads: Head[]): string {
  let level = heads.map((head) => sha256(`leaf\n${head.stream}\n${head.revision}\n${head.hash}`))
  if (level.length === 0) return sha256('empty')
  while (level.length > 1) {
    const above: string[] = []
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index]!
      const right = level[index + 1]
      above.push(right === undefined ? left : sha256(`node\n${left}\n${right}`))
    }
    level = above
  }
  return level[0]!
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url')
}

function tenantIn(metadata: string): string | undefined {
  try {
    const { tenant }: { tenant?: unknown } = JSON.parse(metadata)
    return typeof tenant === 'string' ? tenant : undefined
  } catch {
    return undefined
  }
}
