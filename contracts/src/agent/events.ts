import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { agentDocumentSchema } from './document.ts'

/** Stream `agent-<agentId>`. `changes` holds whole new values of changed fields; `removed` names dropped ones. */
export const agentEvents = defineEvents({
  AgentCreated: {
    version: 1,
    data: z.object({ agentId: z.string(), document: agentDocumentSchema, template: z.string().optional() }),
  },
  AgentPublished: {
    version: 1,
    data: z.object({
      agentId: z.string(),
      changes: agentDocumentSchema,
      removed: z.array(z.string()),
      /** Unix seconds. */
      lastModified: z.number(),
    }),
  },
  AgentRenamed: {
    version: 1,
    data: z.object({ agentId: z.string(), title: z.string(), lastModified: z.number() }),
  },
  /** A snapshot that Version History lists. `revision` is the stream's revision it shows. */
  AgentBackupSaved: {
    version: 1,
    data: z.object({ agentId: z.string(), version: z.number(), revision: z.number() }),
  },
  AgentVersionRestored: {
    version: 1,
    data: z.object({
      agentId: z.string(),
      version: z.number(),
      document: agentDocumentSchema,
      lastModified: z.number(),
    }),
  },
  AgentDeleted: { version: 1, data: z.object({ agentId: z.string(), title: z.string() }) },
})
export type AgentEvent = EventOf<typeof agentEvents>
