/** The calls on the report of a workspace by mail. */
import { noReportSchedule } from '@parley/contracts/analytics/report.ts'
import type { reportEndpoints } from '@parley/contracts/analytics/report-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, type Principal, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { report } from './report.decider.ts'
import { nextReport, reportedPeriod } from './report-dates.ts'
import type { ReportContent, ReportMails } from './run-reports.ts'

export type ReportHandlerDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> &
  Pick<ReportMails, 'write' | 'ask'> & {
    /** The HTML of a mail as it is sent, with the brand that it comes from. */
    framed(mail: ReportContent): string
    rateLimits: Pick<RateLimits, 'take'>
    membersOf(tenant: string): Promise<string[]>
    now?: () => number
  }

const MAILS_A_MINUTE = 3

const people = refuse('not-allowed', 'Only a signed-in person gets reports by mail.')

export function reportHandlers(deps: ReportHandlerDeps): Handlers<typeof reportEndpoints> {
  const { handle, load, refresh, now = Date.now } = deps
  return {
    async 'reports.get'({ tenant, principal }) {
      await refresh(report.category, tenant)
      const loaded = await load(report, tenant, tenant)
      const { recipients, ...when } = loaded?.state ?? noReportSchedule
      const members = await deps.membersOf(tenant)
      const recipientIds = recipients.filter((userId) => members.includes(userId))
      const next = nextReport(when, now())
      return replyWithTag(
        {
          ...when,
          recipientIds,
          ...(next === undefined ? {} : { next: new Date(next).toISOString() }),
          mine: recipientIds.includes(personIn(principal) ?? ''),
        },
        loaded?.position ?? 0,
      )
    },

    async 'reports.save'({ tenant, body, context }) {
      const { recipientIds: recipients, ...rest } = body
      const timeZone = knownTimeZone(body.timeZone)
      if (timeZone === undefined)
        return refuse('invalid-time-zone', 'There is no such time zone.', 'timeZone')
      const members = await deps.membersOf(tenant)
      if (!recipients.every((userId) => members.includes(userId)))
        return refuse('not-a-member', 'Only members of the workspace get its report.', 'recipientIds')
      const command = { type: 'ScheduleReport', schedule: { ...rest, timeZone, recipients } } as const
      const overwrites = overwriting(report, context, ['ReportScheduleChanged', 'ReportStopped'])
      const handled = await handle(report, tenant, command, overwrites)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'reports.preview'({ tenant, query }) {
      const mail = await deps.write(tenant, await periodOf(tenant, query.frequency))
      return reply({ subject: mail.subject, html: deps.framed(mail) })
    },

    async 'reports.send'({ tenant, principal, body, context }) {
      const userId = personIn(principal)
      if (!userId) return people
      const key = `report-mail.${tenant}.${userId}`
      const taken = await deps.rateLimits.take([{ key, limit: MAILS_A_MINUTE, windowSeconds: 60 }])
      if (!taken.allowed) {
        const message = 'Please wait a moment before the next mail.'
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      const askedId = derivedId(20, tenant, userId, context.cause.command)
      await deps.ask({ tenant, userId, askedId }, await periodOf(tenant, body.frequency))
      return reply({ success: true })
    },

    async 'reports.stop'({ tenant, principal, context }) {
      const userId = personIn(principal)
      if (!userId) return people
      const handled = await handle(report, tenant, { type: 'StopReport', userId }, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  /** The days of the last whole week, by the weekday on which it is sent, or month. */
  async function periodOf(tenant: string, frequency: 'weekly' | 'monthly') {
    await refresh(report.category, tenant)
    const { weekday, timeZone } = (await load(report, tenant, tenant))?.state ?? noReportSchedule
    return reportedPeriod({ frequency, weekday, timeZone }, now())
  }
}

function personIn(principal: Principal): string | undefined {
  return principal.kind === 'user' ? principal.userId : undefined
}
