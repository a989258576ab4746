/** The report of a workspace by mail. Plain constants, also for pages. */
export const reportFrequencies = ['off', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

export type ReportSchedule = {
  frequency: ReportFrequency
  /** Of a weekly report: 1 for Monday to 7 for Sunday. */
  weekday: number
  /** IANA name: of the days that are counted, and of the hour. */
  timeZone: string
  /** Members by id. */
  recipients: readonly string[]
}
export const noReportSchedule: ReportSchedule = {
  frequency: 'off',
  weekday: 1,
  timeZone: 'UTC',
  recipients: [],
}

/** The hour of the day at which a report is sent. */
export const reportHour = 8
export const mostReportRecipients = 100
/** Agents in one report: those with the most conversations. */
export const mostReportedAgents = 10
