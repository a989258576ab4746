/** However often, in however many processes and whenever killed: one report to a client for each month, and none is left out. */

import { monthlyMail } from '@parley/analytics/monthly-report/monthly-mail.process.ts'
import { monthlyReport } from '@parley/analytics/monthly-report/monthly-report.decider.ts'
import { monthlyRun } from '@parley/analytics/monthly-report/monthly-run.process.ts'
import { runMonthlyReports } from '@parley/analytics/monthly-report/run-monthly-reports.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-manager.ts'
import { decode } from '@parley/kernel/recorded-event.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const DAY_MS = 86_400_000
const TENANT = 'w1'
const schedule = { enabled: true, dayOfMonth: 1, timeZone: 'UTC' }

const step = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0, 1, 20, 65) }),
  // `dies`: the process ends after so many mails were handed over, before that is recorded.
  fc.record({ do: fc.constant('react' as const), at: fc.nat(2), dies: fc.nat(4) }),
  fc.record({ do: fc.constant('fire' as const), at: fc.nat(2) }),
  // The mail server can't be reached for a while.
  fc.record({ do: fc.constant('break' as const), mails: fc.nat(2) }),
)

test('each month is mailed to each client, once by the id of the mail', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      let clock = Date.parse('2026-01-10T12:00:00.000Z')
      const region = await openTestRegion({ now: () => new Date(clock) })
      const { handle, load, eventStore } = region
      const sent: string[] = []
      let dies = Number.POSITIVE_INFINITY
      let broken = 0
      const processes = Array.from({ length: 3 }, () =>
        runMonthlyReports({
          ...{
            handle,
            load,
            refresh: async () => {},
            region: 'na',
            deadlines: createDeadlines(region.readStore),
          },
          writePdf: async () => Buffer.from('pdf'),
          figures: async () => ({
            figures: {
              conversations: { value: 3, before: 1 },
              resolvedAlone: { value: null, before: null },
              handoffRate: { value: null, before: null },
              unanswered: { value: 0, before: 0 },
              feedback: { value: null, before: null },
            },
            ...{ days: [], questions: [], unanswered: [], openQuestions: 0, agents: [], agentsInAll: 1 },
          }),
          nameOf: async () => 'Agency',
          holdersOf: async () => [],
          organisationOf: async () => ({ name: 'Acme' }),
          agentsOf: async () => ['a1'],
          clientIdsIn: async () => ['c1', 'c2'],
          clientOf: async (_, id) => ({
            ...{
              name: id,
              email: `${id}@example.com`,
              orgId: 'o1',
              agentIds: ['a1'],
              seesLeads: false,
              language: 'en',
            },
          }),
          brandOf: async () => undefined,
          pictureOf: async () => undefined,
          async sendMail({ id }) {
            if (broken > 0) {
              broken -= 1
              throw new Error('the mail server can’t be reached')
            }
            sent.push(id)
            return 'accepted'
          },
          addressOf: async () => 'https://agency.example',
          onFault() {},
        }),
      )
      const events = {
        ...monthlyReport.events,
        ...aggregateOf(monthlyRun).events,
        ...aggregateOf(monthlyMail).events,
      }
      /** As policies do, from the first event again, as after a kill. */
      const react = async (at: number) => {
        const [log, policies] = [await eventStore.readAll(-1, 10_000), processes[at]?.policies ?? []]
        for (const stored of log)
          for (const policy of policies)
            if (stored.type in policy.events) {
              await policy.react(decode(stored, events) as never)
              if (sent.length >= dies) throw new Error('killed')
            }
      }
      const fire = async (at: number) => {
        for (const work of processes[at]?.deadlineWork ?? [])
          for (const due of await createDeadlines(region.readStore).due(work.kind, clock, 100))
            await work.carryOut(due, new AbortController().signal)
      }
      const command = { type: 'ScheduleMonthlyReport', organisationId: 'o1', schedule } as const
      await handle(monthlyReport, 'o1', command, {
        tenant: TENANT,
        actor: { kind: 'user', id: 'u1' },
        cause: { via: 'api', command: 'c', correlation: 'c' },
      })
      for (const one of steps) {
        if (one.do === 'wait') clock += one.days * DAY_MS
        if (one.do === 'break') broken = one.mails
        if (one.do === 'fire') await fire(one.at)
        if (one.do === 'react') {
          dies = sent.length + one.dies
          await react(one.at).catch(() => undefined)
          dies = Number.POSITIVE_INFINITY
        }
      }
      broken = 0
      // Then all goes on, until nothing is left to do.
      clock += DAY_MS
      for (let length = -1; length !== (await eventStore.readAll(-1, 10_000)).length; ) {
        length = (await eventStore.readAll(-1, 10_000)).length
        await react(0)
        await fire(1)
      }
      const months: string[] = []
      for (let at = Date.UTC(2026, 1, 1, 9); at <= clock; ) {
        const before = new Date(at - 2 * DAY_MS).toISOString().slice(0, 7)
        months.push(before)
        const date = new Date(at)
        at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1, 9)
      }
      const wanted = months.flatMap((month) => ['c1', 'c2'].map((id) => `report.o1.${id}.${month}`))
      expect([...new Set(sent)].toSorted()).toEqual(wanted.toSorted())
      await region.close()
    }),
    { numRuns: Number(process.env.RUNS ?? 30) },
  )
})
