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
  /** How much of it may belong to one tenant; by default all slots of the lane but one, and at least one. */
  perTenant?: OfLanes
}

/** Work that names no lane goes to `small`. */
export function createFairQueue({ slots, perTenant }: FairQueueOptions): FairQueue {
  const lanes = {
    small: createLane(slots.small, perTenant?.small),
    big: createLane(slots.big ?? 0, perTenant?.big),
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

function createLane(slots: number, perTenant = Math.max(1, slots - 1)): LaneOfSlots {
  /** The tenants that wait, the next one first. */
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let taken = 0

  return {
    enter: (tenant) =>
      new Promise((resolve) => {
        const begin = () => resolve(() => release(tenant))
        const before = waiting.get(tenant)
        if (before) before.push(begin)
        else waiting.set(tenant, [begin])
        letIn()
      }),
    free: () => slots - taken,
  }

  function release(tenant: string): void {
    taken--
    const left = (held.get(tenant) ?? 1) - 1
    if (left > 0) held.set(tenant, left)
    else held.delete(tenant)
    letIn()
  }

  function letIn(): void {
    while (taken < slots) {
      const next = nextTenant()
      if (!next) return
      const [tenant, queue] = next
      const begin = queue.shift()
      // The tenant that got a slot moves to the end of the order.
      waiting.delete(tenant)
      if (queue.length > 0) waiting.set(tenant, queue)
      taken++
      held.set(tenant, (held.get(tenant) ?? 0) + 1)
      begin?.()
    }
  }

  function nextTenant(): [string, (() => void)[]] | undefined {
    for (const entry of waiting) if ((held.get(entry[0]) ?? 0) < perTenant) return entry
    return undefined
  }
}
