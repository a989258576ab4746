/** Which workspaces ran into which quota since this process started, for operators. */
export type LimitReached = { tenant: string; quota: string; count: number; at: string }

const MOST = 200

export function countLimits(now: () => number = Date.now) {
  const counts = new Map<string, LimitReached>()
  return {
    add(tenant: string, quota: string): void {
      const key = `${tenant} ${quota}`
      const count = (counts.get(key)?.count ?? 0) + 1
      // Those that were reached last stand last, and the oldest make room.
      counts.delete(key)
      counts.set(key, { tenant, quota, count, at: new Date(now()).toISOString() })
      const [oldest] = counts.keys()
      if (counts.size > MOST && oldest !== undefined) counts.delete(oldest)
    },
    /** Most often reached first. */
    most: (limit: number) =>
      [...counts.values()].toSorted((one, other) => other.count - one.count).slice(0, limit),
  }
}
