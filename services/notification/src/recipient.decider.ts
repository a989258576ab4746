/**
 * The notification settings of a member or a client, what they have seen, and the browsers in which they receive push
 * notifications. Stream `recipient-<workspaceId>.<userId>`.
 */

import { ERASED } from '@parley/contracts/message.ts'
import { type NotificationEvent, notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  defaultNotificationSettings,
  mostPushSubscriptions,
  type NotificationSettings,
} from '@parley/contracts/notification/settings.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type PushSubscription = {
  subscriptionId: string
  /** The session in which it was turned on; it ends with it. */
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  userAgent: string
}
type Removed = Extract<NotificationEvent, { type: 'PushSubscriptionRemoved' }>['data']

export type RecipientState = {
  settings: NotificationSettings
  seenUpTo: string
  /** The oldest first. */
  subscriptions: readonly PushSubscription[]
}

export type RecipientCommand =
  /** Settings that are left out stay as they are. */
  | { type: 'ChangeSettings'; userId: string; settings: Partial<NotificationSettings> }
  /** Marks everything raised until now as seen. */
  | { type: 'SeeAll'; userId: string }
  | { type: 'AddSubscription'; userId: string; subscription: PushSubscription }
  /** Ignores those that are not there. */
  | {
      type: 'RemoveSubscriptions'
      userId: string
      subscriptionIds: readonly string[]
      reason: Removed['reason']
    }
  /** As above for one that the member names; refuses with `not-found`. */
  | { type: 'TurnOff'; userId: string; subscriptionId: string }

export const recipient: Aggregate<RecipientState, RecipientCommand, NotificationEvent> = {
  category: 'recipient',
  events: notificationEvents,
  decider: {
    initialState: { settings: defaultNotificationSettings, seenUpTo: '', subscriptions: [] },
    evolve,
    decide,
  },
}

function decide(command: RecipientCommand, state: RecipientState, now: Date): Decision<NotificationEvent> {
  const { userId } = command
  const has = (id: string) => state.subscriptions.some(({ subscriptionId }) => subscriptionId === id)
  const remove = (subscriptionIds: readonly string[], reason: Removed['reason']): NotificationEvent[] =>
    subscriptionIds.filter(has).map((subscriptionId) => ({
      type: 'PushSubscriptionRemoved',
      data: { userId, subscriptionId, reason },
    }))
  switch (command.type) {
    case 'SeeAll': {
      const upTo = now.toISOString()
      return upTo > state.seenUpTo ? accept({ type: 'NotificationsSeen', data: { userId, upTo } }) : accept()
    }
    case 'ChangeSettings': {
      const settings = { ...state.settings, ...command.settings }
      if (sameSettings(settings, state.settings)) return accept()
      return accept({ type: 'NotificationSettingsChanged', data: { userId, ...settings } })
    }
    case 'AddSubscription': {
      const { subscription } = command
      const { subscriptionId } = subscription
      const before = state.subscriptions.find((each) => each.subscriptionId === subscriptionId)
      if (before && Object.entries(subscription).every(([key, value]) => Object(before)[key] === value))
        return accept()
      const others = state.subscriptions.filter((each) => each !== before)
      const tooMany = others.slice(0, Math.max(0, others.length + 1 - mostPushSubscriptions))
      return accept(
        ...remove(
          tooMany.map((each) => each.subscriptionId),
          'replaced',
        ),
        { type: 'PushSubscriptionAdded', data: { userId, ...subscription } },
      )
    }
    case 'RemoveSubscriptions':
      return accept(...remove(command.subscriptionIds, command.reason))
    case 'TurnOff':
      return has(command.subscriptionId)
        ? accept(...remove([command.subscriptionId], 'turned-off'))
        : refuse('not-found', 'This browser receives no push notifications.')
  }
}

function evolve(state: RecipientState, event: NotificationEvent): RecipientState {
  switch (event.type) {
    case 'NotificationsSeen':
      return { ...state, seenUpTo: event.data.upTo }
    case 'NotificationSettingsChanged': {
      const { userId: _, ...changed } = event.data
      const settings = { ...state.settings, ...withoutUndefined(changed) }
      const timeZone = settings.timeZone === ERASED ? 'UTC' : settings.timeZone
      return { ...state, settings: { ...settings, timeZone } }
    }
    case 'PushSubscriptionAdded': {
      const { userId: _, ...subscription } = event.data
      return { ...state, subscriptions: [...without(state, subscription.subscriptionId), subscription] }
    }
    case 'PushSubscriptionRemoved':
      return { ...state, subscriptions: without(state, event.data.subscriptionId) }
    default:
      return state
  }
}

const without = ({ subscriptions }: RecipientState, id: string) =>
  subscriptions.filter(({ subscriptionId }) => subscriptionId !== id)

function sameSettings(one: NotificationSettings, other: NotificationSettings): boolean {
  const { quietHours, ...rest } = one
  return (
    Object.entries(rest).every(([key, value]) => Object(other)[key] === value) &&
    quietHours?.from === other.quietHours?.from &&
    quietHours?.to === other.quietHours?.to
  )
}

export function recipientId(workspaceId: string, userId: string): string {
  return `${workspaceId}.${userId}`
}
