/** Translates visitors' messages into the agent's language for the team, while a person owns the conversation. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import type { Across } from './across.ts'

const said = pick(conversationEvents, 'VisitorMessageReceived')

export function translateVisitorsPolicy(deps: {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  across: Pick<Across, 'forTeam'>
  transcripts: Transcripts
}): Policy<typeof said> {
  return definePolicy({
    name: 'translate-visitors',
    startFrom: 'current',
    events: said,
    async react({ tenant, cause, stream, data, id: event }) {
      const conversationId = stream.slice(conversation.category.length + 1)
      const found = await deps.load(conversation, conversationId, tenant)
      // Otherwise the agent's own turn records the translation.
      if (!found?.state.started || found.state.deleted || found.state.owner === 'agent') return
      const message = await messageOf(deps.transcripts, found, data.messageId)
      if (!message || message.translation) return
      const { started } = found.state
      const context = {
        tenant,
        actor: { kind: 'system', id: `agent ${started.agentId}` },
        cause: { ...cause, via: 'policy', by: 'translate-visitors', event },
        subject: subjectOf(started),
      } as const
      const translation = await deps.across.forTeam(context, started, message)
      if (!translation) return
      const { id: messageId, index, edited } = message
      const of = { messageId, index, translation, editedAt: edited?.at }
      const command = { type: 'RecordTranslation', ...of } as const
      const own = { ...context.cause, command: `translated/${message.id}` }
      const handled = await deps.handle(conversation, conversationId, command, { ...context, cause: own })
      if (!handled.ok && handled.rejection.code !== 'deleted') throw new Error(handled.rejection.code)
    },
  })
}
