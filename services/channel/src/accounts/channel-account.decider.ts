/**
 * An account at a provider, such as a bot, belongs to one channel across all workspaces and regions: the stream is named
 * by the hash of kind and account. A reservation precedes the event that uses it, so one that stopped half-way can be
 * taken over; one whose channel is disconnected can be, too, so that nothing has to release it.
 */
import { type ChannelAccountEvent, channelAccountEvents } from '@parley/contracts/channel/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type ChannelAccount =
  | { channelId: string; region: string; workspaceId: string; reservedAt: number }
  | undefined

export type ChannelAccountCommand = {
  type: 'ReserveChannelAccount'
  channelId: string
  region: string
  workspaceId: string
  /** In place of a holder that does not use the account, as it was found: the one of this reservation. */
  instead?: { channelId: string; reservedAt: number }
}

/** For so long, in ms, a reservation need not be made again. With the time to use it, it ends before it may be taken over. */
const FRESH_MS = 60_000

export const accountTaken = refuse(
  'account-taken',
  'This account is already connected to an agent. Disconnect it there first.',
)

/** Refuses with `account-taken`. */
export const channelAccount: Aggregate<ChannelAccount, ChannelAccountCommand, ChannelAccountEvent> = {
  category: 'channelaccount',
  events: channelAccountEvents,
  decider: {
    initialState: undefined,
    evolve: (_, { data }) => data,
    decide({ channelId, region, workspaceId, instead }, state, now) {
      const isFree =
        !state ||
        state.channelId === channelId ||
        (instead?.channelId === state.channelId && instead.reservedAt === state.reservedAt)
      if (!isFree) return accountTaken
      const reservedAt = now.getTime()
      // A repeated call finds its own, which is still far from being taken over.
      if (state?.channelId === channelId && reservedAt - state.reservedAt < FRESH_MS) return accept()
      return accept({
        type: 'ChannelAccountReserved',
        data: { channelId, region, workspaceId, reservedAt },
      })
    },
  },
}
