/**
 * Sends messages of campaigns as notifications to the browsers of a visitor who allowed them. Each stands in the visitor's
 * conversation on the website, too, and what they answer comes there.
 */
import type { VisitorPushPayload } from '@parley/contracts/notification/push.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import type { WriteUnasked } from '../send-through-channel.ts'
import type { CampaignMessage, CampaignSender } from '../senders.ts'
import { pageLink, pushPayload } from './push-payload.ts'
import { usable, type VisitorSubscription, visitorPush, visitorPushId } from './visitor-push.decider.ts'

export type SendVisitorPush = (
  subscription: Pick<VisitorSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  payload: VisitorPushPayload,
) => Promise<{ outcome: 'sent' | 'gone' | 'refused' } | { outcome: 'unreachable'; afterMs?: number }>

export type PushSenderDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  sendPush: SendVisitorPush
  writeUnasked: WriteUnasked
  /** The page on which the visitor of a conversation was last. */
  pageOf(tenant: string, conversationId: string): Promise<string | undefined>
  /** The page with the chat of an agent alone. */
  chatOf(tenant: string, agentId: string): Promise<string>
}

export function pushSender(deps: PushSenderDeps): CampaignSender {
  const { handle, load, refresh } = deps
  return {
    isReady: async (_, { channelId }) => channelId === undefined,

    async send(message) {
      const { context, settings, address: visitorId } = message
      const { tenant } = context
      const of = { agentId: settings.agentId, visitorId }
      const id = visitorPushId(of)
      await refresh(visitorPush.category, id)
      const found = (await load(visitorPush, id, tenant))?.state
      const subscriptions = found ? usable(found) : []
      if (subscriptions.length === 0) return { became: 'failed', reason: 'no-subscription' }
      const payload = await payloadOf(tenant, message)
      const sent = await Promise.all(
        subscriptions.map(async (one) => {
          const became = await deps.sendPush(one, payload)
          return { afterMs: 0, ...became, subscriptionId: one.subscriptionId }
        }),
      )
      const those = (outcome: string) => sent.filter((one) => one.outcome === outcome)
      const gone = those('gone').map(({ subscriptionId }) => subscriptionId)
      if (gone.length > 0) {
        const command = { type: 'EndPush', ...of, subscriptionIds: gone } as const
        const handled = await handle(visitorPush, id, command, atStep(context, `gone/${gone.join('/')}`))
        if (!handled.ok) throw new Error(handled.rejection.code)
      }
      if (those('sent').length > 0) return written(message)
      const unreachable = those('unreachable')
      if (unreachable.length > 0)
        return { became: 'postponed', afterMs: Math.max(...unreachable.map(({ afterMs }) => afterMs)) }
      return { became: 'failed', reason: those('refused').length > 0 ? 'refused' : 'no-subscription' }
    },
  }

  /** The campaign's words and nothing of the visitor besides; a later try replaces the notification of an earlier one. */
  async function payloadOf(tenant: string, message: CampaignMessage): Promise<VisitorPushPayload> {
    const { settings, subject, text, conversationId, messageId } = message
    const page =
      settings.link ??
      (conversationId === undefined ? undefined : pageLink(await deps.pageOf(tenant, conversationId)))
    const url = page ?? (await deps.chatOf(tenant, settings.agentId))
    return pushPayload({ title: subject, text, url, tag: messageId })
  }

  async function written({ context, settings, messageId, subject, text, ...message }: CampaignMessage) {
    const { variables, conversationId } = message
    const sent = { became: 'written', sent: true } as const
    if (conversationId === undefined) return sent
    const { agentId, startNode } = settings
    const became = await deps.writeUnasked(context, {
      ...{ agentId, messageId, variables, startNode, to: { conversationId } },
      blocks: [{ type: 'text', text: `${subject}\n\n${text}` }],
    })
    return became.ok ? { ...sent, conversationId: became.conversationId } : sent
  }
}
