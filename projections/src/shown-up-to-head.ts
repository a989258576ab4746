import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import type { ModuleScope } from '@parley/kernel/modules/module.ts'

const MOST_MS = 5_000

/** Waits until read models show what is in the log by now, for a command that is decided by a count. */
export async function shownUpToHead(scope: Pick<ModuleScope, 'engines' | 'projections'>): Promise<void> {
  const head = await scope.engines.eventStore.head()
  if (!(await scope.projections.waitFor(head, MOST_MS)))
    throw new StoreUnavailable('The read models are behind')
}

/** A count of what a workspace has, those included that are in the log by now. */
export function countInLog(
  scope: Pick<ModuleScope, 'engines' | 'projections'>,
  count: (tenant: string) => Promise<number>,
) {
  return async (tenant: string): Promise<number> => {
    await shownUpToHead(scope)
    return count(tenant)
  }
}
