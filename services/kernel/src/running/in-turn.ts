/**
 * Work that counts what a tenant has and then creates one more: one piece at a time, over all processes, so that calls that
 * arrive together can't exceed a limit. Who counts waits until the read models show the log (`shownUpToHead`).
 */
import { StoreUnavailable } from '../log/event-store.ts'
import { pause } from '../pause.ts'
import type { Lease, Leases } from './leases.ts'

/** `what`: the name of what is counted. Throws `StoreUnavailable` if its turn doesn't come for a long time. */
export type InTurn = <Result>(tenant: string, what: string, work: () => Promise<Result>) => Promise<Result>

/** How long a turn is waited for while other processes have it. */
const PATIENCE_MS = 10_000
const ASK_EVERY_MS = 20

export function createInTurn(leases: Pick<Leases, 'take'>, { patienceMs = PATIENCE_MS } = {}): InTurn {
  /** The last turn of each name in this process, as long as it lasts. */
  const last = new Map<string, Promise<unknown>>()

  return async (tenant, what, work) => {
    const name = `in-turn/${tenant}/${what}`
    const before = last.get(name)
    const turn = (async () => {
      await before
      const lease = await taken(name)
      try {
        return await work()
      } finally {
        await lease.release()
      }
    })()
    const over = turn.catch(() => undefined)
    last.set(name, over)
    try {
      return await turn
    } finally {
      if (last.get(name) === over) last.delete(name)
    }
  }

  async function taken(name: string): Promise<Lease> {
    const until = Date.now() + patienceMs
    for (;;) {
      const lease = await leases.take(name)
      if (lease) return lease
      if (Date.now() > until) throw new StoreUnavailable('Others create the same in this workspace')
      await pause(ASK_EVERY_MS * (0.5 + Math.random()), undefined)
    }
  }
}
