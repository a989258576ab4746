import { z } from 'zod'
import { defineEvents, type EventOf, earlierVersion, secret, secretJson } from '../message.ts'

/** `url` is one page, `sitemap` the pages of a sitemap, `site` the pages reachable from a page by links. */
export const websiteKinds = ['url', 'sitemap', 'site'] as const
export const sourceKinds = ['text', 'qa', 'document', ...websiteKinds] as const
export const sourceStatuses = ['INITIALIZED', 'PENDING', 'SUCCESS', 'ERROR'] as const
/** The status of a page; `SKIPPED`: the site asks not to read it, or it contains no text. */
export const pageStatuses = ['PENDING', 'SUCCESS', 'ERROR', 'SKIPPED'] as const
/** As in the specification (part 2 §4). */
export const refreshRates = ['6h', '12h', '24h', '7d', 'never'] as const

const refreshRate = z.enum(refreshRates)
const source = { sourceId: z.string(), agentId: z.string() }
const crawl = { ...source, crawlId: z.string() }
const page = { ...crawl, pageId: z.string(), url: z.string() }
/** The texts of chunks, in order. */
export const chunkTexts = secretJson(z.array(z.string()), undefined)
/** Questions with their answers, of a source of the kind `qa`. */
export const questionPairs = secretJson(
  z.array(z.object({ question: z.string(), answer: z.string() })),
  undefined,
)
const embeddingSchema = z.object({ model: z.string(), dimensions: z.number().int() })
const embedding = embeddingSchema.optional()

export const crawlOptionsSchema = z.object({
  maxPages: z.number().int(),
  /** Links from the first page; 0 is that page only. */
  maxDepth: z.number().int(),
  /** Path prefixes: only pages under `include` are read, and none under `exclude`. Empty means all and none. */
  include: z.array(z.string()),
  exclude: z.array(z.string()),
})

/** The progress of a crawl after an event: pages of this crawl, and what is stored of all crawls. */
export const crawlProgressSchema = z.object({
  found: z.number(),
  done: z.number(),
  failed: z.number(),
  pages: z.number(),
  chunks: z.number(),
  chars: z.number(),
})
const progress = crawlProgressSchema

/**
 * A chunk is identified by the hash of its text as read, so that a change to it is kept when the same text is read
 * again.
 */
const chunk = { ...source, pageId: z.string().optional(), chunkKey: z.string() }

const added = {
  ...source,
  kind: z.enum(sourceKinds),
  name: z.string(),
  content: secret().optional(),
  file: secret().optional(),
  fileName: z.string().optional(),
  mimeType: z.string().optional(),
  /** For a website: its page, its sitemap or the first page. */
  url: z.string().optional(),
  crawl: crawlOptionsSchema.optional(),
  refreshRate: refreshRate.optional(),
  tags: z.array(z.string()),
  maxChunkSize: z.number(),
}

/**
 * Stream `knowledge-<sourceId>`, one source of one agent. `content` is the text as extracted. Documents are stored as base64 in `KnowledgeSourceAdded.file` and read by the ingestion policy. A website is
 * read in crawls (`crawlId`), page by page; an interrupted crawl continues after a restart.
 */
export const knowledgeEvents = defineEvents({
  KnowledgeSourceAdded: {
    version: 2,
    summary: 'Added knowledge',
    data: z.object({
      ...added,
      pairs: questionPairs.optional(),
      /** It came with a built-in template, as an example. */
      sample: z.literal(true).optional(),
    }),
    earlier: {
      // The pairs were in `content`, as the same JSON.
      1: earlierVersion(z.object(added), ({ content, ...data }) => {
        if (content === undefined) return data
        return data.kind === 'qa' ? { ...data, pairs: content } : { ...data, content }
      }),
    },
  },
  KnowledgeSourceIngested: {
    version: 1,
    summary: 'Read a knowledge source',
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      charCount: z.number(),
      chunks: chunkTexts,
      chunkCount: z.number(),
      /** The chunks' keys in order; if absent, a chunk's key is `#` and its place. */
      chunkKeys: z.array(z.string()).optional(),
      /** Identifies the content, whatever its source. */
      contentHash: z.string(),
      /** The text as extracted, if the source is a file. */
      content: secret().optional(),
      /** The chunks' vectors in one list: base64 of little-endian 32-bit floats. */
      vectors: secret().optional(),
      /** The model that made the vectors, and their number of dimensions. */
      embedding,
    }),
  },
  KnowledgeSourceFailed: {
    version: 1,
    summary: 'Could not read a knowledge source',
    data: z.object({ sourceId: z.string(), agentId: z.string(), reason: z.string() }),
  },
  KnowledgeSourceEdited: {
    version: 1,
    summary: 'Edited knowledge',
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      name: z.string(),
      /** Both absent if the source was only renamed. In earlier logs `content` may be the JSON of pairs. */
      content: secret().optional(),
      pairs: questionPairs.optional(),
      maxChunkSize: z.number(),
    }),
  },
  KnowledgeSourceDeleted: {
    version: 1,
    summary: 'Deleted knowledge',
    data: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      name: z.string(),
      /** For a website: its pages, which are removed with it. */
      pageIds: z.array(z.string()).optional(),
    }),
  },
  KnowledgeSourceTagged: {
    version: 1,
    summary: 'Tagged a knowledge source',
    data: z.object({ ...source, tags: z.array(z.string()) }),
  },
  /** A disabled source is unchanged and not found by retrieval. */
  KnowledgeSourceDisabled: { version: 1, summary: 'Turned off a knowledge source', data: z.object(source) },
  KnowledgeSourceEnabled: { version: 1, summary: 'Turned on a knowledge source', data: z.object(source) },
  KnowledgeRefreshRateSet: {
    version: 1,
    summary: 'Changed how often a website is read again',
    data: z.object({ ...source, refreshRate }),
  },
  /** A paused website keeps its refresh rate and what was read; it is read again when somebody asks, or after it is resumed. */
  KnowledgeRefreshesPaused: {
    version: 1,
    summary: 'Paused the schedule of a website',
    data: z.object(source),
  },
  KnowledgeRefreshesResumed: {
    version: 1,
    summary: 'Resumed the schedule of a website',
    data: z.object(source),
  },

  KnowledgeChunkEdited: {
    version: 1,
    summary: 'Edited a chunk of knowledge',
    data: z.object({
      ...chunk,
      text: secret(),
      /** Base64 of little-endian 32-bit floats. */
      vector: secret().optional(),
      embedding,
    }),
  },
  KnowledgeChunkDisabled: { version: 1, summary: 'Turned off a chunk of knowledge', data: z.object(chunk) },
  KnowledgeChunkEnabled: { version: 1, summary: 'Turned on a chunk of knowledge', data: z.object(chunk) },
  KnowledgeChunkDeleted: { version: 1, summary: 'Deleted a chunk of knowledge', data: z.object(chunk) },
  /** The chunk is again as it was read, after it was deleted or edited. */
  KnowledgeChunkRestored: { version: 1, summary: 'Restored a chunk of knowledge', data: z.object(chunk) },

  /**
   * Vectors that were made after the chunks: the source was read before there was an embedding model, with another
   * one, or while its provider failed.
   */
  KnowledgeEmbedded: {
    version: 1,
    summary: 'Embedded a knowledge source',
    data: z.object({
      ...source,
      pageId: z.string().optional(),
      /** As in `KnowledgeSourceIngested`: of the chunks as read, in their order. */
      vectors: secret(),
      embedding: embeddingSchema,
    }),
  },
  /** The same for the text of an edited chunk. */
  KnowledgeChunkEmbedded: {
    version: 1,
    summary: 'Embedded an edited chunk of knowledge',
    data: z.object({ ...chunk, vector: secret(), embedding: embeddingSchema }),
  },

  KnowledgeCrawlStarted: {
    version: 1,
    summary: 'Started reading a website',
    data: z.object({
      ...crawl,
      reason: z.enum(['added', 'asked', 'scheduled', 'retry']),
      /** The pages of a retry; if absent, all known pages are checked again and new ones are searched for. */
      pageIds: z.array(z.string()).optional(),
      progress,
    }),
  },
  KnowledgePagesFound: {
    version: 1,
    summary: 'Found pages of a website',
    data: z.object({
      ...crawl,
      pages: z.array(z.object({ pageId: z.string(), url: z.string(), depth: z.number() })),
      progress,
    }),
  },
  KnowledgePageIngested: {
    version: 1,
    summary: 'Read a page of a website',
    data: z.object({
      ...page,
      title: z.string(),
      /** The page's own description. */
      description: z.string().optional(),
      charCount: z.number(),
      chunks: chunkTexts,
      chunkCount: z.number(),
      chunkKeys: z.array(z.string()),
      contentHash: z.string(),
      /** To ask the site whether the page has changed. */
      etag: z.string().optional(),
      lastModified: z.string().optional(),
      vectors: secret().optional(),
      embedding,
      progress,
    }),
  },
  KnowledgePagesUnchanged: {
    version: 1,
    summary: 'Found pages of a website unchanged',
    data: z.object({ ...crawl, pageIds: z.array(z.string()), progress }),
  },
  /** What was read from the page before is kept. */
  KnowledgePageFailed: {
    version: 1,
    summary: 'Could not read a page of a website',
    data: z.object({ ...page, reason: z.string(), progress }),
  },
  KnowledgePageSkipped: {
    version: 1,
    summary: 'Skipped a page of a website',
    data: z.object({ ...page, reason: z.string(), progress }),
  },
  KnowledgePageRemoved: {
    version: 1,
    summary: 'Removed a page of a website',
    data: z.object({ ...page, why: z.enum(['gone', 'duplicate', 'unlisted']), progress }),
  },
  KnowledgeCrawlFinished: {
    version: 1,
    summary: 'Finished reading a website',
    data: z.object({
      ...crawl,
      outcome: z.enum(['done', 'cancelled', 'failed']),
      reason: z.string().optional(),
      /** Whether there were more pages than may be read. */
      limited: z.boolean().optional(),
      progress,
    }),
  },
})
export type KnowledgeEvent = EventOf<typeof knowledgeEvents>
