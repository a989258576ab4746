/** The monthly report of an organisation: its schedule, a preview, and what its clients download. */
import { createHash } from 'node:crypto'
import { monthsOfReports } from '@parley/contracts/analytics/monthly-report.ts'
import type { monthlyReportEndpoints } from '@parley/contracts/analytics/monthly-report-endpoints.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import {
  type Call,
  type Handlers,
  type Principal,
  reply,
  replyWithTag,
} from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { monthlyReport } from './monthly-report.decider.ts'
import { lastWholeMonth, monthAt, monthsLater, nextMonthlyReport } from './monthly-report-dates.ts'
import type { MonthlyReports, Reported, RunMonthlyReportsDeps } from './run-monthly-reports.ts'

export type MonthlyReportHandlerDeps = Pick<CommandHandler, 'handle'> &
  Pick<MonthlyReports, 'ask' | 'recipientsOf' | 'scheduleOf' | 'write'> &
  Pick<RunMonthlyReportsDeps, 'agentsOf' | 'organisationOf'> & {
    rateLimits: Pick<RateLimits, 'take'>
    languageOf(tenant: string, clientId: string): Promise<Language>
    /** When an organisation was created, ISO 8601. */
    createdAt(tenant: string, organisationId: string): Promise<string | undefined>
    /** When the first of what is counted of an agent happened, ISO 8601. */
    figuresSince(tenant: string, agentId: string): Promise<string | undefined>
    now?: () => number
  }

const PDFS_A_MINUTE = 6
const MAILS_A_MINUTE = 3

const missing = refuse('not-found', 'This organization does not exist.')
const noReport = refuse('not-found', 'There is no report of this month.')
const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')
const people = refuse('not-allowed', 'Only a signed-in person gets reports by mail.')

export function monthlyReportHandlers(
  deps: MonthlyReportHandlerDeps,
): Handlers<typeof monthlyReportEndpoints> {
  const { handle, now = Date.now } = deps

  return {
    async 'monthlyReports.get'({ tenant, params: { organisationId } }) {
      if (!(await deps.organisationOf(tenant, organisationId))) return missing
      const { schedule, position } = await deps.scheduleOf(organisationId, tenant)
      const recipients = await deps.recipientsOf(tenant, organisationId)
      const next = nextMonthlyReport(schedule, now())
      return replyWithTag(
        {
          ...schedule,
          ...(next === undefined ? {} : { next: new Date(next).toISOString() }),
          recipients: recipients.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
        },
        position,
      )
    },

    async 'monthlyReports.save'({ tenant, params: { organisationId }, body, context }) {
      if (!(await deps.organisationOf(tenant, organisationId))) return missing
      const timeZone = knownTimeZone(body.timeZone)
      if (timeZone === undefined)
        return refuse('invalid-time-zone', 'There is no such time zone.', 'timeZone')
      const schedule = { ...body, timeZone }
      const command = { type: 'ScheduleMonthlyReport', organisationId, schedule } as const
      const overwrites = overwriting(monthlyReport, context, ['MonthlyReportScheduleChanged'])
      const handled = await handle(monthlyReport, organisationId, command, overwrites)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'monthlyReports.preview'({ tenant, principal, params: { organisationId } }) {
      if (!(await deps.organisationOf(tenant, organisationId))) return missing
      const limited = await tooMany('pdf', tenant, principal, PDFS_A_MINUTE)
      if (limited) return limited
      const agentIds = await deps.agentsOf(tenant, organisationId)
      return pdf({
        tenant,
        organisationId,
        ...(await lastMonth(tenant, organisationId)),
        agentIds,
        withLeads: true,
        language: defaultClientLanguage,
      })
    },

    async 'monthlyReports.send'({ tenant, principal, params: { organisationId }, context }) {
      if (!(await deps.organisationOf(tenant, organisationId))) return missing
      if (principal.kind !== 'user') return people
      const limited = await tooMany('mail', tenant, principal, MAILS_A_MINUTE)
      if (limited) return limited
      const { userId } = principal
      const askedId = derivedId(20, tenant, organisationId, userId, context.cause.command)
      await deps.ask({ tenant, organisationId, userId, askedId }, await lastMonth(tenant, organisationId))
      return reply({ success: true })
    },

    async 'monthlyReports.own'(call) {
      const own = ownOf(call)
      if (!own) return notAllowed
      const { month, timeZone } = await lastMonth(call.tenant, own.organisationId)
      return reply({ months: await monthsUntil(month, { ...own, tenant: call.tenant, timeZone }) })
    },

    async 'monthlyReports.download'(call) {
      const found = ownOf(call)
      if (!found) return notAllowed
      const { clientId, ...own } = found
      const { tenant, principal, query } = call
      const { month: last, timeZone } = await lastMonth(tenant, own.organisationId)
      const month = query.month ?? last
      if (!(await monthsUntil(last, { ...own, tenant, timeZone })).includes(month)) return noReport
      const limited = await tooMany('pdf', tenant, principal, PDFS_A_MINUTE)
      if (limited) return limited
      const language = await deps.languageOf(tenant, clientId)
      return pdf({ tenant, timeZone, ...own, month, language })
    },
  }

  async function lastMonth(tenant: string, organisationId: string) {
    const { timeZone } = (await deps.scheduleOf(organisationId, tenant)).schedule
    return { month: lastWholeMonth(now(), timeZone), timeZone }
  }

  /** The whole months with a report, the last one first: none from before the organisation and all that its agents did. */
  async function monthsUntil(
    month: string,
    of: { tenant: string; organisationId: string; agentIds: readonly string[]; timeZone: string },
  ): Promise<string[]> {
    const { tenant, organisationId, agentIds, timeZone } = of
    const began = [await deps.createdAt(tenant, organisationId)]
    for (const agentId of agentIds) began.push(await deps.figuresSince(tenant, agentId))
    const moments = began.flatMap((at) => (at === undefined ? [] : [Date.parse(at)]))
    const first = monthAt(Math.min(...moments, now()), timeZone)
    return Array.from({ length: monthsOfReports }, (_, nth) => monthsLater(month, -nth)).filter(
      (each) => each >= first,
    )
  }

  async function pdf(reported: Reported) {
    const written = await deps.write(reported)
    if (!written) return missing
    const { name, bytes } = written
    return {
      ok: true as const,
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      contentType: 'application/pdf',
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    }
  }

  async function tooMany(what: string, tenant: string, principal: Principal, limit: number) {
    const who =
      principal.kind === 'user' ? principal.userId : principal.kind === 'client' ? principal.clientId : 'key'
    const key = `monthly-report-${what}.${tenant}.${who}`
    const taken = await deps.rateLimits.take([{ key, limit, windowSeconds: 60 }])
    if (taken.allowed) return undefined
    const message = 'Please wait a moment before the next report.'
    return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
  }
}

/** What a client may have reported; undefined if it may not see figures. */
function ownOf({ principal, may }: Pick<Call, 'principal' | 'may'>) {
  if (principal.kind !== 'client' || !may('analytics.read')) return undefined
  const { agentIds, clientId, orgId: organisationId } = principal
  if (agentIds === undefined) return undefined
  return { clientId, organisationId, agentIds, withLeads: may('lead.read') }
}
