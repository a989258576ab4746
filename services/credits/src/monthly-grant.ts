/**
 * Grants each workspace free credits once in each calendar month (UTC), beginning with the month after its creation,
 * whose replies are paid by the credits of the sign-up. A month in which no process ran is not made up for.
 */
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { CreditsCommands } from './credits.commands.ts'
import { monthOf } from './credits.state.ts'

export type MonthlyGrantDeps = {
  /** Credits a month; none are granted with 0. */
  amount: number
  ledger: Pick<CreditsCommands, 'grantMonthlyCredits'>
  deadlines: Pick<Deadlines, 'set'>
  /** Whether anybody is left in the workspace. */
  hasMembers(workspaceId: string): Promise<boolean>
  now?: () => number
}

const KIND = 'monthly-grant'

/**
 * Returns the policy and the deadline work to run in a region. Deadlines are set with any amount, so that workspaces
 * get the credits of the present month as soon as an operator configures one.
 */
export function monthlyGrant(deps: MonthlyGrantDeps): {
  policy: AnySinglePolicy
  deadlineWork: DeadlineWork[]
} {
  const { amount, ledger, deadlines, hasMembers, now = Date.now } = deps
  const work: DeadlineWork = {
    kind: KIND,
    async carryOut({ tenant }) {
      if (!(await hasMembers(tenant))) return
      const at = now()
      const command = `${KIND}/${monthOf(at)}`
      const granted = await ledger.grantMonthlyCredits(
        { workspaceId: tenant, amount },
        {
          tenant,
          actor: { kind: 'policy', id: KIND },
          cause: { via: 'policy', by: KIND, command, correlation: command },
        },
      )
      if (!granted.ok) throw new Error(granted.rejection.code)
      const due = nextMonth(at)
      // Above every position of the log, so that the policy's deadline does not replace it.
      await deadlines.set([{ kind: KIND, key: tenant, tenant, due, order: due, note: '' }])
    },
  }
  return {
    policy: definePolicy({
      name: KIND,
      startFrom: 'origin',
      events: pick(workspaceEvents, 'WorkspaceCreated'),
      async react({ tenant, position, at }) {
        const due = nextMonth(Date.parse(at))
        await deadlines.set([{ kind: KIND, key: tenant, tenant, due, order: position, note: '' }])
      },
    }),
    deadlineWork: amount > 0 ? [work] : [],
  }
}

/** Returns the beginning of the next calendar month (UTC), in milliseconds since 1970. */
function nextMonth(ms: number): number {
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
}
