/** What the monthly report of an organisation shows. Plain data: it is handed to the thread that writes the PDF. */
import type { AgencyFooter } from '@parley/contracts/agency/looks.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import type { MonthlyReportFigureId } from '@parley/contracts/analytics/monthly-report.ts'
import type { Language } from '@parley/contracts/languages.ts'

export type MonthlyFigures = {
  figures: Record<MonthlyReportFigureId, Measured>
  /** Absent for whoever may not see leads. */
  leads?: Measured
  days: { day: string; conversations: number }[]
  questions: { question: string; count: number; unanswered: number }[]
  unanswered: { question: string; agent: string }[]
  openQuestions: number
  agents: { title: string; figures: Record<MonthlyReportFigureId, Measured> }[]
  agentsInAll: number
}

export type MonthlyReportContent = {
  /** Whose report it is. */
  name: string
  /** YYYY-MM. */
  month: string
  timeZone: string
  /** Of whoever reads it. */
  language: Language
  /**
   * Absent while the agency has none. `colour`: six-digit hex. `logo`: the bytes of a PNG or a JPEG. `poweredBy`: by whom,
   * while the agency has no white label.
   */
  brand?: { name: string; colour?: string; logo?: Uint8Array; footer?: AgencyFooter; poweredBy?: string }
  figures: MonthlyFigures
}

export const isEmptyMonth = ({ figures }: MonthlyFigures) => (figures.conversations.value ?? 0) === 0
