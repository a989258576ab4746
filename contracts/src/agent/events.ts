import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { keptDocumentSchema } from './pictures.ts'

/**
 * Stream `agent-<agentId>`. `changes` contains the complete new values of changed fields. `keyHash` is the SHA-256 of
 * SECRET_API_KEY, by which the agent is found for a bearer token; the key itself stays sealed.
 *
 * Versions count from 1, which is the agent as it was created.
 */
export const agentEvents = defineEvents({
  AgentCreated: {
    version: 1,
    summary: 'Created an agent',
    data: z.object({
      agentId: z.string(),
      document: keptDocumentSchema,
      template: z.string().optional(),
      keyHash: z.string(),
    }),
  },
  AgentPublished: {
    version: 1,
    summary: 'Published changes to an agent',
    data: z.object({
      agentId: z.string(),
      changes: keptDocumentSchema,
      /** Unix seconds. */
      lastModified: z.number(),
      /** Set when SECRET_API_KEY changed: the hash of the new key, and that of the former one, which stops working. */
      keyHash: z.string().optional(),
      formerKeyHash: z.string().optional(),
    }),
  },
  AgentRenamed: {
    version: 1,
    summary: 'Renamed an agent',
    data: z.object({ agentId: z.string(), title: z.string(), lastModified: z.number() }),
  },
  /** A version, listed in Version History. `revision` is the stream's revision that it shows. */
  AgentBackupSaved: {
    version: 1,
    summary: 'Kept a version of an agent',
    data: z.object({ agentId: z.string(), version: z.number(), revision: z.number() }),
  },
  /** An older version became the present document again, as the new version `version`. */
  AgentVersionRestored: {
    version: 1,
    summary: 'Restored an earlier version of an agent',
    data: z.object({
      agentId: z.string(),
      version: z.number(),
      restoredFrom: z.number(),
      /** Names of the fields that differ from the previous document. */
      changed: z.array(z.string()),
      document: keptDocumentSchema,
      lastModified: z.number(),
    }),
  },
  AgentDeleted: {
    version: 1,
    summary: 'Deleted an agent',
    data: z.object({ agentId: z.string(), title: z.string(), formerKeyHash: z.string() }),
  },
})
export type AgentEvent = EventOf<typeof agentEvents>
