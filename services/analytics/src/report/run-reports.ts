/**
 * Runs the report of each workspace: waits for its time, then writes and mails it to each member who gets it, from the
 * figures as they are then.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { noReportSchedule } from '@parley/contracts/analytics/report.ts'
import {
  type ReportMailEffect,
  type ReportMailInput,
  type ReportPeriod,
  reportEvents,
} from '@parley/contracts/analytics/report-events.ts'
import type { WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { report } from './report.decider.ts'
import { reportMail } from './report-mail.process.ts'
import { reportRun } from './report-run.process.ts'
import { reportText } from './report-text.ts'

export type ReportContent = { subject: string; text: string; html: string; lang: string; brand?: MailBrand }

export type RunReportsDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  region: Region
  deadlines: Deadlines
  figures(
    tenant: string,
    days: { from: string; to: string; timeZone: string },
  ): Promise<Pick<WorkspaceOverview, 'figures' | 'agents' | 'total'>>
  /** Undefined if the workspace is not live. */
  nameOf(tenant: string): Promise<string | undefined>
  holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
  brandOf(tenant: string): Promise<MailBrand | undefined>
  /** `id` lets the receiving server recognise a repeated sending. Throws if it should be retried. */
  /** `asked`: the recipient wants it now. */
  sendMail(mail: ReportContent & { id: string; to: string; tenant: string; asked: boolean }): Promise<unknown>
  /** The address of a workspace's dashboard. */
  addressOf(tenant: string): Promise<string>
  onFault(error: unknown): void
}

export type ReportMails = {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork[]
  /** The report of a workspace on these days as it is mailed. */
  write(tenant: string, period: ReportPeriod): Promise<ReportContent>
  /** Mails it to a member who asked for it; once for each `askedId`. */
  ask(who: { tenant: string; userId: string; askedId: string }, period: ReportPeriod): Promise<void>
}

export function runReports(deps: RunReportsDeps): ReportMails {
  const { handle, load, refresh, deadlines } = deps

  const mails = runProcess(reportMail, {
    ...{ handle, load, deadlines },
    async carryOut() {},
    perform: (effect, { tenant, instance }) => send(effect, tenant, instance),
  })

  const runs = runProcess(reportRun, {
    ...{ handle, load, deadlines },
    async carryOut({ type: _, ...period }, { tenant }) {
      for (const userId of await recipientsOf(tenant)) {
        const instance = `${tenant}.${userId}.${period.frequency}.${period.to}`
        await mails.take({ tenant, instance }, { type: 'ReportDue', userId, asked: false, ...period }, 'due')
      }
    },
    async perform() {
      throw new Error('waiting for a report has no effects')
    },
  })

  return {
    policies: [
      definePolicy({
        name: 'schedule-reports',
        startFrom: 'origin',
        events: pick(reportEvents, 'ReportScheduleChanged'),
        async react({ id, tenant, data: { frequency, weekday, timeZone: chosen } }) {
          // Another machine, or an earlier one, may know more of them.
          const timeZone = knownTimeZone(chosen) ?? 'UTC'
          const input = { type: 'ScheduleChanged', frequency, weekday, timeZone } as const
          await runs.take({ tenant, instance: tenant }, input, `changed/${id}`)
        },
      }),
      runs.policy,
      mails.policy,
    ],
    deadlineWork: [runs.deadlineWork, mails.deadlineWork],
    write,
    async ask({ tenant, userId, askedId }, period) {
      const instance = `${tenant}.${userId}.asked.${askedId}`
      await mails.take({ tenant, instance }, { type: 'ReportDue', userId, asked: true, ...period }, 'due')
    },
  }

  async function write(tenant: string, period: ReportPeriod): Promise<ReportContent> {
    const [overview, workspaceName = '', brand, address] = await Promise.all([
      deps.figures(tenant, period),
      deps.nameOf(tenant),
      deps.brandOf(tenant),
      deps.addressOf(tenant),
    ])
    const { from, to } = period
    const dashboard = `${address}/app/${deps.region}`
    const links = {
      overview: `${dashboard}/overview?${new URLSearchParams({ from, to })}`,
      settings: `${dashboard}/workspace#report`,
    }
    return { ...reportText({ workspaceName, period, overview, links }), ...(brand && { brand }) }
  }

  async function send(effect: ReportMailEffect, tenant: string, instance: string): Promise<ReportMailInput> {
    const { type: _, userId, asked, ...period } = effect
    const members = await deps.holdersOf(tenant, 'analytics.read')
    const to = members.find((member) => member.userId === userId)?.email
    const wanted = asked || (await recipientsOf(tenant)).includes(userId)
    if (to === undefined || !wanted) return { type: 'ReportDone' }
    try {
      await deps.sendMail({
        ...{ id: `report.${instance}`, to, tenant, asked },
        ...(await write(tenant, period)),
      })
      return { type: 'ReportDone' }
    } catch (error) {
      deps.onFault(error)
      return { type: 'ReportFailed' }
    }
  }

  async function recipientsOf(tenant: string): Promise<readonly string[]> {
    await refresh(report.category, tenant)
    const { recipients } = (await load(report, tenant, tenant))?.state ?? noReportSchedule
    return recipients
  }
}
