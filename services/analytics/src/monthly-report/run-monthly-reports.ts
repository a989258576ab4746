/**
 * Runs the monthly report of each organisation: waits for its time, then writes it for each of its clients who gets it,
 * from the figures of the agents that this client has, and mails it.
 */

import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import type { MonthlyReportSchedule } from '@parley/contracts/analytics/monthly-report.ts'
import {
  type MonthlyMailEffect,
  type MonthlyMailInput,
  monthlyReportEvents,
} from '@parley/contracts/analytics/monthly-report-events.ts'
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { monthlyMail } from './monthly-mail.process.ts'
import { monthlyReport } from './monthly-report.decider.ts'
import { isEmptyMonth, type MonthlyFigures, type MonthlyReportContent } from './monthly-report-content.ts'
import { daysOfMonth, monthsLater } from './monthly-report-dates.ts'
import { monthlyReportMail, reportFileName } from './monthly-report-mail.ts'
import { monthlyRun } from './monthly-run.process.ts'
import type { WritePdf } from './write-pdf.ts'

type Days = { from: string; to: string; timeZone: string }
type Sent = 'accepted' | 'refused' | 'attachments-refused'

/** A client that may get it, as it is by now. */
export type ReportClient = {
  name: string
  email: string
  orgId: string
  agentIds: readonly string[]
  seesLeads: boolean
  language: Language
}

/** What is reported. `organisationId`: whose name and time zone it has. */
export type Reported = {
  tenant: string
  organisationId: string
  month: string
  timeZone: string
  agentIds: readonly string[]
  withLeads: boolean
  language: Language
}

export type RunMonthlyReportsDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  region: Region
  deadlines: Deadlines
  writePdf: WritePdf
  figures(
    of: { tenant: string; agentIds: readonly string[]; withLeads: boolean },
    days: Days,
    before: Days,
  ): Promise<MonthlyFigures>
  /** Undefined if the workspace is not live. */
  nameOf(tenant: string): Promise<string | undefined>
  holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
  organisationOf(tenant: string, organisationId: string): Promise<{ name: string } | undefined>
  /** The agents that an organisation and its clients have and that exist. */
  agentsOf(tenant: string, organisationId: string): Promise<string[]>
  clientIdsIn(tenant: string, organisationId: string): Promise<string[]>
  /** Undefined for whoever may not see figures, or takes no mail. */
  clientOf(tenant: string, clientId: string): Promise<ReportClient | undefined>
  brandOf(tenant: string): Promise<MailBrand | undefined>
  pictureOf(tenant: string, address: string): Promise<Buffer | undefined>
  /** By whom a workspace without white label is powered. */
  poweredBy(tenant: string): Promise<{ line: PoweredBy | undefined }>
  /** `id` lets the receiving server recognise a repeated sending. Throws if it should be retried. */
  sendMail(mail: {
    id: string
    to: string
    subject: string
    text: string
    lang: string
    brand?: MailBrand
    about?: string
    attachments?: { name: string; mimeType: string; bytes: Buffer }[]
  }): Promise<Sent>
  /** The address of a workspace's dashboard. */
  addressOf(tenant: string): Promise<string>
  onFault(error: unknown): void
}

export type MonthlyReports = {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork[]
  scheduleOf(
    organisationId: string,
    tenant: string,
  ): Promise<{ schedule: MonthlyReportSchedule; position: number }>
  /** The clients that get it by now. */
  recipientsOf(tenant: string, organisationId: string): Promise<(ReportClient & { clientId: string })[]>
  /** The report as PDF; undefined if there is no such organisation. */
  write(reported: Reported): Promise<{ name: string; bytes: Buffer } | undefined>
  /** Mails it to a member who asked for it; once for each `askedId`. */
  ask(
    who: { tenant: string; organisationId: string; userId: string; askedId: string },
    of: { month: string; timeZone: string },
  ): Promise<void>
}

export function runMonthlyReports(deps: RunMonthlyReportsDeps): MonthlyReports {
  const { handle, load, refresh, deadlines } = deps
  const mails = runProcess(monthlyMail, {
    ...{ handle, load, deadlines },
    async carryOut() {},
    perform: (effect, { tenant, instance }) => send(effect, tenant, instance),
  })
  const runs = runProcess(monthlyRun, {
    ...{ handle, load, deadlines },
    async carryOut({ type: _, ...reported }, { tenant }) {
      const { organisationId, month } = reported
      if (!(await scheduleOf(organisationId, tenant)).schedule.enabled) return
      for (const clientId of await deps.clientIdsIn(tenant, organisationId)) {
        const instance = `${organisationId}.${clientId}.${month}`
        await mails.take({ tenant, instance }, { type: 'MonthlyReportDue', clientId, ...reported }, 'due')
      }
    },
    async perform() {
      throw new Error('waiting for a monthly report has no effects')
    },
  })

  return {
    policies: [
      definePolicy({
        name: 'schedule-monthly-reports',
        startFrom: 'origin',
        events: { ...monthlyReportEvents, ...pick(organisationEvents, 'OrganisationDeleted') },
        async react({ id, tenant, type, data, at }) {
          const { organisationId } = data
          const off = { enabled: false, dayOfMonth: 1, timeZone: 'UTC' }
          const { enabled, dayOfMonth, timeZone } = type === 'OrganisationDeleted' ? off : data
          // Another machine, or an earlier one, may know more of them.
          const known = knownTimeZone(timeZone) ?? 'UTC'
          const input = {
            type: 'ScheduleChanged',
            organisationId,
            enabled,
            dayOfMonth,
            timeZone: known,
            at,
          } as const
          await runs.take({ tenant, instance: organisationId }, input, `changed/${id}`)
        },
      }),
      runs.policy,
      mails.policy,
    ],
    deadlineWork: [runs.deadlineWork, mails.deadlineWork],
    scheduleOf,

    async recipientsOf(tenant, organisationId) {
      const ids = await deps.clientIdsIn(tenant, organisationId)
      const found = await Promise.all(
        ids.map(async (clientId) => {
          const client = await deps.clientOf(tenant, clientId)
          return client?.orgId === organisationId ? [{ ...client, clientId }] : []
        }),
      )
      return found.flat()
    },

    async write(reported) {
      const content = await contentOf(reported)
      return (
        content && { name: reportFileName(content.name, content.month), bytes: await deps.writePdf(content) }
      )
    },

    async ask({ tenant, organisationId, userId, askedId }, of) {
      const instance = `${organisationId}.${userId}.asked.${askedId}`
      const due = { type: 'MonthlyReportDue', userId, organisationId, ...of } as const
      await mails.take({ tenant, instance }, due, 'due')
    },
  }

  async function scheduleOf(organisationId: string, tenant: string) {
    await refresh(monthlyReport.category, organisationId)
    const loaded = await load(monthlyReport, organisationId, tenant)
    const schedule = loaded?.state ?? monthlyReport.decider.initialState
    return { schedule, position: loaded?.position ?? 0 }
  }

  async function contentOf(reported: Reported): Promise<MonthlyReportContent | undefined> {
    const { tenant, organisationId, month, timeZone, agentIds, withLeads, language } = reported
    const organisation = await deps.organisationOf(tenant, organisationId)
    if (!organisation) return undefined
    const before = monthsLater(month, -1)
    const [figures, brand, { line }] = await Promise.all([
      deps.figures(
        { tenant, agentIds, withLeads },
        { ...daysOfMonth(month), timeZone },
        { ...daysOfMonth(before), timeZone },
      ),
      deps.brandOf(tenant),
      deps.poweredBy(tenant),
    ])
    const logo = brand?.logo === undefined ? undefined : await deps.pictureOf(tenant, brand.logo)
    const { name: maker, colour, footer } = brand ?? {}
    const looks = {
      ...(colour && { colour }),
      ...(footer && { footer }),
      ...(logo && { logo }),
      ...(line && { poweredBy: line.name }),
    }
    return {
      ...{ name: organisation.name, month, timeZone, language, figures },
      ...(maker !== undefined && { brand: { name: maker, ...looks } }),
    }
  }

  async function send(
    effect: MonthlyMailEffect,
    tenant: string,
    instance: string,
  ): Promise<MonthlyMailInput> {
    try {
      const { organisationId, month, timeZone, clientId } = effect
      const to = await addresseeOf(effect, tenant)
      if (!to) return { type: 'MonthlyReportDone' }
      const { email, ...reader } = to
      const content = await contentOf({ tenant, organisationId, month, timeZone, ...reader })
      if (!content || (clientId !== undefined && isSilent(content.figures)))
        return { type: 'MonthlyReportDone' }
      const [bytes, brand, server] = await Promise.all([
        deps.writePdf(content),
        deps.brandOf(tenant),
        deps.addressOf(tenant),
      ])
      const address = `${server}/app/${deps.region}`
      const mail = {
        ...{ id: `report.${instance}`, to: email },
        ...(brand && { brand }),
        ...(clientId !== undefined && { about: clientSubject(clientId) }),
      }
      const file = { name: reportFileName(content.name, month), mimeType: 'application/pdf', bytes }
      const withFile = { ...monthlyReportMail(content, { address, attached: true }), attachments: [file] }
      if ((await deps.sendMail({ ...mail, ...withFile })) === 'attachments-refused')
        await deps.sendMail({ ...mail, ...monthlyReportMail(content, { address, attached: false }) })
      return { type: 'MonthlyReportDone' }
    } catch (error) {
      deps.onFault(error)
      return { type: 'MonthlyReportFailed' }
    }
  }

  /** Whom it is mailed to by now, about which agents; undefined if nobody. */
  async function addresseeOf(effect: MonthlyMailEffect, tenant: string) {
    const { clientId, organisationId, userId } = effect
    if ((await deps.nameOf(tenant)) === undefined) return undefined
    if (clientId === undefined) {
      const members = await deps.holdersOf(tenant, 'analytics.read')
      const email = members.find((member) => member.userId === userId)?.email
      const agentIds = await deps.agentsOf(tenant, organisationId)
      return email === undefined
        ? undefined
        : { email, agentIds, withLeads: true, language: defaultClientLanguage }
    }
    if (!(await scheduleOf(organisationId, tenant)).schedule.enabled) return undefined
    const client = await deps.clientOf(tenant, clientId)
    if (client?.orgId !== organisationId) return undefined
    const { email, agentIds, language, seesLeads: withLeads } = client
    return { email, agentIds, withLeads, language }
  }
}

/** Nobody is mailed about a month without conversations that follows another one. */
const isSilent = (figures: MonthlyFigures) =>
  isEmptyMonth(figures) && (figures.figures.conversations.before ?? 0) === 0
