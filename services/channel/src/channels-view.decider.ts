/** That somebody viewed the channels of an agent: at most once an hour, so that no screen can fill the log. */
import { type ChannelsViewEvent, channelsViewEvents } from '@parley/contracts/channel/events.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'

export type RecordView = { type: 'RecordView'; agentId: string }

/** The id of what a viewer views within an hour. */
export function viewId(
  of: { tenant: string; agentId: string; actor: { kind: string; id: string } },
  now: Date,
): string {
  const hour = now.toISOString().slice(0, 'yyyy-mm-ddThh'.length)
  return derivedId(20, 'channels viewed', of.tenant, of.agentId, of.actor.kind, of.actor.id, hour)
}

export const channelsView: Aggregate<{ viewed: boolean }, RecordView, ChannelsViewEvent> = {
  category: 'channelsview',
  events: channelsViewEvents,
  decider: {
    initialState: { viewed: false },
    evolve: () => ({ viewed: true }),
    decide({ agentId }, { viewed }, now) {
      if (viewed) return accept()
      return accept({ type: 'ChannelsViewed', data: { agentId, at: now.toISOString() } })
    },
  },
}
