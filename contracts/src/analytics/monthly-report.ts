/** The monthly report of an organisation as PDF. Plain constants, also for pages. */

/** How an agency chose that an organisation gets its report. */
export type MonthlyReportSchedule = {
  enabled: boolean
  /** 1 to 28, so that every month has it. */
  dayOfMonth: number
  /** IANA name: of the days that are counted, and of the hour at which it is sent. */
  timeZone: string
}
export const noMonthlyReport: MonthlyReportSchedule = { enabled: false, dayOfMonth: 1, timeZone: 'UTC' }

export const lastReportDay = 28
/** The hour of the day at which it is sent. */
export const monthlyReportHour = 9
/** Months that a client can download, the last whole one first. */
export const monthsOfReports = 12

/** Of each list in the report; how many there are in all stands below it. */
export const mostInMonthlyReport = { questions: 7, unanswered: 8, agents: 10 } as const

/** The figures at the top of the report, in their order. What replies cost is not among them: clients could tell a margin from it. */
export const monthlyReportFigures = [
  'conversations',
  'resolvedAlone',
  'handoffRate',
  'unanswered',
  'feedback',
] as const
export type MonthlyReportFigureId = (typeof monthlyReportFigures)[number]
