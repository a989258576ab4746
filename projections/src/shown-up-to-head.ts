import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import type { ModuleScope } from '@parley/kernel/module.ts'

const MOST_MS = 5_000

/** Waits until read models show what is in the log by now, for a command that is decided by a count. */
export async function shownUpToHead(scope: Pick<ModuleScope, 'engines' | 'projections'>): Promise<void> {
  const head = await scope.engines.eventStore.head()
  if (!(await scope.projections.waitFor(head, MOST_MS)))
    throw new StoreUnavailable('The read models are behind')
}
