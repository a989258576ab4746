/** The clients of a workspace, with names, addresses and photos sealed as in the events, without passwords. */

import type { ClientOnboardingState } from '@parley/contracts/client/endpoints.ts'
import { clientEvents, clientSessionEvents } from '@parley/contracts/client/events.ts'
import type { ClientStatus } from '@parley/contracts/client/statuses.ts'
import type { Language } from '@parley/contracts/languages.ts'
import type { NotifyIf, NotifyThrough } from '@parley/contracts/notification/settings.ts'
import type { Place } from '@parley/kernel/log/recorded-event.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type ClientDocument = {
  clientId: string
  orgId: string
  /** Sealed, as the next two. */
  name: string
  email: string
  squarePhotoURL: string
  canAccess: string[]
  clientTabOrder: string[]
  widgetIDs: string[]
  /** Absent for none. */
  isOrgAdmin?: boolean | undefined
  /** Absent for none. */
  allowCreateAgents?: boolean | undefined
  /** Absent for none. */
  canDelegateChats?: boolean | undefined
  /** Absent for none. */
  hideAdvancedSettings?: boolean | undefined
  /** Absent for the default, as each of it. */
  notificationsSettings?: { notifyIf: NotifyIf; notifyThrough?: NotifyThrough | undefined } | undefined
  /** Absent for the default. */
  preferredLanguage?: Language | undefined
  /** Absent for one that never came online. */
  status?: ClientStatus
  createdAt: string
  /** When it last signed in, came online or went offline. ISO 8601. */
  lastSeenAt?: string
  /** Until it signs in for the first time; absent afterwards, so that few are in the index. */
  neverSignedIn?: true
  /** Present for one that is linked to an account at an OpenID provider. */
  hasOpenId?: true
  /** Present for one that signed up by itself. */
  isNewSignup?: boolean | undefined
  /** What it answered, and whether that is all; the texts are sealed. */
  onboardingState?: Partial<ClientOnboardingState>
}

export const clientsProjection = tenantProjection<ClientDocument>()({
  name: 'clients',
  version: 5,
  events: {
    ...pick(
      clientEvents,
      'ClientCreated',
      'ClientChanged',
      'ClientEmailChanged',
      'ClientStatusChanged',
      'ClientOnboardingAnswered',
      'ClientOnboardingCompleted',
      'ClientAgentCreated',
      'ClientOpenIdLinked',
      'ClientOpenIdUnlinked',
      'ClientDeleted',
    ),
    ...pick(clientSessionEvents, 'ClientSessionStarted'),
  },
  indexes: {
    all: ['createdAt', 'clientId'],
    byOrganisation: ['orgId', 'createdAt', 'clientId'],
    byNeverSignedIn: { sparse: ['neverSignedIn', 'createdAt'] },
  },
  identify: ({ data }) => data.clientId,
  project(document, event) {
    switch (event.type) {
      case 'ClientCreated': {
        const { emailHash: _, passwordHash: __, ...settings } = event.data
        return { ...settings, createdAt: event.at, neverSignedIn: true }
      }
      case 'ClientChanged': {
        return document && { ...document, ...withoutUndefined(event.data) }
      }
      case 'ClientEmailChanged':
        return document && { ...document, email: event.data.email }
      case 'ClientStatusChanged':
        // Its agency, which sets it offline by saving it, is not the client.
        return document && { ...document, status: event.data.status, ...seen(event) }
      case 'ClientOnboardingAnswered': {
        const { clientId: _, ...answers } = event.data
        return document && onboarded(document, withoutUndefined(answers))
      }
      case 'ClientOnboardingCompleted':
        return document && onboarded(document, { isCompleted: true })
      case 'ClientAgentCreated': {
        const { agentId } = event.data
        if (!document || document.widgetIDs.includes(agentId)) return document
        return { ...document, widgetIDs: [...document.widgetIDs, agentId] }
      }
      case 'ClientSessionStarted': {
        if (!document) return undefined
        const { neverSignedIn: _, ...signedIn } = document
        return { ...signedIn, lastSeenAt: event.at }
      }
      case 'ClientOpenIdLinked':
        return document && { ...document, hasOpenId: true }
      case 'ClientOpenIdUnlinked': {
        if (!document) return undefined
        const { hasOpenId: _, ...unlinked } = document
        return unlinked
      }
      case 'ClientDeleted':
        return undefined
    }
  },
})

function onboarded(document: ClientDocument, changed: Partial<ClientOnboardingState>): ClientDocument {
  return { ...document, onboardingState: { ...document.onboardingState, ...changed } }
}

const seen = ({ actor, at }: Pick<Place, 'actor' | 'at'>) =>
  actor.kind === 'client' && actor.viewer === undefined ? { lastSeenAt: at } : {}
