/**
 * Mails the report of one month to one client, or to a member who asked for it. Its instance is named by both, so that
 * however often it is due there is one mail. A mail server that can't be reached is tried again for two days.
 */
import {
  type MonthlyMailEffect,
  type MonthlyMailInput,
  monthlyMailEffect,
  monthlyMailInput,
} from '@parley/contracts/analytics/monthly-report-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'
import { z } from 'zod'

export type MonthlyMailState = { due: MonthlyMailEffect | undefined; tries: number }

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** With the pauses between them, two days. */
const MOST_TRIES = 57

export const monthlyMail: ProcessManager<MonthlyMailState, MonthlyMailInput, never, MonthlyMailEffect> = {
  name: 'monthlymail',
  event: 'MonthlyReportMailAdvanced',
  input: monthlyMailInput,
  command: z.never(),
  effect: monthlyMailEffect,
  initialState: { due: undefined, tries: 0 },

  evolve(state, heard) {
    switch (heard.type) {
      case 'MonthlyReportDue':
        return { ...state, due: { ...heard, type: 'SendMonthlyReport' } }
      case 'MonthlyReportFailed':
        return { ...state, tries: state.tries + 1 }
      default:
        return state
    }
  },

  decide(state, heard, now) {
    switch (heard.type) {
      case 'MonthlyReportDue':
        return state.due ? undefined : { effects: [{ ...heard, type: 'SendMonthlyReport' }] }
      case 'DeadlinePassed':
        return state.due && { effects: [state.due] }
      case 'MonthlyReportDone':
        return {}
      case 'MonthlyReportFailed': {
        if (state.tries >= MOST_TRIES) return {}
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.tries, LONGEST_PAUSE_MS)
        return { deadlines: [{ name: 'send', due: new Date(now.getTime() + pause).toISOString() }] }
      }
    }
  },
}
