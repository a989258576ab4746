import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../server/client.ts'
import type { AgentPlace } from '../../../server/queries.ts'
import type { Entry } from './timeline.ts'

/** No time limit is longer than a year, which is the longest that the server takes. */
const within = (ageMs: number) => Math.min(Math.round(ageMs), 365 * 86_400_000)

type Simulated = { id: string; role: 'agent' | 'human'; blocks: Block[]; ageMs: number }

/** As many as the server takes. Earlier ones are not shown. */
export const MOST_SIMULATED = 50

/** The messages of the agent and of teammates, the last ones. */
export function simulatedOf(entries: readonly Entry[]): Simulated[] {
  const all = entries.flatMap((entry): Simulated[] => {
    if (entry.type === 'team') {
      const { id, ageMs, text } = entry
      return [{ id, role: 'human', blocks: [{ type: 'text', text }], ageMs }]
    }
    if (entry.type !== 'agent') return []
    const { id, role, blocks } = entry.message
    return [{ id, role: role === 'human' ? 'human' : 'agent', blocks, ageMs: entry.ageMs }]
  })
  return all.slice(-MOST_SIMULATED)
}

/** What the channel would be sent for these messages, and who may write now. `step`: changes when the clock does. */
export const simulationQuery = (
  place: AgentPlace,
  of: {
    kind: SimulatedKind
    conversationId: string
    messages: Simulated[]
    ageMs: number
    step: number
  },
) =>
  queryOptions({
    queryKey: [
      ...['channel-simulation', place.region, place.agentId, of.kind, of.conversationId],
      ...[of.messages.map(({ id }) => id).join(), of.step],
    ],
    meta: { touchedBy: [], within: 'agent' },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const { kind } = of
      const messages = of.messages.map((message) => ({ ...message, ageMs: within(message.ageMs) }))
      const ageMs = within(of.ageMs)
      return client.call('channels.simulate', { params: place, body: { kind, messages, ageMs } }, { signal })
    },
    // What is shown stays while a message is added to it.
    placeholderData: (before, query) =>
      query?.queryKey[3] === of.kind && query.queryKey[4] === of.conversationId ? before : undefined,
  })
