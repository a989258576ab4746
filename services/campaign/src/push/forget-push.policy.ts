/** Ends notifications with the conversation in which they were allowed, and with the visitor. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { visitorPush, visitorPushId } from './visitor-push.decider.ts'

const NAME = 'forget-push'

export function forgetPush({ handle, load, refresh }: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>) {
  return definePolicy({
    name: NAME,
    startFrom: 'current',
    events: pick(conversationEvents, 'ConversationDeleted'),
    async react(event) {
      const { agentId, visitorId, reason } = event.data
      const id = visitorPushId({ agentId, visitorId })
      await refresh(visitorPush.category, id)
      if (!(await load(visitorPush, id, event.tenant))?.state.subscriptions.length) return
      const conversationId = reason === 'visitor-erased' ? undefined : idIn(event.stream, 'conversation')
      const command = { type: 'ForgetPush', agentId, visitorId, conversationId } as const
      const handled = await handle(visitorPush, id, command, reactingTo(event, NAME))
      if (!handled.ok) throw new Error(handled.rejection.code)
    },
  })
}
