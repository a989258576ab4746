/**
 * Renews the access of a connected credential before it ends, so that calls find it valid. What can't be renewed for the
 * moment is tried again with growing pauses for a day; after that, calls alone try.
 */
import {
  type RenewalEffect,
  type RenewalInput,
  renewalCommand,
  renewalEffect,
  renewalInput,
} from '@parley/contracts/integration/renewal-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

/** `tries`: how often the present tokens could not be renewed; `since`: when that was first so. */
export type RenewalState = { generation: number; over: boolean; tries: number }

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** With the pauses, about a day. */
const MOST_TRIES = 30

export const renewal: ProcessManager<RenewalState, RenewalInput, never, RenewalEffect> = {
  name: 'credentialrenewal',
  event: 'CredentialRenewalAdvanced',
  input: renewalInput,
  command: renewalCommand,
  effect: renewalEffect,
  initialState: { generation: 0, over: true, tries: 0 },

  evolve(state, heard) {
    switch (heard.type) {
      case 'TokensReceived':
        // Those of before come late where events are read again.
        return heard.generation > state.generation
          ? { generation: heard.generation, over: heard.renewAt === undefined, tries: 0 }
          : state
      case 'ConnectionEnded':
        return { ...state, over: true }
      case 'Postponed':
        return heard.generation === state.generation ? { ...state, tries: state.tries + 1 } : state
      default:
        return state
    }
  },

  decide(state, heard, now) {
    const due = (at: string | null) => ({ deadlines: [{ name: 'renew', due: at }] })
    switch (heard.type) {
      case 'TokensReceived':
        return heard.generation > state.generation ? due(heard.renewAt ?? null) : undefined
      case 'ConnectionEnded':
        return state.over ? undefined : due(null)
      case 'DeadlinePassed':
        return state.over ? undefined : { effects: [{ type: 'Renew', generation: state.generation }] }
      case 'Postponed': {
        if (heard.generation !== state.generation || state.over || state.tries >= MOST_TRIES) return undefined
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.tries, LONGEST_PAUSE_MS)
        return due(new Date(now.getTime() + pause).toISOString())
      }
      default:
        return undefined
    }
  },
}
