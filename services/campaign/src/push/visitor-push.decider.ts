/**
 * The browsers in which a visitor allowed notifications of an agent. Stream `visitorpush-<agentId>.<visitorId>`, sealed under
 * the visitor's key.
 */
import { type VisitorPushEvent, visitorPushEvents } from '@parley/contracts/campaign/visitor-push-events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'

export type VisitorSubscription = {
  subscriptionId: string
  conversationId: string
  endpoint: string
  p256dh: string
  auth: string
}
export type VisitorPush = {
  /** The oldest first. */
  subscriptions: readonly VisitorSubscription[]
}
type Reason = Extract<VisitorPushEvent, { type: 'VisitorPushEnded' }>['data']['reason']
type OfVisitor = { agentId: string; visitorId: string }

export type VisitorPushCommand = OfVisitor &
  (
    | { type: 'AllowPush'; subscription: VisitorSubscription }
    | { type: 'WithdrawPush' }
    /** The push service has ended some. Ignores those that are not there. */
    | { type: 'EndPush'; subscriptionIds: readonly string[] }
    /** A conversation is deleted, or with `undefined`, all of the visitor. */
    | { type: 'ForgetPush'; conversationId: string | undefined }
  )

/** Browsers of one visitor; further ones replace the oldest. */
export const mostOfVisitor = 5

export const visitorPush: Aggregate<VisitorPush, VisitorPushCommand, VisitorPushEvent> = {
  category: 'visitorpush',
  events: visitorPushEvents,
  decider: {
    initialState: { subscriptions: [] },

    decide(command, { subscriptions }, now) {
      const { agentId, visitorId } = command
      const of = { at: now.toISOString(), agentId, visitorId }
      const end = (ended: readonly VisitorSubscription[], reason: Reason): VisitorPushEvent[] =>
        ended.map(({ subscriptionId }) => ({
          type: 'VisitorPushEnded',
          data: { ...of, subscriptionId, reason },
        }))
      switch (command.type) {
        case 'AllowPush': {
          const { subscription } = command
          const before = subscriptions.find(
            ({ subscriptionId }) => subscriptionId === subscription.subscriptionId,
          )
          if (before && Object.entries(subscription).every(([key, value]) => Object(before)[key] === value))
            return accept()
          const others = subscriptions.filter((each) => each !== before)
          const tooMany = others.slice(0, Math.max(0, others.length + 1 - mostOfVisitor))
          const data = { ...of, ...subscription }
          return accept(...end(tooMany, 'replaced'), { type: 'VisitorPushAllowed', data })
        }
        case 'WithdrawPush':
          return accept(...end(subscriptions, 'withdrawn'))
        case 'EndPush':
          return accept(
            ...end(
              subscriptions.filter(({ subscriptionId }) => command.subscriptionIds.includes(subscriptionId)),
              'gone',
            ),
          )
        case 'ForgetPush': {
          const { conversationId } = command
          const theirs = subscriptions.filter(
            (each) => conversationId === undefined || each.conversationId === conversationId,
          )
          return accept(...end(theirs, 'deleted'))
        }
      }
    },

    evolve({ subscriptions }, event) {
      const others = subscriptions.filter(
        ({ subscriptionId }) => subscriptionId !== event.data.subscriptionId,
      )
      if (event.type === 'VisitorPushEnded') return { subscriptions: others }
      const { at: _, agentId: __, visitorId: ___, ...subscription } = event.data
      return { subscriptions: [...others, subscription] }
    },
  },
}

export function visitorPushId({ agentId, visitorId }: OfVisitor): string {
  return `${agentId}.${visitorId}`
}

/** Whose key seals what is known of a visitor, who is erased with it. */
export function visitorSubject({ agentId, visitorId }: OfVisitor): string {
  return `visitor-${agentId}/${visitorId}`
}

/** Those that can be sent to: what was said of an erased visitor can't be read. */
export function usable({ subscriptions }: VisitorPush): VisitorSubscription[] {
  return subscriptions.filter(({ endpoint }) => endpoint !== ERASED)
}
