/**
 * A mailed code, for one purpose and one request; several codes may be valid at the same time. Stream
 * `code-<requestId>`. Its events identify nobody: the hash is bound to request and address.
 */
import { type OneTimeCodeEvent, oneTimeCodeEvents } from '@parley/contracts/identity/events.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type CodePurpose = 'sign-up' | 'sign-in' | 'password-reset' | 'email-change'

export type OneTimeCode = {
  purpose: CodePurpose
  codeHash: string
  /** Milliseconds. */
  expiresAt: number
  misses: number
  used: boolean
}

export type OneTimeCodeCommand =
  | {
      type: 'RequestCode'
      requestId: string
      purpose: CodePurpose
      codeHash: string
      code: string
      email: string
      host?: string
      agency?: { region: string; agencyId: string }
      language?: Language
    }
  | { type: 'UseCode'; requestId: string; purpose: CodePurpose; codeHash: string }

export const CODE_LIFETIME_MS = 10 * 60_000
/** After this many wrong attempts a code is invalid; a new one must be requested. */
export const CODE_TRIES = 5

export const oneTimeCode: Aggregate<OneTimeCode | undefined, OneTimeCodeCommand, OneTimeCodeEvent> = {
  category: 'code',
  events: oneTimeCodeEvents,
  decider: {
    initialState: undefined,

    evolve(state, event) {
      if (event.type === 'OneTimeCodeRequested') {
        const { purpose, codeHash, expiresAt } = event.data
        return { purpose, codeHash, expiresAt, misses: 0, used: false }
      }
      if (!state) return state
      return event.type === 'OneTimeCodeUsed'
        ? { ...state, used: true }
        : { ...state, misses: state.misses + 1 }
    },

    decide(command, state, now) {
      const { requestId } = command
      if (command.type === 'RequestCode') {
        if (state) return refuse('conflict', 'This request was made already.')
        const { type: _, ...requested } = command
        const expiresAt = now.getTime() + CODE_LIFETIME_MS
        return accept({ type: 'OneTimeCodeRequested', data: { ...requested, expiresAt } })
      }
      if (!state || state.used || state.purpose !== command.purpose || state.misses >= CODE_TRIES)
        return wrongCode
      if (state.expiresAt <= now.getTime()) return wrongCode
      // A wrong code is recorded too, so that misses are counted across processes.
      const type = state.codeHash === command.codeHash ? 'OneTimeCodeUsed' : 'OneTimeCodeMissed'
      return accept({ type, data: { requestId } })
    },
  },
}

/** The same message for every case: it does not reveal whether there is such an account, or such a request. */
export const wrongCode = refuse(
  'wrong-code',
  'This code is not right or not valid any more. You can ask for a new one.',
  'code',
)
