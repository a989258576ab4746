/** Notifications: consumed from the bus, mailed, pushed, listed. */
import { whiteLabelEvents } from '@parley/contracts/agency/white-label-events.ts'
import { channelEvents } from '@parley/contracts/channel/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { logEvents } from '@parley/contracts/integration/log-events.ts'
import { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import type { VisitorPushPayload } from '@parley/contracts/notification/push.ts'
import { wantsToKnow } from '@parley/contracts/notification/settings.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import { NOTIFICATIONS } from '@parley/contracts/topics.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { type AddresseesDeps, createAddressees } from './alert/addressees.ts'
import { alert } from './alert/alert.process.ts'
import { alertAddresseesPolicy } from './alert/alert-addressees.policy.ts'
import { runAlerts, type SendAlertsDeps } from './alert/send-alerts.ts'
import { notification } from './notification.decider.ts'
import { type NotificationDeps, notificationHandlers } from './notification.handlers.ts'
import { createNotify, type NotifyDeps } from './notify.ts'
import { endPushPolicy } from './push/end-push.policy.ts'
import { pushHandlers } from './push/push.handlers.ts'
import { isPushEndpoint } from './push/push-endpoint.ts'
import { createSendPush, type SendPush } from './push/send-push.ts'
import { type VapidSettings, vapidKeys, vapidSubject } from './push/vapid.ts'
import { type PushSubscription, recipient, recipientId } from './recipient.decider.ts'

type Needs = {
  agents: { document(tenant: string, agentId: string): Promise<{ title?: string | undefined } | undefined> }
  conversations: {
    /** Whether a conversation is recorded, and the user it is assigned to; undefined if there is none. */
    about(
      tenant: string,
      conversationId: string,
    ): Promise<{ recorded: boolean; agentId?: string | undefined; assignee: string | undefined } | undefined>
    /** The user who has taken a conversation over, how far it is read, and whether they have it open. */
    takenOver(
      tenant: string,
      conversationId: string,
    ): Promise<{ userId: string; readUpTo: number; watching: boolean } | undefined>
  }
  workspaces: {
    membersOf(tenant: string): Promise<string[]>
    holdersOf(tenant: string, permission: Permission): Promise<{ userId: string }[]>
    /** Members who may read conversations. */
    readersOf: AddresseesDeps['membersOf']
  }
  /** What people read of a webhook, a credential or a channel; undefined if there is none. */
  webhooks: { nameOf: NotifyDeps['nameOf']['webhook'] }
  credentialNames: { of: NotifyDeps['nameOf']['credential'] }
  channelNames: { of: NotifyDeps['nameOf']['channel'] }
  notified: { aboutsOf: SendAlertsDeps['aboutsOf'] }
  people: { sessionState: AddresseesDeps['sessionState'] }
  clientSessions: { stateOf: AddresseesDeps['clients']['sessionState'] }
  agentHolders: { clientsOf: AddresseesDeps['clients']['withAgent'] }
  notifiedClients: { find: AddresseesDeps['clients']['find']; save: NotificationDeps['saveOfClient'] }
  lookingClients: { isLooking: AddresseesDeps['clients']['isLooking'] }
  mail: { send: SendAlertsDeps['sendMail'] }
  agencies: {
    mailBrand: AddresseesDeps['brandOf']
    clientMailBrand: AddresseesDeps['clients']['brandOf']
    addressOf: SendAlertsDeps['addressOf']
  }
}
type Settings = VapidSettings & {
  publicUrl: string
  MAIL_FROM: string
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
}

type Provides = {
  /** Push services: of the browsers of visitors, too, to which campaigns write. */
  push: {
    /** With which browsers subscribe (VAPID), as base64url. */
    publicKey(): string
    /** Whether an address may be that of a push service. */
    isEndpoint(endpoint: string): boolean
    send(
      subscription: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
      payload: VisitorPushPayload,
    ): ReturnType<SendPush>
    /** Sends to the browsers of a member or client; whether any took it. */
    toMember(tenant: string, userId: string, payload: VisitorPushPayload): Promise<boolean>
  }
}

/** Attempts before a message is parked; the wait between them starts at 200 ms and doubles each time. */
const ATTEMPTS = 12

/** What the topic tells of. */
const happenings = {
  ...conversationEvents,
  ...leadEvents,
  ...webhookEvents,
  ...logEvents,
  ...whiteLabelEvents,
  ...credentialEvents,
  ...channelEvents,
}

export const notificationModule = defineModule({
  name: 'notification',
  endpoints: notificationEndpoints,
  aggregates: [notification, recipient, aggregateOf(alert)],
  consumers: { notifications: { topics: [NOTIFICATIONS], attempts: ATTEMPTS } },

  start({ config, engines, ports, onFault }: ModuleScope<Needs, Settings>) {
    const { region, eventStore, keyring, rateLimits } = engines
    const { handle, load, refresh } = engines.commands
    const { agencies, agents, clientSessions, conversations, notifiedClients, people, workspaces } = ports
    const { ALLOW_PRIVATE_ADDRESSES: allowed } = config
    const keys = vapidKeys(config)
    const sendPush = createSendPush({
      safeFetch: createSafeFetch({ allowPrivateAddresses: allowed }),
      allowed,
      keys,
      subject: vapidSubject(config),
    })
    const addressees = createAddressees({
      ...{ load, refresh },
      membersOf: workspaces.readersOf,
      readsLeads: async (tenant, userId) =>
        (await workspaces.holdersOf(tenant, 'lead.read')).some((one) => one.userId === userId),
      sessionState: people.sessionState,
      brandOf: agencies.mailBrand,
      clients: {
        withAgent: ports.agentHolders.clientsOf,
        find: notifiedClients.find,
        sessionState: clientSessions.stateOf,
        isLooking: ports.lookingClients.isLooking,
        brandOf: agencies.clientMailBrand,
      },
    })
    const alerts = runAlerts({
      region,
      handle,
      load,
      addressees,
      deadlines: createDeadlines(engines.state),
      sendMail: ports.mail.send,
      sendPush,
      aboutsOf: ports.notified.aboutsOf,
      addressOf: agencies.addressOf,
      onFault: (error) => onFault('a notification was not mailed', { err: error }),
    })
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
      nameOf: {
        webhook: ports.webhooks.nameOf,
        credential: ports.credentialNames.of,
        channel: ports.channelNames.of,
      },
      holdersOf: async (tenant, permission) =>
        (await workspaces.holdersOf(tenant, permission)).map(({ userId }) => userId),
      agentTitle: async (tenant, agentId) => (await agents.document(tenant, agentId))?.title,
      isRecorded: async (tenant, stream) => (await conversationOf(tenant, stream))?.recorded !== false,
      async assigneeOf(tenant, stream) {
        const { assignee, agentId = '' } = (await conversationOf(tenant, stream)) ?? {}
        if (assignee === undefined) return undefined
        if ((await workspaces.membersOf(tenant)).includes(assignee)) return assignee
        const client = await notifiedClients.find(tenant, assignee)
        const isTold = client?.agentIds.includes(agentId) && wantsToKnow(client.notifications, 2)
        return isTold ? assignee : undefined
      },
      async takenOverBy(tenant, stream) {
        const conversationId = idIn(stream, 'conversation')
        const person =
          conversationId === undefined ? undefined : await conversations.takenOver(tenant, conversationId)
        if (!person) return undefined
        const { userId } = person
        const isMember = (await workspaces.membersOf(tenant)).includes(userId)
        return isMember || (await notifiedClients.find(tenant, userId)) ? person : undefined
      },
    })
    return {
      handlers: {
        ...notificationHandlers({ handle, load, saveOfClient: notifiedClients.save }),
        ...pushHandlers({
          handle,
          load,
          refresh,
          rateLimits,
          allowed,
          publicKey: keys.publicKey,
          sendPush,
          languageOf: async (tenant, userId) =>
            (await notifiedClients.find(tenant, userId))?.language ?? 'en',
        }),
      },
      policies: [
        alertAddresseesPolicy({ take: alerts.take, addressees }),
        alerts.policy,
        endPushPolicy({
          ...{ handle, load, keyring },
          sessionState: people.sessionState,
          sessionStateOfClient: clientSessions.stateOf,
        }),
      ],
      deadlines: [alerts.deadlineWork],
      consume: { notifications: notify },
      provides: {
        push: {
          publicKey: () => keys.publicKey,
          isEndpoint: (endpoint) => isPushEndpoint(endpoint, allowed),
          send: (subscription, payload) => sendPush(subscription, payload),
          async toMember(tenant, userId, payload) {
            const id = recipientId(tenant, userId)
            await refresh(recipient.category, id)
            const { subscriptions = [] } = (await load(recipient, id, tenant))?.state ?? {}
            const sent = await Promise.all(subscriptions.map((one) => sendPush(one, payload, 'high')))
            return sent.some(({ outcome }) => outcome === 'sent')
          },
        },
      } satisfies Provides,
    }
  },
})
