/** The events that follow from a generated reply, recorded in the same append as it. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { Fact } from '../../conversation.state.ts'
import type { Consequences } from '../generate/generated-reply.ts'

type ReplyPlace = Pick<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at'> & { visitorId: string }

/**
 * The events of a reply's consequences: tools called or waiting for approval, fields captured, and the trace for the test panel. Handoffs
 * follow the rules of ownership and are not among them.
 */
export function consequencesOf(
  { toolCalls = [], approvalRequests = [], captured = [], trace }: Consequences,
  { visitorId, ...where }: ReplyPlace,
  reply: { messageId: string; inReplyTo: string; cost: number },
): ConversationEvent[] {
  const { messageId, inReplyTo, cost } = reply
  const events: ConversationEvent[] = toolCalls.map((call) => ({
    type: 'ToolCalled',
    data: { ...where, inReplyTo, ...call },
  }))
  for (const request of approvalRequests)
    events.push({ type: 'ToolApprovalRequested', data: { ...where, inReplyTo, ...request } })
  for (const { by, fields, request, contact } of captured)
    events.push({
      type: 'FieldsCaptured',
      data: {
        ...{ ...where, visitorId, by, fields },
        ...(request ? { request } : {}),
        ...(contact ? { contact } : {}),
      },
    })
  if (trace && where.channel === 'test-panel')
    events.push({
      type: 'ReplyTraced',
      data: { ...where, messageId, trace: { ...trace, cost } },
    })
  return events
}
