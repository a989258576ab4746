import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'
import { bounceStatus } from './bounces.ts'

/** `addressId`: of an address in the mails of one workspace; tells nothing of the address without the server's key. */
const address = { addressId: z.string(), email: personal() }
const status = z.string().regex(bounceStatus)
const when = { at: z.string() }

/** Stream `bouncedaddress-<addressId>`: what came back of a workspace's mails to an address. */
export const bounceEvents = defineEvents({
  /** For good: nothing is sent to the address from then on. */
  MailBounced: {
    version: 1,
    summary: 'Could not deliver a mail, and sends no more to its address',
    data: z.object({ ...address, status, ...when }),
  },
  /** For the time being; mails go on. */
  MailDelayed: {
    version: 1,
    summary: 'Could not deliver a mail for now',
    data: z.object({ ...address, status, ...when }),
  },
  /** The recipient reported a mail as unwanted: nothing is sent to the address from then on. */
  MailComplainedOf: {
    version: 1,
    summary: 'Was told that a mail is unwanted, and sends no more to its address',
    data: z.object({ ...address, ...when }),
  },
  /** A person has mails sent to the address again. */
  BouncedAddressCleared: {
    version: 1,
    summary: 'Has mails sent again to an address that they came back from',
    data: z.object({ ...address, ...when }),
  },
})
export type BounceEvent = EventOf<typeof bounceEvents>
