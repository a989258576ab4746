import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { expect, it, onTestFinished } from 'vitest'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { eventNames } from './event-names.ts'

const at = '2026-11-25T12:00:00.000Z'
const started = {
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'visitor-1bd0', channel: 'web-chat' },
}
const named = {
  type: 'VisitorIdentified',
  data: { agentId: 'a1', at, visitorId: 'visitor-1bd0', name: 'Mara Lind', verified: true },
}

it('names a visitor to those who may read conversations, by the id once the name is erased', async () => {
  const region = await openTestRegion({ projections: [conversationsProjection] })
  onTestFinished(() => region.close())
  const log = {
    category: 'conversation',
    events: conversationEvents,
    decider: { initialState: null, evolve: () => null, decide: (said) => ({ ok: true, events: said }) },
  } satisfies Aggregate<null, AnyEvent[], AnyEvent>
  await region.handle(log as never, 'c1', [started, named] as never, {
    tenant: 'w1',
    subject: 'conversation-c1',
    actor: { kind: 'visitor', id: 'visitor-1bd0' },
    cause: { via: 'widget', command: 'c', correlation: 'c' },
  })
  await region.settled()
  const event = { stream: 'conversation-c1', agentTitle: 'Harbour Tea' }
  const of = (may: boolean, tenant = 'w1', stream = event.stream) => {
    const { reader } = region
    const found = eventNames(
      { reader, memberName: async () => undefined },
      tenant,
      { ...event, stream },
      () => may,
    )
    return found.visitor()
  }
  expect(await of(true)).toBe('Mara Lind')
  expect(await of(false)).toBeUndefined()
  expect(await of(true, 'w2')).toBeUndefined()
  expect(await of(true, 'w1', 'agent-a1')).toBeUndefined()
  await region.keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await of(true)).toBe('Visitor 1bd0')
})
