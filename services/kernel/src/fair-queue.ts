/**
 * A queue that shares its slots between tenants. Small and big work have lanes with slots of their own, so small work
 * never waits behind big work. Within a lane the tenants that wait take turns, and a tenant holds all slots but one at
 * most, so that whatever one tenant asks for, the next one is let in at once.
 */
export type Lane = 'small' | 'big'

export type FairQueue = {
  /** Does the work when it is the tenant's turn. The slot is free again when the work has ended, however it ended. */
  run<Result>(of: { tenant: string; lane?: Lane }, work: () => Promise<Result>): Promise<Result>
}

export type FairQueueOptions = {
  /** How much is done side by side in each lane. */
  slots: Record<Lane, number>
  /** How much of it for one tenant; all slots of the lane but one unless told, and one at least. */
  perTenant?: Record<Lane, number>
}

/** The lane of what names none is `small`. */
export function createFairQueue({ slots, perTenant }: FairQueueOptions): FairQueue {
  const lanes = {
    small: createLane(slots.small, perTenant?.small),
    big: createLane(slots.big, perTenant?.big),
  }
  return {
    async run({ tenant, lane = 'small' }, work) {
      const release = await lanes[lane](tenant)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/** Gives a tenant a slot when its turn comes; what is given back frees it. */
function createLane(
  slots: number,
  perTenant = Math.max(1, slots - 1),
): (tenant: string) => Promise<() => void> {
  /** The tenants that wait, the next one first. */
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let taken = 0

  return (tenant) =>
    new Promise((resolve) => {
      const begin = () => resolve(() => release(tenant))
      const before = waiting.get(tenant)
      if (before) before.push(begin)
      else waiting.set(tenant, [begin])
      letIn()
    })

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
      // Whoever was let in is the last of those that wait.
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
