/**
 * Charges for replies and summaries that name a reservation. Follows the log and charges all new ones of a ledger, of a
 * workspace or of an organisation, at once, so the ledger becomes complete even if the process that gave a reply was killed right after.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { type BatchPolicy, defineBatchPolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick, type RecordedOf } from '@parley/kernel/read-models/projection.ts'
import { conversation } from '../../conversation.decider.ts'
import type { Credits, ReplyCharge } from './credits.ts'

const replies = pick(conversationEvents, 'AgentReplied', 'ConversationSummarised')
type RepliedEvent = RecordedOf<typeof replies>

/** The name of the policy, by which its checkpoint is found. */
export const CHARGE_REPLIES = 'charge-replies'
const EVERY_MS = 1_000

export type ChargeRepliesDeps = {
  credits: Pick<Credits, 'chargeReplies'>
  /** The minimum time between two charges, in ms. */
  everyMs?: number
}

export function chargeRepliesPolicy(deps: ChargeRepliesDeps): BatchPolicy<typeof replies> {
  const { credits, everyMs = EVERY_MS } = deps
  return defineBatchPolicy({
    name: CHARGE_REPLIES,
    startFrom: 'origin',
    events: replies,
    everyMs,
    async reactToAll(events) {
      const reserved = events.filter(({ data }) => data.reservationId !== undefined)
      for (const [workspaceId, given] of Map.groupBy(reserved, ({ tenant }) => tenant))
        for (const [organisationId, paid] of Map.groupBy(given, ({ data }) => data.payingOrganisationId)) {
          const charges = paid.map(chargeOf)
          const context = reactingTo(paid.at(-1)!, CHARGE_REPLIES)
          const charged = await credits.chargeReplies({ workspaceId, organisationId, charges }, context)
          if (!charged.ok) throw new Error(charged.rejection.code)
        }
    },
  })
}

function chargeOf({ position, stream, data }: RepliedEvent): ReplyCharge {
  const { reservationId = '', holdId = '', agentId, at, cost: amount } = data
  const { modelId, inputTokens, outputTokens } = data
  const conversationId = stream.slice(conversation.category.length + 1)
  return {
    position,
    reservationId,
    holdId,
    conversationId,
    agentId,
    at,
    amount,
    modelId,
    inputTokens,
    outputTokens,
  }
}
