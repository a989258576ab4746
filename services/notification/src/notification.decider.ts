/** One notification of a workspace. Stream `notification-<notificationId>`. */
import { type NotificationEvent, notificationEvents } from '@parley/contracts/notification/events.ts'
import { longestTitle } from '@parley/contracts/notification/settings.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

type Raised = Extract<NotificationEvent, { type: 'NotificationRaised' }>['data']
export type NotificationState = { raised: Raised | undefined; seenBy: readonly string[] }

export type NotificationCommand =
  | { type: 'RaiseNotification'; notification: Raised }
  | { type: 'SeeNotification'; userId: string }

/** Refuses with `not-found`. Raising a notification again changes nothing: the bus may deliver twice. */
export const notification: Aggregate<NotificationState, NotificationCommand, NotificationEvent> = {
  category: 'notification',
  events: notificationEvents,
  decider: { initialState: { raised: undefined, seenBy: [] }, evolve, decide },
}

function decide(command: NotificationCommand, state: NotificationState): Decision<NotificationEvent> {
  if (command.type === 'RaiseNotification') {
    if (state.raised) return accept()
    const data = { ...command.notification, title: cut(command.notification.title) }
    return accept({ type: 'NotificationRaised', data })
  }
  const { raised, seenBy } = state
  const { userId } = command
  const concerned = raised && (raised.notifyOnly.length === 0 || raised.notifyOnly.includes(userId))
  if (!concerned) return refuse('not-found', 'This notification does not exist.')
  if (seenBy.includes(userId)) return accept()
  return accept({ type: 'NotificationSeen', data: { notificationId: raised.notificationId, userId } })
}

function evolve(state: NotificationState, event: NotificationEvent): NotificationState {
  if (event.type === 'NotificationRaised') return { ...state, raised: event.data }
  return event.type === 'NotificationSeen'
    ? { ...state, seenBy: [...state.seenBy, event.data.userId] }
    : state
}

/** Counts characters as people do; a cut title ends with an ellipsis. */
function cut(title: string): string {
  const characters = [...title]
  return characters.length <= longestTitle
    ? title
    : `${characters
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`
}
