/** Composes the notifications of a region: taken from the bus, mailed, listed. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import { user } from '@parley/identity/user.decider.ts'
import type { Subscription } from '@parley/kernel/message-bus.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { decode } from '@parley/kernel/recorded-event.ts'
import { mailNotificationsPolicy } from '@parley/notification/mail-notifications.policy.ts'
import { notificationHandlers } from '@parley/notification/notification.handlers.ts'
import { createNotify } from '@parley/notification/notify.ts'
import { recipient, recipientId } from '@parley/notification/recipient.decider.ts'
import { notificationQueries } from '@parley/projections/notifications/notifications.queries.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import type { RegionEngines } from '../region.ts'
import { NOTIFICATIONS } from '../relay.ts'

/** Who consumes the topic of the same name. */
export const NOTIFICATIONS_GROUP = 'notifications'
/** A message waits this long at most, in all, before it is set aside: 200 ms, doubling twelve times. */
const ATTEMPTS = 12

export function composeNotifications(options: {
  engines: RegionEngines
  reader: Reader
  mailer: Mailer
  publicUrl: string
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
}) {
  const { engines, reader, mailer, publicUrl, document } = options
  const { region, bus, eventStore } = engines
  const { handle, load } = engines.commands
  const talk = async (tenant: string, stream: string) => {
    const id = stream.startsWith('conversation-') ? stream.slice('conversation-'.length) : undefined
    return id === undefined ? undefined : (await load(conversation, id, tenant))?.state
  }
  const membersOf = async (tenant: string) => {
    const own = (await load(workspace, tenant, tenant))?.state
    return own?.status === 'live' ? own.members : []
  }
  const notify = createNotify({
    region,
    handle,
    async eventAt(stream, revision) {
      const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
      return stored?.revision === revision ? decode(stored) : undefined
    },
    agentTitle: async (tenant, agentId) => (await document(tenant, agentId))?.title,
    async isRecorded(tenant, stream) {
      const started = (await talk(tenant, stream))?.started
      return started?.recorded !== false
    },
    async assigneeOf(tenant, stream) {
      const assignee = (await talk(tenant, stream))?.assignee
      return (await membersOf(tenant)).find(({ userId }) => userId === assignee)?.userId
    },
  })
  const policies: AnyPolicy[] = [
    mailNotificationsPolicy({
      publicUrl,
      send: (mail) => mailer.send(mail),
      settingsOf: async (tenant, userId) => {
        const found = await load(recipient, recipientId(tenant, userId), tenant)
        return found?.state.settings ?? recipient.decider.initialState.settings
      },
      async membersOf(tenant) {
        const members = await membersOf(tenant)
        const people = await Promise.all(members.map(({ userId }) => load(user, userId)))
        return people.flatMap((found) =>
          found?.state ? [{ userId: found.state.userId, email: found.state.email }] : [],
        )
      },
    }),
  ]
  return {
    policies,
    handlers: { ...notificationHandlers({ handle }), ...notificationQueries({ reader }) },
    listen: (): Promise<Subscription> =>
      bus.consume({
        topics: [NOTIFICATIONS],
        group: NOTIFICATIONS_GROUP,
        handle: notify,
        attempts: ATTEMPTS,
      }),
  }
}
