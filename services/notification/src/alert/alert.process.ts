/**
 * Sends one mail or push notification to a member or a client, with the notifications that are due together. What can't be reached is
 * tried again for some hours; quiet hours that have begun in the meantime are kept.
 */
import {
  type AlertCommand,
  type AlertEffect,
  type AlertInput,
  alertCommand,
  alertEffect,
  alertInput,
} from '@parley/contracts/notification/alert-events.ts'
import type { AlertWay } from '@parley/contracts/notification/settings.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

export type AlertState = {
  to: { userId: string; way: AlertWay } | undefined
  /** The notifications that will be sent next. */
  waiting: readonly string[]
  /** Browsers that were not reached; all of them if undefined. */
  subscriptionIds: readonly string[] | undefined
  tries: number
  /** It has waited, so they may have seen it. */
  digest: boolean
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** With the pauses between them, five hours. */
const MOST_TRIES = 14
const MOST_WAITING = 100

export const alert: ProcessManager<AlertState, AlertInput, AlertCommand, AlertEffect> = {
  name: 'alert',
  event: 'AlertAdvanced',
  input: alertInput,
  command: alertCommand,
  effect: alertEffect,
  initialState: { to: undefined, waiting: [], subscriptionIds: undefined, tries: 0, digest: false },

  evolve(state, heard) {
    switch (heard.type) {
      case 'AlertRaised': {
        const to = { userId: heard.userId, way: heard.way }
        if (heard.due === null) return { ...state, to }
        const waiting = [...state.waiting, heard.notificationId].slice(-MOST_WAITING)
        return { ...state, to, waiting, subscriptionIds: undefined, digest: true }
      }
      case 'DeadlinePassed':
        return { ...state, waiting: [], subscriptionIds: undefined }
      case 'AlertHeld':
        return { ...state, waiting: heard.notificationIds, digest: true }
      case 'AlertFailed':
        if (state.tries >= MOST_TRIES) return { ...state, tries: 0 }
        return {
          ...state,
          waiting: [...new Set([...heard.notificationIds, ...state.waiting])].slice(-MOST_WAITING),
          subscriptionIds: state.waiting.length === 0 ? heard.subscriptionIds : undefined,
          tries: state.tries + 1,
        }
      case 'AlertDone':
        return { ...state, tries: 0 }
    }
  },

  decide(state, heard, now) {
    const send = (due: string) => [{ name: 'send', due }]
    switch (heard.type) {
      case 'AlertRaised': {
        const { userId, way, notificationId, due } = heard
        if (due === null)
          return {
            effects: [
              { type: 'SendAlert', userId, way, notificationIds: [notificationId], digest: state.digest },
            ],
          }
        return state.waiting.length === 0 ? { deadlines: send(due) } : {}
      }
      case 'DeadlinePassed': {
        const { to, waiting, subscriptionIds, digest } = state
        if (!to || waiting.length === 0) return undefined
        const only = subscriptionIds ? { subscriptionIds: [...subscriptionIds] } : {}
        return { effects: [{ type: 'SendAlert', ...to, notificationIds: [...waiting], ...only, digest }] }
      }
      case 'AlertHeld':
        return { deadlines: send(heard.untilAt) }
      case 'AlertDone':
        return removed(state, heard.goneIds)
      case 'AlertFailed': {
        const gone = removed(state, heard.goneIds)
        if (state.tries >= MOST_TRIES) return gone
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.tries, LONGEST_PAUSE_MS)
        const due = now.getTime() + Math.max(pause, heard.afterMs ?? 0)
        return { ...gone, deadlines: send(new Date(due).toISOString()) }
      }
    }
  },
}

function removed({ to }: AlertState, subscriptionIds: string[] = []): { commands?: AlertCommand[] } {
  if (!to || subscriptionIds.length === 0) return {}
  return { commands: [{ type: 'RemoveSubscriptions', userId: to.userId, subscriptionIds }] }
}
