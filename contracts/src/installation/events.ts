import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'

/**
 * Stream `installation-<region>`, appended before any other event of a region. It ties the log to its keys, its state
 * and its read models, so that a process refuses to start with those of another installation.
 */
export const installationEvents = defineEvents({
  InstallationCreated: {
    version: 1,
    summary: 'Created the installation',
    data: z.object({
      installationId: z.string(),
      /** The fingerprint of the key store whose keys seal this log. */
      keyStoreId: z.string(),
      /** ISO 8601. */
      at: z.string(),
    }),
  },
})

export type InstallationEvent = EventOf<typeof installationEvents>
