import { z } from 'zod'
import { languages } from '../languages.ts'
import { defineEvents, type EventOf, personal, secret } from '../message.ts'
import { notifyIfs, notifyThroughs } from '../notification/settings.ts'
import { clientGoalIds } from './onboarding.ts'
import { clientSessionMethods, clientStatuses } from './statuses.ts'

/** The subject whose key seals what is said of a client; it is erased with the client. */
export function clientSubject(clientId: string): string {
  return `client-${clientId}`
}

const settings = {
  orgId: z.string(),
  name: personal(),
  /** A small picture as a data URL; empty for none. */
  squarePhotoURL: personal(),
  canAccess: z.array(z.string()),
  clientTabOrder: z.array(z.string()),
  widgetIDs: z.array(z.string()),
  /** Absent for none. */
  isOrgAdmin: z.boolean().optional(),
  /** Absent for none. */
  allowCreateAgents: z.boolean().optional(),
  /** Absent for none. */
  canDelegateChats: z.boolean().optional(),
  /** Absent for none. */
  hideAdvancedSettings: z.boolean().optional(),
  /** Absent for the default. */
  notificationsSettings: z
    .object({ notifyIf: z.enum(notifyIfs), notifyThrough: z.enum(notifyThroughs).optional() })
    .optional(),
  /** Absent for the default. */
  preferredLanguage: z.enum(languages).optional(),
}
/** `emailHash`: the name of the address's reservation. */
const address = { email: personal(), emailHash: z.string() }

/** Stream `client-<clientId>`; the tenant is the workspace of the agency. */
export const clientEvents = defineEvents({
  ClientCreated: {
    version: 1,
    summary: 'Created a client',
    data: z.object({
      clientId: z.string(),
      ...settings,
      ...address,
      passwordHash: secret(),
      /** Whether it signed up by itself; absent for one that its agency added. */
      isNewSignup: z.boolean().optional(),
    }),
  },
  /** What changed; anything else stayed as it was. */
  ClientChanged: {
    version: 1,
    summary: 'Changed a client',
    data: z.object(settings).partial().extend({ clientId: z.string() }),
  },
  ClientEmailChanged: {
    version: 1,
    summary: 'Changed the e-mail address of a client',
    data: z.object({
      clientId: z.string(),
      ...address,
      formerEmailHash: z.string(),
      /** Absent in logs of before it was recorded. */
      formerEmail: personal().optional(),
    }),
  },
  /** What a client that signed up was asked; what is absent was not answered this time. */
  ClientOnboardingAnswered: {
    version: 1,
    summary: 'Answered questions of the client onboarding',
    data: z.object({
      clientId: z.string(),
      goals: z.array(z.enum(clientGoalIds)).optional(),
      companyName: personal().optional(),
      companyWebsite: personal().optional(),
      companyDescription: personal().optional(),
    }),
  },
  ClientOnboardingCompleted: {
    version: 1,
    summary: 'Completed the client onboarding',
    data: z.object({ clientId: z.string() }),
  },
  /** The agent is the client’s, and its organisation's, from then on. */
  ClientAgentCreated: {
    version: 1,
    summary: 'Created an agent of its own',
    data: z.object({ clientId: z.string(), agentId: z.string() }),
  },
  ClientStatusChanged: {
    version: 1,
    summary: 'Changed the status of a client',
    data: z.object({ clientId: z.string(), status: z.enum(clientStatuses) }),
  },
  /** Ends the client's sessions. */
  ClientPasswordChanged: {
    version: 1,
    summary: 'Replaced the password of a client',
    data: z.object({
      clientId: z.string(),
      passwordHash: secret(),
      /** Present where the client changed it itself: the session in which it did, which goes on. */
      keptSessionId: z.string().optional(),
    }),
  },
  /** Its account at the OpenID provider of its organisation, by keyed hashes; another one takes the place of the former. */
  ClientOpenIdLinked: {
    version: 1,
    summary: 'Linked a client to its account at the OpenID provider of its organization',
    data: z.object({ clientId: z.string(), providerHash: z.string(), subjectHash: z.string() }),
  },
  ClientOpenIdUnlinked: {
    version: 1,
    summary: 'Unlinked a client from its account at the OpenID provider of its organization',
    data: z.object({ clientId: z.string() }),
  },
  /** Erases what is said of the client, and frees the address. */
  ClientDeleted: {
    version: 1,
    summary: 'Deleted a client',
    data: z.object({ clientId: z.string(), emailHash: z.string() }),
  },
  /** No key opens a text about the client any more; processes drop what they hold of it in memory. */
  ClientErased: {
    version: 1,
    summary: 'Erased what was known of a client',
    /** `answered`: whether other streams name the client, since it acted in them. */
    data: z.object({ clientId: z.string(), answered: z.boolean() }),
  },
})
export type ClientEvent = EventOf<typeof clientEvents>

/** Stream `clientsession-<sessionId>`; the tenant is the workspace of the agency. */
export const clientSessionEvents = defineEvents({
  /** Comes first in the stream of the session that the token may begin. `expiresAt`: milliseconds. */
  ClientLoginTokenIssued: {
    version: 1,
    summary: 'Made a login token for a client',
    data: z.object({
      sessionId: z.string(),
      clientId: z.string(),
      expiresAt: z.number(),
      /** Present for one that is mailed to the client. */
      mailed: z.literal(true).optional(),
    }),
  },
  ClientSessionStarted: {
    version: 1,
    summary: 'Signed a client in',
    data: z.object({
      sessionId: z.string(),
      clientId: z.string(),
      /** SHA-256 of the token's secret part. */
      tokenHash: z.string(),
      method: z.enum(clientSessionMethods),
      /** How often the password had been replaced; another replacement ends the session. */
      passwordChanges: z.number(),
      orgId: z.string(),
      /** How often the organisation had disabled its access; another time ends the session. */
      accessDisabled: z.number(),
      userAgent: personal().optional(),
      address: personal().optional(),
      /** The agency's domain at which alone it is valid; absent for one that is valid at all of them and the product's. */
      host: z.string().optional(),
      /** Milliseconds. */
      startedAt: z.number(),
      expiresAt: z.number(),
    }),
  },
  ClientSessionEnded: {
    version: 1,
    summary: 'Signed a client out',
    data: z.object({ sessionId: z.string(), clientId: z.string() }),
  },
})
export type ClientSessionEvent = EventOf<typeof clientSessionEvents>

/** Stream `clientview-<viewId>`; the tenant is the workspace of the agency. One of its team views as a client. */
export const clientViewEvents = defineEvents({
  ClientViewStarted: {
    version: 1,
    summary: 'Began to view as a client',
    data: z.object({
      viewId: z.string(),
      clientId: z.string(),
      viewerId: z.string(),
      /** The viewer's own session, with which the view ends. */
      viewerSessionId: z.string(),
      /** SHA-256 of the token's secret part. */
      tokenHash: z.string(),
      /** The agency's domain where the viewer's session is, at which alone it is valid; absent for the product's own hosts. */
      host: z.string().optional(),
      /** Milliseconds. */
      startedAt: z.number(),
      expiresAt: z.number(),
    }),
  },
  ClientViewEnded: {
    version: 1,
    summary: 'Stopped viewing as a client',
    data: z.object({ viewId: z.string(), clientId: z.string() }),
  },
})
export type ClientViewEvent = EventOf<typeof clientViewEvents>

/** Stream `clientemail-<hash>` of the directory: the client whose address it is, across all regions. */
export const clientEmailEvents = defineEvents({
  /** `reservedAt`: milliseconds. */
  ClientEmailReserved: {
    version: 1,
    summary: 'Reserved the address of a client',
    data: z.object({
      clientId: z.string(),
      region: z.string(),
      workspaceId: z.string(),
      reservedAt: z.number(),
    }),
  },
  ClientEmailReleased: {
    version: 1,
    summary: 'Released the address of a client',
    data: z.object({ clientId: z.string() }),
  },
})
export type ClientEmailEvent = EventOf<typeof clientEmailEvents>

/** Stream `clientsubject-<hash>`: the client that a person of an OpenID provider is. */
export const clientSubjectEvents = defineEvents({
  ClientSubjectLinked: {
    version: 1,
    summary: 'Recognized a client by its account at the OpenID provider of its organization',
    data: z.object({ clientId: z.string() }),
  },
})
export type ClientSubjectEvent = EventOf<typeof clientSubjectEvents>
