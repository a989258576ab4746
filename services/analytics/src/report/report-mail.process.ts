/**
 * Mails one report to one member. Its instance is named by the member and the days that it is about, so that however
 * often it is due there is one mail. A mail server that can't be reached is tried again for some hours.
 */
import {
  type ReportMailEffect,
  type ReportMailInput,
  reportMailEffect,
  reportMailInput,
} from '@parley/contracts/analytics/report-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'
import { z } from 'zod'

export type ReportMailState = { due: ReportMailEffect | undefined; tries: number }

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** With the pauses between them, five hours. */
const MOST_TRIES = 14

export const reportMail: ProcessManager<ReportMailState, ReportMailInput, never, ReportMailEffect> = {
  name: 'reportmail',
  event: 'ReportMailAdvanced',
  input: reportMailInput,
  command: z.never(),
  effect: reportMailEffect,
  initialState: { due: undefined, tries: 0 },

  evolve(state, heard) {
    switch (heard.type) {
      case 'ReportDue':
        return { ...state, due: { ...heard, type: 'SendReport' } }
      case 'ReportFailed':
        return { ...state, tries: state.tries + 1 }
      default:
        return state
    }
  },

  decide(state, heard, now) {
    switch (heard.type) {
      case 'ReportDue':
        return state.due ? undefined : { effects: [{ ...heard, type: 'SendReport' }] }
      case 'DeadlinePassed':
        return state.due && { effects: [state.due] }
      case 'ReportDone':
        return {}
      case 'ReportFailed': {
        if (state.tries >= MOST_TRIES) return {}
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.tries, LONGEST_PAUSE_MS)
        return { deadlines: [{ name: 'send', due: new Date(now.getTime() + pause).toISOString() }] }
      }
    }
  },
}
