/** The monthly reports of the organisation `o1` with the clients `c1` and `c2`, for tests that let time pass. */

import type { TestRegion } from '@parley/engines/test-region.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { monthlyMail } from './monthly-mail.process.ts'
import { monthlyReport } from './monthly-report.decider.ts'
import { monthlyRun } from './monthly-run.process.ts'
import { type MonthlyReports, type RunMonthlyReportsDeps, runMonthlyReports } from './run-monthly-reports.ts'

const TENANT = 'w1'
const schedule = { enabled: true, dayOfMonth: 1, timeZone: 'UTC' }
const none = { value: null, before: null }

export function reportsIn(region: TestRegion, more: Partial<RunMonthlyReportsDeps> = {}): MonthlyReports {
  const { handle, load } = region
  return runMonthlyReports({
    ...{ handle, load, refresh: async () => {}, region: 'na' },
    deadlines: createDeadlines(region.readStore),
    writePdf: async () => Buffer.from('pdf'),
    figures: async () => ({
      figures: {
        conversations: { value: 3, before: 1 },
        ...{ resolvedAlone: none, handoffRate: none, feedback: none },
        unanswered: { value: 0, before: 0 },
      },
      ...{ days: [], questions: [], unanswered: [], openQuestions: 0, agents: [], agentsInAll: 1 },
    }),
    nameOf: async () => 'Agency',
    holdersOf: async () => [],
    organisationOf: async () => ({ name: 'Acme' }),
    agentsOf: async () => ['a1'],
    clientIdsIn: async () => ['c1', 'c2'],
    clientOf: async (_, id) => ({
      ...{ name: id, email: `${id}@example.com`, orgId: 'o1', agentIds: ['a1'] },
      ...{ seesLeads: false, language: 'en' },
    }),
    brandOf: async () => undefined,
    poweredBy: async () => ({ line: undefined }),
    pictureOf: async () => undefined,
    sendMail: async () => 'accepted',
    addressOf: async () => 'https://agency.example',
    onFault() {},
    ...more,
  })
}

/** Switches the report on or off. */
export async function scheduleReport(region: TestRegion, enabled = true): Promise<void> {
  const command = {
    type: 'ScheduleMonthlyReport',
    organisationId: 'o1',
    schedule: { ...schedule, enabled },
  } as const
  const handled = await region.handle(monthlyReport, 'o1', command, {
    tenant: TENANT,
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'api', command: `scheduled/${enabled}`, correlation: 'c' },
  })
  if (!handled.ok) throw new Error(handled.rejection.code)
}

const events = {
  ...monthlyReport.events,
  ...aggregateOf(monthlyRun).events,
  ...aggregateOf(monthlyMail).events,
}

/** As policies do, from the first event again, as after a kill. `each` is called after each reaction. */
export async function react(region: TestRegion, { policies }: MonthlyReports, each?: () => void) {
  for (const stored of await region.eventStore.readAll(-1, 10_000))
    for (const policy of policies)
      if (stored.type in policy.events) {
        await policy.react(decode(stored, events) as never, testAttempt)
        each?.()
      }
}

/** Does what is due at a time, in ms since 1970. */
export async function fire(region: TestRegion, { deadlineWork }: MonthlyReports, at: number) {
  for (const work of deadlineWork)
    for (const due of await createDeadlines(region.readStore).due(work.kind, at, 100))
      await work.carryOut(due, new AbortController().signal)
}
