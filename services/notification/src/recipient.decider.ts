/** A member's notification settings, and what they have seen. Stream `recipient-<workspaceId>.<userId>`. */
import { type NotificationEvent, notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '@parley/contracts/notification/settings.ts'
import { type Aggregate, accept, type Decision } from '@parley/kernel/decider.ts'

export type RecipientState = { settings: NotificationSettings; seenUpTo: string }

export type RecipientCommand =
  | { type: 'ChangeSettings'; userId: string; settings: NotificationSettings }
  /** Marks everything raised until now as seen. */
  | { type: 'SeeAll'; userId: string }

export const recipient: Aggregate<RecipientState, RecipientCommand, NotificationEvent> = {
  category: 'recipient',
  events: notificationEvents,
  decider: { initialState: { settings: defaultNotificationSettings, seenUpTo: '' }, evolve, decide },
}

function decide(command: RecipientCommand, state: RecipientState, now: Date): Decision<NotificationEvent> {
  const { userId } = command
  if (command.type === 'SeeAll') {
    const upTo = now.toISOString()
    return upTo > state.seenUpTo ? accept({ type: 'NotificationsSeen', data: { userId, upTo } }) : accept()
  }
  const { notifyThrough, notifyIf } = command.settings
  if (notifyThrough === state.settings.notifyThrough && notifyIf === state.settings.notifyIf) return accept()
  return accept({ type: 'NotificationSettingsChanged', data: { userId, notifyThrough, notifyIf } })
}

function evolve(state: RecipientState, event: NotificationEvent): RecipientState {
  switch (event.type) {
    case 'NotificationsSeen':
      return { ...state, seenUpTo: event.data.upTo }
    case 'NotificationSettingsChanged': {
      const { notifyThrough, notifyIf } = event.data
      return { ...state, settings: { notifyThrough, notifyIf } }
    }
    default:
      return state
  }
}

export function recipientId(workspaceId: string, userId: string): string {
  return `${workspaceId}.${userId}`
}
