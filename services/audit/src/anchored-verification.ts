/**
 * Verification of a region's log together with its newest anchors. The anchor whose roots a whole verification found in
 * the log is remembered, so that a later one may go on from there.
 */
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { type Head, merkleRoot } from '@parley/kernel/log/merkle-tree.ts'
import { type TenantHead, type VerifyOptions, verifyLog } from '@parley/kernel/log/verification.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { newestAnchors } from './anchors.ts'

/** The end of a day up to which a log was anchored. */
export type AnchorPlace = { day: string; position: number }

/** What a tenant's streams give another root than the one that was anchored for the day. */
export type RootFault = { tenant: string; day: string }

export type AnchoredVerification = {
  ok: boolean
  streams: number
  events: number
  /** Over all streams that were checked. */
  root: string
  /** The anchor after which the log was checked; undefined if it was checked from its start. */
  since?: AnchorPlace
  /** The anchor whose roots were compared; undefined if there is none yet, or after `since`. */
  anchor?: AnchorPlace
}

export type AnchoredOptions = Pick<VerifyOptions, 'tenant' | 'onFault' | 'onProgress'> & {
  /** Checks what follows the last verified anchor. */
  fromAnchor?: boolean
  /** Called with each root that differs. */
  onRootFault?(fault: RootFault): void
}

const VERIFIED = 'verified-anchor'

/**
 * Verifies a region's log, or one tenant's part, and compares the newest anchors with it. `fromAnchor` checks the hash
 * chains after the last verified anchor alone; returns 'none-verified' if there is none.
 */
export async function verifyAnchored(
  { eventStore, state }: { eventStore: EventStore; state: ReadStore },
  { fromAnchor = false, onRootFault, ...options }: AnchoredOptions = {},
): Promise<AnchoredVerification | 'none-verified'> {
  if (fromAnchor) {
    const since = await lastVerified(state)
    if (!since) return 'none-verified'
    const { ok, streams, events, root } = await verifyLog(eventStore, { ...options, after: since.position })
    return { ok, streams, events, root, since }
  }

  const anchored = await newestAnchors(state)
  if (!anchored) {
    const { ok, streams, events, root } = await verifyLog(eventStore, options)
    return { ok, streams, events, root }
  }
  const { day, position, roots } = anchored
  const before = await verifyLog(eventStore, { ...options, upTo: position })
  const differing = differingTenants(before.heads, roots, options.tenant)
  for (const tenant of differing) onRootFault?.({ tenant, day })
  const after = await verifyLog(eventStore, {
    ...options,
    after: position,
    onProgress: (events) => options.onProgress?.(before.events + events),
  })
  const heads = new Map<string, Head>([...before.heads, ...after.heads].map((head) => [head.stream, head]))
  const ok = before.ok && after.ok && differing.length === 0
  if (ok && options.tenant === undefined) await state.setSetting(VERIFIED, JSON.stringify({ day, position }))
  return {
    ok,
    streams: heads.size,
    events: before.events + after.events,
    root: merkleRoot(heads.values()),
    anchor: { day, position },
  }
}

/** Returns the tenants whose streams give another root than the anchored one. */
function differingTenants(
  heads: TenantHead[],
  anchored: ReadonlyMap<string, string>,
  only: string | undefined,
): string[] {
  const found = Map.groupBy(heads, ({ tenant }) => tenant)
  return [...anchored]
    .filter(([tenant, root]) => merkleRoot(found.get(tenant) ?? []) !== root)
    .map(([tenant]) => tenant)
    .filter((tenant) => only === undefined || tenant === only)
}

async function lastVerified(state: ReadStore): Promise<AnchorPlace | undefined> {
  const text = await state.getSetting(VERIFIED)
  if (text === undefined) return undefined
  const { day, position }: AnchorPlace = JSON.parse(text)
  return { day, position }
}
