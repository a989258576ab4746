import { z } from 'zod'
import { defineEvents, type EventOf, secret } from '../message.ts'

export const sourceKinds = ['text', 'qa', 'document'] as const
export const sourceStatuses = ['INITIALIZED', 'PENDING', 'SUCCESS', 'ERROR'] as const

/**
 * Stream `knowledge-<sourceId>`, one source of one agent. `content` is the text as extracted (for `qa` the JSON
 * of the pairs). Documents travel as base64 in `KnowledgeSourceAdded.file` and are read by the ingestion policy.
 */
export const knowledgeEvents = defineEvents({
  KnowledgeSourceAdded: {
    version: 1,
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      kind: z.enum(sourceKinds),
      name: z.string(),
      content: secret().optional(),
      file: secret().optional(),
      fileName: z.string().optional(),
      mimeType: z.string().optional(),
      tags: z.array(z.string()),
      maxChunkSize: z.number(),
    }),
  },
  KnowledgeSourceIngested: {
    version: 1,
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      charCount: z.number(),
      /** JSON of the chunks' texts. */
      chunks: secret(),
      chunkCount: z.number(),
      /** Tells the content, whatever brought it. */
      contentHash: z.string(),
      /** The text as extracted, where the source is a file. */
      content: secret().optional(),
      /** The chunks' vectors one after the other: base64 of little-endian 32-bit floats. */
      vectors: secret().optional(),
      /** What made the vectors, and how many numbers each has. */
      embedding: z.object({ model: z.string(), dimensions: z.number().int() }).optional(),
    }),
  },
  KnowledgeSourceFailed: {
    version: 1,
    data: z.object({ sourceId: z.string(), agentId: z.string(), reason: z.string() }),
  },
  KnowledgeSourceEdited: {
    version: 1,
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      name: z.string(),
      /** Absent when the source was only renamed. */
      content: secret().optional(),
      maxChunkSize: z.number(),
    }),
  },
  KnowledgeSourceDeleted: {
    version: 1,
    data: z.object({ sourceId: z.string(), agentId: z.string(), name: z.string() }),
  },
})
export type KnowledgeEvent = EventOf<typeof knowledgeEvents>
