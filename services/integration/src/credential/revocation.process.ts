/**
 * Revokes the access of a deleted credential. While the authorization server can't be reached it is tried again with growing
 * pauses for a day.
 */
import {
  type RevocationEffect,
  type RevocationInput,
  revocationCommand,
  revocationEffect,
  revocationInput,
} from '@parley/contracts/integration/revocation-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

/** `tries`: how often it could not be reached. */
export type RevocationState = { status: 'none' | 'open' | 'over'; tries: number }

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** With the pauses, about a day. */
const MOST_TRIES = 30

export const revocation: ProcessManager<RevocationState, RevocationInput, never, RevocationEffect> = {
  name: 'credentialrevocation',
  event: 'CredentialRevocationAdvanced',
  input: revocationInput,
  command: revocationCommand,
  effect: revocationEffect,
  initialState: { status: 'none', tries: 0 },

  evolve(state, heard) {
    switch (heard.type) {
      case 'CredentialRemoved':
        return { ...state, status: 'open' }
      case 'Ended':
        return { ...state, status: 'over' }
      case 'Postponed':
        return { ...state, tries: state.tries + 1 }
      default:
        return state
    }
  },

  decide({ status, tries }, heard, now) {
    const revoke = { effects: [{ type: 'Revoke' as const, isLast: tries >= MOST_TRIES - 1 }] }
    switch (heard.type) {
      case 'CredentialRemoved':
        return status === 'none' ? revoke : undefined
      case 'DeadlinePassed':
        return status === 'open' ? revoke : undefined
      case 'Postponed': {
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
        return { deadlines: [{ name: 'revoke', due: new Date(now.getTime() + pause).toISOString() }] }
      }
      default:
        return undefined
    }
  },
}
