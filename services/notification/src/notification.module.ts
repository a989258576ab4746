/** Notifications: consumed from the bus, mailed, listed. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { NOTIFICATIONS } from '@parley/contracts/topics.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { decode } from '@parley/kernel/recorded-event.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { type MailNotificationsDeps, mailNotificationsPolicy } from './mail-notifications.policy.ts'
import { notification } from './notification.decider.ts'
import { notificationHandlers } from './notification.handlers.ts'
import { createNotify } from './notify.ts'
import { recipient, recipientId } from './recipient.decider.ts'

type Needs = {
  agents: { document(tenant: string, agentId: string): Promise<{ title?: string | undefined } | undefined> }
  conversations: {
    /** Whether a conversation is recorded, and the user it is assigned to; undefined if there is none. */
    about(
      tenant: string,
      conversationId: string,
    ): Promise<{ recorded: boolean; assignee: string | undefined } | undefined>
    /** The user who has taken a conversation over, how far it is read, and whether they have it open. */
    takenOver(
      tenant: string,
      conversationId: string,
    ): Promise<{ userId: string; readUpTo: number; watching: boolean } | undefined>
  }
  workspaces: {
    membersOf(tenant: string): Promise<string[]>
    contactsOf: MailNotificationsDeps['membersOf']
  }
  mail: { send: MailNotificationsDeps['send'] }
}
type Settings = { publicUrl: string }

/** Attempts before a message is parked; the wait between them starts at 200 ms and doubles each time. */
const ATTEMPTS = 12

/** What the topic tells of. */
const happenings = { ...conversationEvents, ...leadEvents }

export const notificationModule = defineModule({
  name: 'notification',
  endpoints: notificationEndpoints,
  aggregates: [notification, recipient],
  consumers: { notifications: { topics: [NOTIFICATIONS], attempts: ATTEMPTS } },

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { region, eventStore } = engines
    const { handle, load } = engines.commands
    const { agents, conversations, workspaces } = ports
    const conversationOf = async (tenant: string, stream: string) => {
      const conversationId = idIn(stream, 'conversation')
      return conversationId === undefined ? undefined : conversations.about(tenant, conversationId)
    }
    const notify = createNotify({
      region,
      handle,
      async eventAt(stream, revision) {
        const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
        return stored?.revision === revision ? decode(stored, happenings) : undefined
      },
      agentTitle: async (tenant, agentId) => (await agents.document(tenant, agentId))?.title,
      isRecorded: async (tenant, stream) => (await conversationOf(tenant, stream))?.recorded !== false,
      async assigneeOf(tenant, stream) {
        const assignee = (await conversationOf(tenant, stream))?.assignee
        return (await workspaces.membersOf(tenant)).find((userId) => userId === assignee)
      },
      async takenOverBy(tenant, stream) {
        const conversationId = idIn(stream, 'conversation')
        const person =
          conversationId === undefined ? undefined : await conversations.takenOver(tenant, conversationId)
        const members = person ? await workspaces.membersOf(tenant) : []
        return person && members.includes(person.userId) ? person : undefined
      },
    })
    return {
      handlers: notificationHandlers({ handle }),
      policies: [
        mailNotificationsPolicy({
          publicUrl: config.publicUrl,
          send: ports.mail.send,
          settingsOf: async (tenant, userId) => {
            const found = await load(recipient, recipientId(tenant, userId), tenant)
            return found?.state.settings ?? recipient.decider.initialState.settings
          },
          membersOf: workspaces.contactsOf,
        }),
      ],
      consume: { notifications: notify },
    }
  },
})
