/** An agent's analytics: counting widget loads, and handling unanswered questions. */
import { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { monthlyReportEndpoints } from '@parley/contracts/analytics/monthly-report-endpoints.ts'
import { monthlyReportEvents } from '@parley/contracts/analytics/monthly-report-events.ts'
import { reportEndpoints } from '@parley/contracts/analytics/report-endpoints.ts'
import { reportEvents } from '@parley/contracts/analytics/report-events.ts'
import { workspaceAnalyticsEndpoints } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type AnalyticsDeps, analyticsHandlers } from './analytics.handlers.ts'
import { startLoadCounter } from './load-counter.ts'
import { monthlyMail } from './monthly-report/monthly-mail.process.ts'
import { monthlyReport } from './monthly-report/monthly-report.decider.ts'
import {
  type MonthlyReportHandlerDeps,
  monthlyReportHandlers,
} from './monthly-report/monthly-report.handlers.ts'
import { monthlyRun } from './monthly-report/monthly-run.process.ts'
import { type RunMonthlyReportsDeps, runMonthlyReports } from './monthly-report/run-monthly-reports.ts'
import { pdfWriter } from './monthly-report/write-pdf.ts'
import { movedQuestions } from './moved-questions.ts'
import { question } from './question.decider.ts'
import { report } from './report/report.decider.ts'
import { type ReportHandlerDeps, reportHandlers } from './report/report.handlers.ts'
import { reportMail } from './report/report-mail.process.ts'
import { reportRun } from './report/report-run.process.ts'
import { type ReportContent, type RunReportsDeps, runReports } from './report/run-reports.ts'
import { widgetLoads } from './widget-loads.decider.ts'

type Needs = {
  agents: {
    document(
      tenant: string,
      agentId: string,
    ): Promise<{ enableGeoAnalytics?: boolean | undefined } | undefined>
  }
  knowledge: { isSource: AnalyticsDeps['isSource'] }
  questions: { isUnanswered: AnalyticsDeps['isUnanswered'] }
  figures: {
    compared: RunReportsDeps['figures']
    ofMonth: RunMonthlyReportsDeps['figures']
    sinceOf: MonthlyReportHandlerDeps['figuresSince']
  }
  icons: { open: RunMonthlyReportsDeps['pictureOf'] }
  organisations: {
    ofClients: RunMonthlyReportsDeps['organisationOf']
    agentsOf: RunMonthlyReportsDeps['agentsOf']
    clientIdsIn: RunMonthlyReportsDeps['clientIdsIn']
    createdAt: MonthlyReportHandlerDeps['createdAt']
  }
  reportClients: {
    find: RunMonthlyReportsDeps['clientOf']
    languageOf: MonthlyReportHandlerDeps['languageOf']
  }
  workspaces: {
    nameOf: RunReportsDeps['nameOf']
    holdersOf: RunReportsDeps['holdersOf']
    membersOf: ReportHandlerDeps['membersOf']
  }
  whiteLabel: { poweredBy: RunMonthlyReportsDeps['poweredBy'] }
  agencies: {
    mailBrand: RunReportsDeps['brandOf']
    clientMailBrand: RunMonthlyReportsDeps['brandOf']
    addressOf: RunReportsDeps['addressOf']
  }
  mail: {
    send: RunMonthlyReportsDeps['sendMail']
    framed(mail: ReportContent & { id: string; to: string }): { html?: string | undefined }
  }
}

type Provides = {
  analytics: {
    /** Appends the widget loads counted so far. */
    flushLoads(): Promise<void>
  }
  movedQuestions: ReturnType<typeof movedQuestions>
}

export const analyticsModule = defineModule({
  name: 'analytics',
  endpoints: {
    ...analyticsEndpoints,
    ...workspaceAnalyticsEndpoints,
    ...reportEndpoints,
    ...monthlyReportEndpoints,
  },
  aggregates: [
    question,
    widgetLoads,
    report,
    aggregateOf(reportRun),
    aggregateOf(reportMail),
    monthlyReport,
    aggregateOf(monthlyRun),
    aggregateOf(monthlyMail),
  ],
  audited: {
    ...pick(analyticsEvents, 'QuestionHandled', 'QuestionReopened'),
    ...reportEvents,
    ...monthlyReportEvents,
  },

  async start({ engines, ports, onFault }: ModuleScope<Needs>) {
    const { region, state, commands, rateLimits } = engines
    const { handle, load, refresh } = commands
    const { agents, knowledge, questions, workspaces } = ports
    const reports = runReports({
      ...{ handle, load, refresh, region },
      deadlines: createDeadlines(state),
      figures: ports.figures.compared,
      nameOf: workspaces.nameOf,
      holdersOf: workspaces.holdersOf,
      brandOf: ports.agencies.mailBrand,
      sendMail: ports.mail.send,
      addressOf: ports.agencies.addressOf,
      onFault: (error) => onFault('a report was not mailed', { region, err: error }),
    })
    const { agentsOf, ofClients: organisationOf } = ports.organisations
    const monthly = runMonthlyReports({
      ...{ handle, load, refresh, region, organisationOf, agentsOf },
      deadlines: createDeadlines(state),
      writePdf: pdfWriter(),
      figures: ports.figures.ofMonth,
      nameOf: workspaces.nameOf,
      holdersOf: workspaces.holdersOf,
      clientIdsIn: ports.organisations.clientIdsIn,
      clientOf: ports.reportClients.find,
      brandOf: ports.agencies.clientMailBrand,
      poweredBy: ports.whiteLabel.poweredBy,
      pictureOf: ports.icons.open,
      sendMail: ports.mail.send,
      addressOf: ports.agencies.addressOf,
      onFault: (error) => onFault('a monthly report was not mailed', { region, err: error }),
    })
    const loads = await startLoadCounter({
      handle,
      state,
      onFault: (error) => onFault('widget loads could not be appended yet', { region, err: error }),
    })
    return {
      handlers: {
        ...analyticsHandlers({
          handle,
          loads,
          geoAnalyticsOf: async (tenant, agentId) =>
            (await agents.document(tenant, agentId))?.enableGeoAnalytics,
          isSource: knowledge.isSource,
          isUnanswered: questions.isUnanswered,
        }),
        ...reportHandlers({
          ...{ handle, load, refresh, rateLimits },
          write: reports.write,
          ask: reports.ask,
          framed: (mail) => ports.mail.framed({ id: 'preview', to: '', ...mail }).html ?? '',
          membersOf: workspaces.membersOf,
        }),
        ...monthlyReportHandlers({
          ...{ handle, rateLimits, organisationOf, agentsOf },
          languageOf: ports.reportClients.languageOf,
          createdAt: ports.organisations.createdAt,
          figuresSince: ports.figures.sinceOf,
          ...monthly,
        }),
      },
      policies: [...reports.policies, ...monthly.policies],
      deadlines: [...reports.deadlineWork, ...monthly.deadlineWork],
      provides: {
        analytics: { flushLoads: () => loads.flush() },
        movedQuestions: movedQuestions(engines),
      } satisfies Provides,
      stop: () => loads.stop(),
    }
  },
})
