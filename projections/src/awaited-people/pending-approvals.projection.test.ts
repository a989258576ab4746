import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, it } from 'vitest'
import { pendingApprovalsProjection } from './pending-approvals.projection.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
const about = { agentId: 'a1', channel: 'web-chat', toolId: 't1', name: 'Refund' } as const
const requested = (hour: number, approvalId: string): ConversationEvent => ({
  type: 'ToolApprovalRequested',
  data: {
    ...{ ...about, at: at(hour), approvalId, inReplyTo: 'm1', functionName: 'refund' },
    ...{ values: {}, toolVersion: '' },
  },
})
const decided = (hour: number, approvalId: string): ConversationEvent => ({
  type: 'ToolApprovalDecided',
  data: { ...about, at: at(hour), approvalId, outcome: 'approved' },
})
const deleted: ConversationEvent = {
  type: 'ConversationDeleted',
  data: { agentId: 'a1', visitorId: 'v1', at: at(9), reason: 'person' },
}
const of = (id: string, ...events: ConversationEvent[]) =>
  events.map((event) => ({ ...event, stream: `conversation-${id}` }))

it('lists the conversations with calls that wait, and since when the oldest does', () => {
  const documents = projected(pendingApprovalsProjection, [
    ...of('c1', requested(1, 'p1'), requested(2, 'p2'), decided(3, 'p1')),
    ...of('c2', requested(1, 'p1'), decided(2, 'p1')),
    ...of('c3', requested(1, 'p1'), deleted),
    ...of('c4', requested(4, 'p1'), requested(5, 'p2')),
  ])
  const found = [...documents].map(([id, { since, pending }]) => [id, since, pending.length])
  expect(found).toEqual([
    ['c1', Date.parse(at(2)), 1],
    ['c4', Date.parse(at(4)), 2],
  ])
})
