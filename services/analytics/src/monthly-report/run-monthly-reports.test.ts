import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fire, react, reportsIn, scheduleReport } from './monthly-reports.test-setup.ts'
import type { MonthlyReports, RunMonthlyReportsDeps } from './run-monthly-reports.ts'

let clock: number
let region: TestRegion
let sent: { to: string; attachments?: unknown[] }[]

beforeEach(async () => {
  clock = Date.parse('2026-01-10T12:00:00.000Z')
  sent = []
  region = await openTestRegion({ now: () => new Date(clock) })
})
afterEach(() => region.close())

/** Until nothing follows any more. */
async function settle(reports: MonthlyReports) {
  for (let head = -1; head !== (await region.eventStore.head()); ) {
    head = await region.eventStore.head()
    await react(region, reports)
  }
}

/** The first of the next month comes while the mail server is away; it is back after `meanwhile`. */
async function mailedAfter(more: Partial<RunMonthlyReportsDeps>, meanwhile = async () => {}) {
  const away = async (): Promise<never> => {
    throw new Error('the mail server can’t be reached')
  }
  const before = reportsIn(region, { sendMail: away })
  await scheduleReport(region)
  await settle(before)
  clock = Date.parse('2026-02-01T09:00:00.000Z')
  await fire(region, before, clock)
  await settle(before)
  await meanwhile()
  const after = reportsIn(region, {
    async sendMail({ to, attachments }) {
      sent.push({ to, ...(attachments && { attachments }) })
      return 'accepted'
    },
    ...more,
  })
  clock += 3_600_000
  await fire(region, after, clock)
  await settle(after)
  return sent.map(({ to }) => to).sort()
}

describe('a report that waits for the mail server', () => {
  it('is mailed once it is back', async () => {
    expect(await mailedAfter({})).toEqual(['c1@example.com', 'c2@example.com'])
  })

  it('is not mailed once reports are switched off', async () => {
    expect(await mailedAfter({}, () => scheduleReport(region, false))).toEqual([])
  })

  it('is not mailed to whoever belongs to another organisation by then, or may see no figures', async () => {
    const clientOf: RunMonthlyReportsDeps['clientOf'] = async (_, id) =>
      id === 'c1'
        ? undefined
        : {
            ...{ name: id, email: `${id}@example.com`, orgId: 'o2', agentIds: ['a1'] },
            ...{ seesLeads: false, language: 'en' },
          }
    expect(await mailedAfter({ clientOf })).toEqual([])
  })

  it('is not mailed once the workspace is deleted', async () => {
    expect(await mailedAfter({ nameOf: async () => undefined })).toEqual([])
  })

  it('is not mailed, nor tried again, once the organisation is deleted', async () => {
    const faults: unknown[] = []
    const gone = { organisationOf: async () => undefined, onFault: (error: unknown) => faults.push(error) }
    expect(await mailedAfter(gone)).toEqual([])
    expect(faults).toEqual([])
  })
})

it('a report that the mail server takes no attachment of is mailed without', async () => {
  await mailedAfter({
    async sendMail({ to, attachments }) {
      sent.push({ to, ...(attachments && { attachments }) })
      return attachments ? 'attachments-refused' : 'accepted'
    },
  })
  const toOne = sent.filter(({ to }) => to === 'c1@example.com')
  expect(toOne.map(({ attachments }) => attachments?.length)).toEqual([1, undefined])
})
