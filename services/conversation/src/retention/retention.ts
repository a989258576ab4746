/**
 * Retention: erases conversations of agents with `retentionDays`, and unrecorded ones an hour after their last message.
 * What is due is read from the log, so a missed sweep is caught up by the next.
 */
import { type ErasingDeps, eraseConversation } from './erasing.ts'

export type RetentionDeps = ErasingDeps & {
  rules(): AsyncIterable<{ tenant: string; agentId: string; days: number }>
  /** Conversations of an agent whose last message is older; a limited number, oldest first. */
  olderThan(tenant: string, agentId: string, moment: string): Promise<string[]>
  unrecordedOlderThan(moment: string): Promise<{ tenant: string; conversationId: string }[]>
  /** Waits until erased conversations are no longer listed. */
  seen(position: number): Promise<unknown>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Erases what is due; returns the number of conversations. `now` in ms. */
export async function sweep(
  deps: RetentionDeps,
  now: number,
  signal?: AbortSignal,
): Promise<{ retention: number; notRecorded: number }> {
  const swept = { retention: 0, notRecorded: 0 }
  const hourAgo = new Date(now - HOUR_MS).toISOString()
  swept.notRecorded = await eraseAll(
    deps,
    () => deps.unrecordedOlderThan(hourAgo),
    { reason: 'not-recorded', unlessSince: hourAgo },
    signal,
  )
  for await (const { tenant, agentId, days } of deps.rules()) {
    const moment = new Date(now - days * DAY_MS).toISOString()
    const due = async () =>
      (await deps.olderThan(tenant, agentId, moment)).map((conversationId) => ({ tenant, conversationId }))
    swept.retention += await eraseAll(deps, due, { reason: 'retention', unlessSince: moment }, signal)
  }
  return swept
}

async function eraseAll(
  deps: RetentionDeps,
  due: () => Promise<{ tenant: string; conversationId: string }[]>,
  why: { reason: 'retention' | 'not-recorded'; unlessSince: string },
  signal: AbortSignal | undefined,
): Promise<number> {
  const by = { actor: { kind: 'policy', id: 'retention' }, via: 'policy', correlation: 'retention' } as const
  let erased = 0
  for (;;) {
    let position: number | undefined
    for (const each of await due()) {
      if (signal?.aborted) return erased
      const at = await eraseConversation(deps, { ...each, ...why, by })
      if (at === undefined) continue
      position = Math.max(position ?? 0, at)
      erased++
    }
    // The remaining ones have new messages, or another process erased them.
    if (position === undefined) return erased
    await deps.seen(position)
  }
}
