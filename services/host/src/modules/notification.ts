/** Notifications: consumed from the bus, mailed, listed. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { decode } from '@parley/kernel/recorded-event.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { mailNotificationsPolicy } from '@parley/notification/mail-notifications.policy.ts'
import { notification } from '@parley/notification/notification.decider.ts'
import { notificationHandlers } from '@parley/notification/notification.handlers.ts'
import { createNotify } from '@parley/notification/notify.ts'
import { recipient, recipientId } from '@parley/notification/recipient.decider.ts'
import { notificationsProjection } from '@parley/projections/notifications/notifications.projection.ts'
import { notificationQueries } from '@parley/projections/notifications/notifications.queries.ts'
import { recipientsProjection } from '@parley/projections/notifications/recipients.projection.ts'
import type { RegionScope } from './module.ts'
import { NOTIFICATIONS } from './topics.ts'

/** Attempts before a message is parked; the wait between them starts at 200 ms and doubles each time. */
const ATTEMPTS = 12

/** What the topic tells of. */
const happenings = { ...conversationEvents, ...leadEvents }

export const notificationModule = defineModule({
  name: 'notification',
  endpoints: notificationEndpoints,
  aggregates: [notification, recipient],
  projections: [notificationsProjection, recipientsProjection],
  consumers: { notifications: { topics: [NOTIFICATIONS], attempts: ATTEMPTS } },

  start({ config, engines, reader, ports }: RegionScope) {
    const { region, eventStore } = engines
    const { handle, load } = engines.commands
    const talk = async (tenant: string, stream: string) => {
      const id = idIn(stream, conversation.category)
      return id === undefined ? undefined : (await load(conversation, id, tenant))?.state
    }
    const notify = createNotify({
      region,
      handle,
      async eventAt(stream, revision) {
        const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
        return stored?.revision === revision ? decode(stored, happenings) : undefined
      },
      agentTitle: async (tenant, agentId) => (await ports.agents.document(tenant, agentId))?.title,
      async isRecorded(tenant, stream) {
        const started = (await talk(tenant, stream))?.started
        return started?.recorded !== false
      },
      async assigneeOf(tenant, stream) {
        const assignee = (await talk(tenant, stream))?.assignee
        return (await ports.workspaces.membersOf(tenant)).find((userId) => userId === assignee)
      },
    })
    return {
      handlers: { ...notificationHandlers({ handle }), ...notificationQueries({ reader }) },
      policies: [
        mailNotificationsPolicy({
          publicUrl: config.publicUrl,
          send: (mail) => ports.mail.send(mail),
          settingsOf: async (tenant, userId) => {
            const found = await load(recipient, recipientId(tenant, userId), tenant)
            return found?.state.settings ?? recipient.decider.initialState.settings
          },
          membersOf: ports.workspaces.contactsOf,
        }),
      ],
      consume: { notifications: notify },
    }
  },
})
