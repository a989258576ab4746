/** Appends events as they were recorded at any time, for what takes weeks to happen. */
import { randomUUID } from 'node:crypto'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { clientEvents, clientSessionEvents } from '@parley/contracts/client/events.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Person, TestPlatform } from './test-platform.ts'

export type PastEvents = {
  /** The moment at which events are recorded next, in milliseconds; now until it is set. */
  at: number | undefined
  append(category: string, id: string, events: readonly AnyEvent[]): Promise<void>
}

/** Of the workspace of the person. */
export function pastEvents(parley: TestPlatform, { region, workspaceId, userId }: Person): PastEvents {
  const engines = parley.platform.regions.get(region)?.engines
  if (!engines) throw new Error('The platform has no such region')
  const { eventStore, keyring } = engines
  const past: PastEvents = { at: undefined, append }
  const commands = createCommandHandler({
    eventStore,
    keyring,
    now: () => (past.at === undefined ? new Date() : new Date(past.at)),
  })
  const log: Aggregate<null, readonly AnyEvent[], AnyEvent> = {
    category: '',
    events: {
      ...{ ...conversationEvents, ...agentEvents, ...organisationEvents, ...clientEvents },
      ...{ ...clientSessionEvents, ...creditsEvents },
    },
    decider: {
      initialState: null,
      evolve: () => null,
      decide: (events) => ({ ok: true, events: [...events] }),
    },
  }
  async function append(category: string, id: string, events: readonly AnyEvent[]): Promise<void> {
    const handled = await commands.handle({ ...log, category }, id, events, {
      tenant: workspaceId,
      actor: { kind: 'user', id: userId },
      cause: { via: 'command-line', command: randomUUID(), correlation: randomUUID() },
      subject: `${category}-${id}`,
    })
    if (!handled.ok) throw new Error(handled.rejection.message)
  }
  return past
}

/** A conversation in which a visitor asked one thing. `waits`: for a person afterwards. */
export function shortConversation(of: {
  agentId: string
  conversationId: string
  /** ISO 8601. */
  at: string
  grounded: boolean
  waits?: boolean
}): ConversationEvent[] {
  const { agentId, conversationId, at, grounded } = of
  const said = { agentId, channel: 'web-chat', at } as const
  const visitorId = `visitor-${conversationId}`
  return [
    { type: 'ConversationStarted', data: { conversationId, agentId, channel: 'web-chat', visitorId } },
    {
      type: 'VisitorMessageReceived',
      data: { ...said, index: 0, messageId: 'ask', text: 'When does it open?' },
    },
    {
      type: 'AgentReplied',
      data: {
        ...{ ...said, index: 1, messageId: 'say', inReplyTo: 'ask', content: [], sources: [], grounded },
        ...{ modelId: 'none', inputTokens: 0, outputTokens: 0, tookMs: 100, cost: 0 },
      },
    },
    ...(of.waits
      ? [{ type: 'HandoffRequested', data: { ...said, by: 'visitor', offline: false } } as const]
      : []),
  ]
}
