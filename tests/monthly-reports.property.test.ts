/** However often, in however many processes and whenever killed: one report to a client for each month, and none is left out. */

import {
  fire,
  react,
  reportsIn,
  scheduleReport,
} from '@parley/analytics/monthly-report/monthly-reports.test-setup.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from './src/part-of-list.ts'

const DAY_MS = 86_400_000

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
      const { eventStore } = region
      const sent: string[] = []
      let dies = Number.POSITIVE_INFINITY
      let broken = 0
      const sendMail = async ({ id }: { id: string }) => {
        if (broken > 0) {
          broken -= 1
          throw new Error('the mail server can’t be reached')
        }
        sent.push(id)
        return 'accepted' as const
      }
      const processes = [0, 1, 2].map(() => reportsIn(region, { sendMail }))
      const ofProcess = (nth: number) => processes[nth] ?? reportsIn(region)
      const mayDie = () => {
        if (sent.length >= dies) throw new Error('killed')
      }
      await scheduleReport(region)
      for (const one of steps) {
        if (one.do === 'wait') clock += one.days * DAY_MS
        if (one.do === 'break') broken = one.mails
        if (one.do === 'fire') await fire(region, ofProcess(one.at), clock)
        if (one.do === 'react') {
          dies = sent.length + one.dies
          await react(region, ofProcess(one.at), mayDie).catch(() => undefined)
          dies = Number.POSITIVE_INFINITY
        }
      }
      broken = 0
      // Then all goes on, until nothing is left to do.
      clock += DAY_MS
      for (let length = -1; length !== (await eventStore.readAll(-1, 10_000)).length; ) {
        length = (await eventStore.readAll(-1, 10_000)).length
        await react(region, ofProcess(0))
        await fire(region, ofProcess(1), clock)
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
    { numRuns: runsOf(30) },
  )
})
