import { z } from 'zod'
import { defineEvents, type EventOf, tenantText } from '../message.ts'

/** Stream `logentry-<entryId>`; the tenant is the workspace. */
export const logEvents = defineEvents({
  LogEntryAdded: {
    version: 1,
    summary: 'Added an entry to the log of the workspace',
    data: z.object({
      entryId: z.string(),
      /** ISO 8601. */
      at: z.string(),
      type: z.string(),
      agentId: z.string().optional(),
      channel: z.string().optional(),
      content: tenantText(),
      /** JSON of an object. */
      metadata: tenantText().optional(),
      /** Whether the members are told of it. */
      withEmail: z.boolean(),
    }),
  },
})
export type LogEvent = EventOf<typeof logEvents>
