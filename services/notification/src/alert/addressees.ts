/**
 * Who may be mailed and pushed what is raised in a workspace: its members who may read conversations, and the clients of
 * the agency that have the agent.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { agentNotified, isForClient } from '@parley/contracts/notification/for-clients.ts'
import {
  type ClientNotifications,
  type NotificationSettings,
  wantsToKnow,
} from '@parley/contracts/notification/settings.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { NotificationState } from '../notification.decider.ts'
import { type RecipientState, recipient, recipientId } from '../recipient.decider.ts'

export type SessionState = 'live' | 'expired' | 'ended'
type Raised = NonNullable<NotificationState['raised']>

/** Whether somebody may read conversations, and leads. */
export type Reads = { conversations: boolean; leads: boolean }

/** A member or a client, as they are by now. */
export type Addressee = Pick<RecipientState, 'seenUpTo' | 'subscriptions'> & {
  /** Of the member or the client. */
  userId: string
  email: string
  settings: NotificationSettings
  /** What they are told in. */
  language: Language
  /** What they may read of visitors. */
  reads(): Promise<Reads>
  /** Whether they are told of a notification at all. */
  isFor(raised: Raised): boolean
  sessionState(sessionId: string): Promise<SessionState>
  /** Whether the dashboard before their eyes tells them. */
  isLooking(): Promise<boolean>
  /** Whom mails to them come from, if not from the product. */
  brand(): Promise<MailBrand | undefined>
}

export type Addressees = {
  /** Those who are told of a notification. */
  of(tenant: string, raised: Raised): Promise<Addressee[]>
  /** Undefined for whoever may be told nothing any more. */
  find(tenant: string, userId: string): Promise<Addressee | undefined>
}

export type AddresseesDeps = Pick<CommandHandler, 'load' | 'refresh'> & {
  /** Members who may read conversations, with their addresses. */
  membersOf(tenant: string): Promise<{ userId: string; email: string }[]>
  /** Whether a member may read leads. */
  readsLeads(tenant: string, userId: string): Promise<boolean>
  sessionState(userId: string, sessionId: string): Promise<SessionState>
  brandOf(tenant: string): Promise<MailBrand | undefined>
  clients: {
    /** The ids of the clients that may have an agent. */
    withAgent(tenant: string, agentId: string): Promise<string[]>
    /** Undefined for whoever is no live client with access that may read notifications. */
    find(
      tenant: string,
      clientId: string,
    ): Promise<
      | {
          email: string
          agentIds: readonly string[]
          notifications: ClientNotifications
          online: boolean
          language: Language
          reads: Reads
        }
      | undefined
    >
    sessionState(tenant: string, clientId: string, sessionId: string): Promise<SessionState>
    /** Whether a client looks at its dashboard. */
    isLooking(tenant: string, clientId: string): Promise<boolean>
    /** The brand of an agency for its clients, who are told of no other. */
    brandOf(tenant: string): Promise<MailBrand | undefined>
  }
}

export function createAddressees(deps: AddresseesDeps): Addressees {
  const { clients, membersOf } = deps
  return {
    async of(tenant, raised) {
      const members = (await membersOf(tenant)).map((one) => member(tenant, one))
      const agentId = agentNotified(raised.urlPathname)
      const ids = agentId === undefined ? [] : await clients.withAgent(tenant, agentId)
      const found = await Promise.all([...members, ...ids.map((clientId) => client(tenant, clientId))])
      return found.filter((one) => one?.isFor(raised)).filter((one) => one !== undefined)
    },

    async find(tenant, userId) {
      const known = (await membersOf(tenant)).find((each) => each.userId === userId)
      return known ? member(tenant, known) : client(tenant, userId)
    },
  }

  async function member(
    tenant: string,
    { userId, email }: { userId: string; email: string },
  ): Promise<Addressee> {
    const state = await recipientOf(tenant, userId)
    return {
      ...{ ...state, userId, email },
      // The dashboard of the team is in English.
      language: 'en',
      reads: async () => ({ conversations: true, leads: await deps.readsLeads(tenant, userId) }),
      isFor: ({ notifyOnly, notificationLevel }) =>
        (notifyOnly.length === 0 || notifyOnly.includes(userId)) &&
        wantsToKnow(state.settings, notificationLevel),
      sessionState: (sessionId) => deps.sessionState(userId, sessionId),
      isLooking: async () => false,
      brand: () => deps.brandOf(tenant),
    }
  }

  async function client(tenant: string, clientId: string): Promise<Addressee | undefined> {
    const found = await clients.find(tenant, clientId)
    if (!found) return undefined
    const { agentIds, email, language, notifications, online, reads } = found
    const { settings, ...state } = await recipientOf(tenant, clientId)
    return {
      ...{ ...state, userId: clientId, email, language, settings: { ...settings, ...notifications } },
      reads: async () => reads,
      isFor: (raised) => isForClient(raised, { clientId, agentIds, notifyIf: notifications.notifyIf }),
      sessionState: (sessionId) => clients.sessionState(tenant, clientId, sessionId),
      isLooking: async () => online && (await clients.isLooking(tenant, clientId)),
      brand: () => clients.brandOf(tenant),
    }
  }

  async function recipientOf(tenant: string, userId: string): Promise<RecipientState> {
    const id = recipientId(tenant, userId)
    await deps.refresh(recipient.category, id)
    return (await deps.load(recipient, id, tenant))?.state ?? recipient.decider.initialState
  }
}
