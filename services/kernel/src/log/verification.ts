/**
 * Tamper evidence: checks the hash chain of every stream and returns the Merkle root over the streams' heads. A change,
 * removal or reordering inside a stream breaks its chain; a removed tail or stream changes the root, which is why roots
 * are anchored daily and exported.
 */
import { type EventStore, START, type StoredEvent } from './event-store.ts'
import { type Head, merkleRoot } from './merkle-tree.ts'
import { faultOf, GENESIS, hashIn } from './recorded-event.ts'

/** `tenant`: as in the event; undefined where it can't be read. */
export type Fault = { tenant: string | undefined; stream: string; revision: number; fault: string }
/** The newest event of a stream, with the tenant of its first one that was checked. */
export type TenantHead = Head & { tenant: string | undefined }
export type Verification = {
  ok: boolean
  streams: number
  events: number
  /** The first hundred. */
  faults: Fault[]
  heads: TenantHead[]
  root: string
  position: number
}

export type VerifyOptions = {
  tenant?: string
  /** Checks up to this position; the whole log unless told. */
  upTo?: number
  /** Checks what follows this position. The log up to it must have been verified before. */
  after?: number
  /** Called with each fault as it is found, also with those that the result has no place for. */
  onFault?(fault: Fault): void
  /** Called after each page that was checked, with the events so far. */
  onProgress?(events: number): void
}

const PAGE = 1_000
const MOST_FAULTS = 100

/**
 * Reads the whole log, one tenant's part, or what follows a position, and checks it. After a position, `streams`, `heads`
 * and `root` are those of the streams that have events there.
 */
export async function verifyLog(eventStore: EventStore, options: VerifyOptions = {}): Promise<Verification> {
  const { tenant, upTo = Number.POSITIVE_INFINITY, after = START } = options
  const heads = new Map<string, TenantHead>()
  const faults: Fault[] = []
  let ok = true
  let events = 0
  let position = after
  for (;;) {
    const page = await eventStore.readAll(position, PAGE)
    for (const event of page) {
      if (event.position > upTo) return result()
      position = event.position
      if (tenant !== undefined && tenantIn(event.metadata) !== tenant) continue
      const known = heads.get(event.stream)
      const head = known ?? (await headBefore(event))
      const expected = { revision: (head?.revision ?? -1) + 1, previousHash: head?.hash ?? GENESIS }
      const fault = faultOf(event, expected)
      if (fault !== undefined) report(event, fault)
      const { stream, revision } = event
      const owner = known ? known.tenant : tenantIn(event.metadata)
      heads.set(stream, { stream, revision, hash: hashIn(event), tenant: owner })
      events++
    }
    options.onProgress?.(events)
    if (page.length < PAGE) return result()
  }

  /** Returns the event of a stream from which its chain goes on after `after`. */
  async function headBefore({ stream, revision }: StoredEvent): Promise<Head | undefined> {
    if (after === START || revision === 0) return undefined
    const [before] = await eventStore.readStream(stream, { from: revision - 1, limit: 1 })
    return before?.revision === revision - 1 && before.position <= after
      ? { stream, revision: before.revision, hash: hashIn(before) }
      : { stream, revision: revision - 2, hash: GENESIS }
  }

  function report({ metadata, stream, revision }: StoredEvent, fault: string): void {
    const found = { tenant: tenantIn(metadata), stream, revision, fault }
    ok = false
    options.onFault?.(found)
    if (faults.length < MOST_FAULTS) faults.push(found)
  }

  function result(): Verification {
    const found = [...heads.values()]
    return { ok, streams: heads.size, events, faults, heads: found, root: merkleRoot(found), position }
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
