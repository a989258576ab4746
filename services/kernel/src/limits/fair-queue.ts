/**
 * A queue that shares its slots between tenants. Small and big work have lanes with separate slots, so small work never
 * waits for big work. Within a lane, waiting tenants take turns, and by default a tenant holds at most all slots but
 * one, so that one tenant's work does not keep the next tenant waiting.
 */
export type Lane = 'small' | 'big'

export type FairQueue = {
  /** Runs the work when it is the tenant's turn. Frees the slot when the work resolves or rejects. */
  run<Result>(of: { tenant: string; lane?: Lane }, work: () => Promise<Result>): Promise<Result>
  /** How many slots of a lane are free; if some are while work waits, it is of tenants that hold their share. */
  free(lane?: Lane): number
}

/** A queue for work of one size has no lane `big`. */
type OfLanes = { small: number; big?: number }

export type FairQueueOptions = {
  /** How much work runs concurrently in each lane. */
  slots: OfLanes
  /**
   * How much of it may belong to one tenant, slow work included; by default all slots of the lane but one, and at least
   * one.
   */
  perTenant?: OfLanes
  /**
   * Whether a tenant gets a further slot only while more slots are free than it holds, so that several tenants whose
   * work hangs leave slots to the next tenant.
   */
  leavesHalf?: boolean
  /**
   * Further slots of each lane, for slow work: work that has run for `afterMs` moves to one of them if other work
   * waits, and frees its own.
   */
  slow?: { afterMs: number; slots: number }
}

/** For work that calls servers of others: those of a few tenants may hang, and all others go on. */
export const callsOfServers = {
  slots: { small: 16 },
  perTenant: { small: 8 },
  leavesHalf: true,
  slow: { afterMs: 5_000, slots: 32 },
} satisfies FairQueueOptions

/** Work that names no lane goes to `small`. `onSlow` is called when slow work has freed slots. */
export function createFairQueue(options: FairQueueOptions, onSlow?: () => void): FairQueue {
  const { slots, perTenant } = options
  const lanes = {
    small: createLane(slots.small, perTenant?.small, options, onSlow),
    big: createLane(slots.big ?? 0, perTenant?.big, options, onSlow),
  }
  return {
    async run({ tenant, lane = 'small' }, work) {
      const release = await lanes[lane].enter(tenant)
      try {
        return await work()
      } finally {
        release()
      }
    },
    free: (lane = 'small') => lanes[lane].free(),
  }
}

type LaneOfSlots = {
  /** Resolves with a release function when the tenant's turn comes. */
  enter(tenant: string): Promise<() => void>
  free(): number
}

/** A slot that is held. `since` is by the clock of `performance`. */
type Held = { tenant: string; since: number }

function createLane(
  slots: number,
  perTenant = Math.max(1, slots - 1),
  { leavesHalf = false, slow }: Pick<FairQueueOptions, 'leavesHalf' | 'slow'>,
  onSlow: (() => void) | undefined,
): LaneOfSlots {
  /** The tenants that wait, the next one first. */
  const waiting = new Map<string, (() => void)[]>()
  /** How many slots each tenant holds, those of slow work included. */
  const heldBy = new Map<string, number>()
  /** The slots in use, the longest held first. */
  const inUse = new Set<Held>()
  const slowInUse = new Set<Held>()
  let timer: NodeJS.Timeout | undefined

  return {
    enter: (tenant) =>
      new Promise((resolve) => {
        const begin = () => resolve(take(tenant))
        const before = waiting.get(tenant)
        if (before) before.push(begin)
        else waiting.set(tenant, [begin])
        letIn()
      }),
    free,
  }

  function free(): number {
    return slots - inUse.size
  }

  /** Returns a function that releases the slot. */
  function take(tenant: string): () => void {
    const held = { tenant, since: slow ? performance.now() : 0 }
    inUse.add(held)
    heldBy.set(tenant, (heldBy.get(tenant) ?? 0) + 1)
    return () => release(held)
  }

  function release(held: Held): void {
    if (!inUse.delete(held)) slowInUse.delete(held)
    const { tenant } = held
    const left = (heldBy.get(tenant) ?? 1) - 1
    if (left > 0) heldBy.set(tenant, left)
    else heldBy.delete(tenant)
    letIn()
  }

  function letIn(): void {
    for (let next = nextTenant(); next; next = nextTenant()) {
      const [tenant, queue] = next
      const begin = queue.shift()
      // The tenant that got a slot moves to the end of the order.
      waiting.delete(tenant)
      if (queue.length > 0) waiting.set(tenant, queue)
      begin?.()
    }
    watchSlowWork()
  }

  function nextTenant(): [string, (() => void)[]] | undefined {
    if (free() === 0) return undefined
    const most = leavesHalf ? Math.min(perTenant, free()) : perTenant
    for (const entry of waiting) if ((heldBy.get(entry[0]) ?? 0) < most) return entry
    return undefined
  }

  /** Waits until the work that has run longest is slow, while other work waits and can have its slot. */
  function watchSlowWork(): void {
    if (!slow || timer || waiting.size === 0 || slowInUse.size >= slow.slots) return
    const [longest] = inUse
    if (!longest) return
    const ms = longest.since + slow.afterMs - performance.now()
    timer = setTimeout(() => {
      timer = undefined
      moveSlowWork(slow)
    }, ms).unref()
  }

  function moveSlowWork({ afterMs, slots: most }: { afterMs: number; slots: number }): void {
    const now = performance.now()
    let moved = false
    for (const held of inUse) {
      if (waiting.size === 0 || slowInUse.size >= most || now - held.since < afterMs) break
      inUse.delete(held)
      slowInUse.add(held)
      moved = true
    }
    letIn()
    if (moved) onSlow?.()
  }
}
