/** Erases conversations: records the event, then erases the key, which makes their messages unreadable. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { Actor } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'
import type { Fact } from '../conversation.state.ts'

export type ErasingDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  evict: CommandHandler['evict']
  erase: Keyring['erase']
  /** Discards the reply in progress. */
  drop(conversationId: string): void
  /** Notifies those who follow the conversation. */
  changed(conversationId: string): void
}

export type Erasure = {
  tenant: string
  conversationId: string
  reason: Fact<'ConversationDeleted'>['reason']
  /** Doesn't erase if something was said at or after this time (ISO 8601). */
  unlessSince?: string
  by: { actor: Actor; via: 'policy' | 'dashboard' | 'api'; correlation: string }
}

/** Returns the position of the event; undefined if there was nothing to erase. Idempotent. */
export async function eraseConversation(deps: ErasingDeps, erasure: Erasure): Promise<number | undefined> {
  const { tenant, conversationId, reason, unlessSince, by } = erasure
  const found = await deps.load(conversation, conversationId, tenant)
  if (!found?.state.started || found.state.deleted) return undefined
  const subject = subjectOf(found.state.started)
  const { messages, messageCount } = found.state
  const newest = messages.find(({ index }) => index === messageCount - 1)
  // A channel may deliver long after a message was written.
  const last = newest?.receivedAt ?? newest?.at
  if (unlessSince !== undefined && last !== undefined && last >= unlessSince) return undefined
  const handled = await deps.handle(
    conversation,
    conversationId,
    { type: 'DeleteConversation', reason },
    {
      tenant,
      actor: by.actor,
      cause: { via: by.via, command: `erase/${conversationId}`, correlation: by.correlation },
      subject,
    },
  )
  if (!handled.ok) throw new Error(`A conversation could not be erased: ${handled.rejection.code}`)
  deps.drop(conversationId)
  await deps.erase({ tenant, subject })
  await deps.evict(conversation.category, conversationId)
  deps.changed(conversationId)
  return handled.position
}

/** Erases the keys of deleted conversations, in case the deleting process ended before it did. */
export function eraseKeysPolicy({ load, erase, evict }: Pick<ErasingDeps, 'load' | 'erase' | 'evict'>) {
  return definePolicy({
    name: 'erase-keys',
    startFrom: 'origin',
    events: { ConversationDeleted: conversationEvents.ConversationDeleted },
    async react(event) {
      const conversationId = event.stream.slice('conversation-'.length)
      const started = (await load(conversation, conversationId, event.tenant))?.state.started
      if (!started) return
      await erase({ tenant: event.tenant, subject: subjectOf(started) })
      await evict(conversation.category, conversationId)
    },
  })
}
