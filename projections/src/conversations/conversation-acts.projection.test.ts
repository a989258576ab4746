import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, it } from 'vitest'
import { conversationActsProjection } from './conversation-acts.projection.ts'

const at = '2026-11-25T12:00:00.000Z'
const nora = { kind: 'user' as const, id: 'nora' }
const tagged = (...tags: string[]): ConversationEvent => ({
  type: 'ConversationTagged',
  data: { agentId: 'a1', at, tags },
})
const assigned = (assignee?: string): ConversationEvent => ({
  type: 'ConversationAssigned',
  data: { agentId: 'a1', at, ...(assignee === undefined ? {} : { assignee }) },
})
const deleted: ConversationEvent = {
  type: 'ConversationDeleted',
  data: { agentId: 'a1', visitorId: 'v1', at, reason: 'person' },
}
const after = (...events: ConversationEvent[]) =>
  projected(
    conversationActsProjection,
    events.map((event) => ({ ...event, actor: nora, stream: 'conversation-c1' })),
  ).get('c1')

it('tells who added and removed which tags, and assigned it to whom', () => {
  const act = { at, by: nora }
  expect(after(tagged('Order'), tagged('Order', 'VIP'), tagged('VIP'), assigned('ben'), assigned())).toEqual({
    tags: ['VIP'],
    acts: [
      { ...act, did: 'tag', added: ['Order'], removed: [] },
      { ...act, did: 'tag', added: ['VIP'], removed: [] },
      { ...act, did: 'tag', added: [], removed: ['Order'] },
      { ...act, did: 'assign', assignee: 'ben' },
      { ...act, did: 'assign', assignee: '' },
    ],
  })
})

it('tells what was decided on a call of a function', () => {
  const decided: ConversationEvent = {
    type: 'ToolApprovalDecided',
    data: {
      ...{ agentId: 'a1', channel: 'web-chat', at, approvalId: 'p1', toolId: 't1', name: 'Refund' },
      outcome: 'declined',
    },
  }
  expect(after(decided)?.acts).toEqual([{ at, by: nora, did: 'decide', name: 'Refund', outcome: 'declined' }])
})

it('keeps the newest 50, and nothing of a deleted conversation', () => {
  const many = Array.from({ length: 60 }, (_, nth) => assigned(`user${nth}`))
  const acts = after(...many)?.acts ?? []
  expect(acts).toHaveLength(50)
  expect(acts.at(-1)).toMatchObject({ assignee: 'user59' })
  expect(after(tagged('Order'), deleted)).toBeUndefined()
})
