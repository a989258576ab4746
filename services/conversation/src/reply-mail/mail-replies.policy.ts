/**
 * Hands what people write to visitors of websites, and what the agent answers to a visitor's mail, to the process that
 * mails it if the visitor has left.
 */
import { MAILED } from '@parley/contracts/conversation/endpoints.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { ReplyMailInput } from '@parley/contracts/conversation/reply-mail-events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'

const events = pick(conversationEvents, 'HumanReplied', 'AgentReplied')

export function mailReplies(deps: { take: RunningProcess<ReplyMailInput>['take'] }): Policy<typeof events> {
  return definePolicy({
    name: 'mail-replies',
    startFrom: 'current',
    events,
    async react({ id, type, stream, tenant, data }) {
      if (type === 'AgentReplied' && !data.inReplyTo.startsWith(MAILED)) return
      const instance = idIn(stream, 'conversation')
      if (data.channel !== 'web-chat' || instance === undefined) return
      await deps.take({ tenant, instance }, { type: 'ReplyWritten', messageId: data.messageId }, id)
    },
  })
}
