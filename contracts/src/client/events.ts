import { z } from 'zod'
import { defineEvents, type EventOf, personal, secret } from '../message.ts'

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
}
/** `emailHash`: the name of the address's reservation. */
const address = { email: personal(), emailHash: z.string() }

/** Stream `client-<clientId>`; the tenant is the workspace of the agency. */
export const clientEvents = defineEvents({
  ClientCreated: {
    version: 1,
    summary: 'Created a client',
    data: z.object({ clientId: z.string(), ...settings, ...address, passwordHash: secret() }),
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
    data: z.object({ clientId: z.string(), ...address, formerEmailHash: z.string() }),
  },
  /** Ends the client's sessions. */
  ClientPasswordChanged: {
    version: 1,
    summary: 'Replaced the password of a client',
    data: z.object({ clientId: z.string(), passwordHash: secret() }),
  },
  /** Erases what is said of the client, and frees the address. */
  ClientDeleted: {
    version: 1,
    summary: 'Deleted a client',
    data: z.object({ clientId: z.string(), emailHash: z.string() }),
  },
})
export type ClientEvent = EventOf<typeof clientEvents>

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
