/** The white-label trial of a workspace: one, for 14 days. Stream `whitelabel-<workspaceId>`; the id is the tenant's. */
import { whiteLabelTrialDays } from '@parley/contracts/agency/white-label.ts'
import { type WhiteLabelEvent, whiteLabelEvents } from '@parley/contracts/agency/white-label-events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export const WHITE_LABEL_TRIAL_MS = whiteLabelTrialDays * 86_400_000

/** Times in milliseconds. */
export type WhiteLabelTrial = { startedAt: number; endsAt: number; announced: boolean; ended: boolean }

export type WhiteLabelCommand =
  | { type: 'StartTrial'; userId: string }
  /** Accepted without an event if there is nothing to announce any more. */
  | { type: 'AnnounceTrialEnd' }
  /** Accepted without an event if it has ended. */
  | { type: 'EndTrial' }

/** Refuses with `trial-used` and `not-found`. */
export const whiteLabel: Aggregate<WhiteLabelTrial | undefined, WhiteLabelCommand, WhiteLabelEvent> = {
  category: 'whitelabel',
  events: whiteLabelEvents,
  decider: {
    initialState: undefined,
    evolve(state, event) {
      if (event.type === 'WhiteLabelTrialStarted') {
        const { startedAt, endsAt } = event.data
        return { startedAt, endsAt, announced: false, ended: false }
      }
      if (!state) return undefined
      return event.type === 'WhiteLabelTrialEnded' ? { ...state, ended: true } : { ...state, announced: true }
    },
    decide(command, state, now) {
      if (command.type === 'StartTrial') {
        if (state) return refuse('trial-used', 'This workspace has had its white-label trial.')
        const startedAt = now.getTime()
        return accept({
          type: 'WhiteLabelTrialStarted',
          data: { userId: command.userId, startedAt, endsAt: startedAt + WHITE_LABEL_TRIAL_MS },
        })
      }
      if (!state) return refuse('not-found', 'This workspace has no white-label trial.')
      const { endsAt } = state
      if (command.type === 'EndTrial')
        return state.ended ? accept() : accept({ type: 'WhiteLabelTrialEnded', data: { endsAt } })
      // Late, when nothing ran for days, nothing is to be announced.
      return state.announced || state.ended || endsAt <= now.getTime()
        ? accept()
        : accept({ type: 'WhiteLabelTrialEndsSoon', data: { endsAt } })
    },
  },
}
