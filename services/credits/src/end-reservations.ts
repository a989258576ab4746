/**
 * Gives back the rest of reservations that were not renewed, because their process was killed or does not know whether
 * a reply was recorded. First waits until all replies in the log at that time are charged; `reservations.ts` explains
 * why that is sufficient.
 *
 * A deadline looks at all reservations of its ledger, which is that of the workspace or, if its note names one, of an
 * organisation, and sets those anew that have not ended. So a reservation ends
 * although its own deadline was lost, as when a store that does not update atomically removes it while it is renewed.
 */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pause } from '@parley/kernel/pause.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type LedgerName, ledgerAt, organisationCredits } from './ledgers.ts'

export type EndReservationsDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Pick<Deadlines, 'set'>
  /** The position of the newest event. */
  head(): Promise<number>
  /** The position up to which `charge-replies` has charged for every reply. */
  chargedThrough(): Promise<number>
  now?: () => number
}

const KIND = 'end-reservations'
const LOOK_EVERY_MS = 100
const MOST_WAIT_MS = 30_000

/** Returns the policy and the deadline work to run in a region. */
export function endReservations(deps: EndReservationsDeps): {
  policy: AnySinglePolicy
  deadlineWork: DeadlineWork
} {
  const { handle, load, refresh, deadlines, head, chargedThrough, now = Date.now } = deps
  return {
    policy: definePolicy({
      name: KIND,
      startFrom: 'origin',
      events: pick(creditsEvents, 'CreditsReserved'),
      async react({ stream, tenant, position, data: { reservationId, endsAt } }) {
        const note = idIn(stream, organisationCredits.category) ?? ''
        await deadlines.set([{ kind: KIND, key: reservationId, tenant, due: endsAt, order: position, note }])
      },
    }),

    deadlineWork: {
      kind: KIND,
      async carryOut({ tenant, note }, signal) {
        const name = { workspaceId: tenant, ...(note === '' ? {} : { organisationId: note }) }
        const [ledger, id] = ledgerAt(name)
        await refresh(ledger.category, id)
        const found = await load(ledger, id, tenant)
        const open = [...(found?.state.reservations ?? [])]
        if (!found || open.length === 0) return
        const over = open.filter(([, { endsAt }]) => endsAt <= now())
        const lasting = open.filter(([, { endsAt }]) => endsAt > now())
        // The next one to end looks at all again, so no other deadline has to be there.
        const [next] = lasting.toSorted(([, one], [, other]) => one.endsAt - other.endsAt)
        if (next) {
          const [key, { endsAt }] = next
          await deadlines.set([{ kind: KIND, key, tenant, due: endsAt, order: found.position, note }])
        }
        if (over.length > 0) await allCharged(signal)
        for (const [reservationId, { endsAt }] of over) await end(name, reservationId, endsAt)
      },
    },
  }

  async function end(name: LedgerName, reservationId: string, endsAt: number): Promise<void> {
    const command = `${KIND}/${reservationId}/${endsAt}`
    const [ledger, id] = ledgerAt(name)
    const ended = await handle(
      ledger,
      id,
      { type: 'EndReservation', reservationId },
      {
        tenant: name.workspaceId,
        actor: { kind: 'policy', id: KIND },
        cause: { via: 'policy', by: KIND, command, correlation: reservationId },
      },
    )
    if (!ended.ok) throw new Error(ended.rejection.code)
  }

  async function allCharged(signal: AbortSignal): Promise<void> {
    const until = Date.now() + MOST_WAIT_MS
    const newest = await head()
    while ((await chargedThrough()) < newest) {
      if (signal.aborted || Date.now() > until) throw new Error('replies are still to be charged')
      await pause(LOOK_EVERY_MS, signal)
    }
  }
}
