import { z } from 'zod'
import { agentParams, defineEndpoints, pageOf, pageQuery } from '../endpoint.ts'
import {
  crawlProgressSchema,
  pageStatuses,
  refreshRates,
  sourceKinds,
  sourceStatuses,
  websiteKinds,
} from './events.ts'
import { MOST_CHARACTERS, tooLong } from './text-limits.ts'

/** Largest document in MB; the specification counts a megabyte as 1,000,000 bytes. */
export const maxDocumentMB = 10
export const documentExtensions = ['.txt', '.md', '.pdf', '.docx', '.html', '.htm', '.csv'] as const

const sourceName = z.string().trim().min(1, 'Please enter a name.').max(300)
const tag = z.string().trim().min(1).max(50)
const tags = z.array(tag).max(20).optional()
/** Maximum pages and link depth of one website. */
export const mostCrawlPages = 1_000
export const mostCrawlDepth = 10
const pathPrefixes = z.array(z.string().trim().min(1).max(200)).max(20).optional()
const pair = z.object({
  question: z.string().trim().min(1, 'Please enter a question.').max(2000),
  answer: z.string().trim().min(1, 'Please enter an answer.').max(20_000),
})

export const knowledgeSourceView = z.object({
  sourceId: z.string(),
  agentId: z.string(),
  sourceType: z.enum(['doc', 'url']),
  kind: z.enum(sourceKinds),
  name: z.string(),
  status: z.enum(sourceStatuses),
  /** Why ingestion failed, for users. */
  error: z.string().optional(),
  tags: z.array(z.string()),
  charCount: z.number(),
  chunkCount: z.number(),
  /** The number of dimensions of a chunk's vector, if there is an embedding model. */
  dimensions: z.number().optional(),
  /** The website's own description. */
  metadata: z.object({ description: z.string() }).optional(),
  fileName: z.string().optional(),
  /** A disabled source is kept and not used in replies. */
  disabled: z.boolean().optional(),
  /** It came with a built-in template, and its text was not changed since. */
  sample: z.boolean().optional(),
  /** Only for websites, like the fields up to `progress`. */
  url: z.string().optional(),
  refreshRate: z.enum(refreshRates).optional(),
  /** Its schedule is paused: it is read again only when somebody asks. */
  paused: z.boolean().optional(),
  /** When the last crawl was completed, in Unix seconds. */
  lastRefreshTS: z.number().optional(),
  /** When the next crawl is due; absent with 'never', during a crawl, and while it is paused. ISO 8601. */
  nextRefreshAt: z.string().optional(),
  /** Pages stored; pages of the last crawl that could not be read; whether more pages were found than may be read. */
  pageCount: z.number().optional(),
  failedPages: z.number().optional(),
  limited: z.boolean().optional(),
  /** Set during a crawl. */
  progress: crawlProgressSchema.optional(),
  /** ISO 8601. */
  addedAt: z.string(),
  updatedAt: z.string(),
})
export type KnowledgeSourceView = z.infer<typeof knowledgeSourceView>

/** The embedding of sources from before there was an embedding model, or from before it was changed. */
export const embeddingProgressView = z.object({
  /** Sources with vectors of the present model, of all that have passages; each page of a website counts as one. */
  done: z.number(),
  total: z.number(),
  /** Why the others can't be embedded at present and what to do, for users. */
  fault: z.string().optional(),
})
export type EmbeddingProgressView = z.infer<typeof embeddingProgressView>

export const retrievedChunkView = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  /** The page's address, if the chunk comes from a website. */
  url: z.string().optional(),
  pageId: z.string().optional(),
  tags: z.array(z.string()).optional(),
  chunk: z.number(),
  text: z.string(),
  /** 0 to 1; compared with `ifKnowsThreshold`. */
  score: z.number(),
  /** The question's words that were found, as they are in the question. */
  matched: z.array(z.string()).optional(),
  /** In a search by the owner: each of these words with the matching words of the chunk, in lower case. */
  found: z.array(z.object({ word: z.string(), as: z.array(z.string()) })).optional(),
  /** How near the chunk is to the question by meaning, if it has a vector: 0 for unrelated to 1. */
  meaning: z.number().optional(),
})
export type RetrievedChunkView = z.infer<typeof retrievedChunkView>

export const chunkStates = ['as-read', 'edited', 'disabled', 'deleted'] as const
/** A chunk of a source or page, and whether it was edited, disabled or deleted. */
export const chunkView = z.object({
  key: z.string(),
  /** The text that is found and quoted. */
  text: z.string(),
  state: z.enum(chunkStates),
  /** The text as read, if it was edited. */
  original: z.string().optional(),
})
export type ChunkView = z.infer<typeof chunkView>

/** A change whose chunk is no longer part of the source, so that it has no effect until it is again. */
export const lapsedChangeView = z.object({ key: z.string(), text: z.string().optional() })

export const knowledgePageView = z.object({
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  status: z.enum(pageStatuses),
  /** Why it was not read, for users. */
  error: z.string().optional(),
  charCount: z.number(),
  chunkCount: z.number(),
  /** When it was last read or found unchanged. ISO 8601. */
  readAt: z.string().optional(),
})
export type KnowledgePageView = z.infer<typeof knowledgePageView>

const sourceParams = agentParams.extend({ sourceId: z.string().min(1).max(64) })
const pageParams = sourceParams.extend({ pageId: z.string().min(1).max(64) })
const sourceAdded = z.object({ sourceId: z.string() })

export const knowledgeEndpoints = defineEndpoints({
  'knowledge.list': {
    summary: 'The knowledge sources of an agent, newest first',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge',
    permission: 'knowledge.read',
    kind: 'query',
    params: agentParams,
    query: pageQuery.extend({
      /** Part of a name or address, case-insensitive. */
      q: z.string().trim().max(200).optional(),
      tag: tag.optional(),
      status: z.enum(sourceStatuses).optional(),
    }),
    output: pageOf(knowledgeSourceView).extend({
      totals: z.object({ sources: z.number(), chunks: z.number(), chars: z.number() }),
      /** Every tag in use. */
      tags: z.array(z.string()),
      /** Set while sources are not embedded yet with the present embedding model. */
      embedding: embeddingProgressView.optional(),
    }),
  },
  'knowledge.get': {
    summary: 'One source with its text and chunks',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    permission: 'knowledge.read',
    kind: 'query',
    params: sourceParams,
    output: knowledgeSourceView.extend({
      content: z.string(),
      pairs: z.array(pair).optional(),
      chunks: z.array(z.string()),
      /** The chunks' keys, in the same order. */
      chunkIds: z.array(z.string()),
      /** The chunks with their states; for a website see its pages. */
      passages: z.array(chunkView),
      lapsed: z.array(lapsedChangeView),
    }),
  },
  'knowledge.addText': {
    summary: 'Add a text',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/text',
    permission: 'knowledge.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({
      name: sourceName,
      content: z.string().trim().min(1, 'Please enter some text.').max(MOST_CHARACTERS, tooLong),
      tags,
    }),
    output: sourceAdded,
    maxBodyBytes: 6_000_000,
    largerBodies: 'Upload a long text as a document instead, or divide it into several sources.',
  },
  'knowledge.addPairs': {
    summary: 'Add question-and-answer pairs',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/qa',
    permission: 'knowledge.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({
      name: sourceName,
      pairs: z.array(pair).min(1, 'Please add at least one question.').max(500),
      tags,
    }),
    output: sourceAdded,
    maxBodyBytes: 6_000_000,
    largerBodies: 'Upload a long text as a document instead, or divide it into several sources.',
  },
  'knowledge.addDocument': {
    summary: 'Add a document (txt, md, pdf, docx, html, csv), base64 encoded',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/documents',
    permission: 'knowledge.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({
      fileName: z.string().trim().min(1).max(255),
      base64Payload: z.string().min(1, 'The file is empty.'),
      tags,
    }),
    output: sourceAdded,
    refusals: { 'file-too-large': 413, 'file-type-not-accepted': 415 },
    maxBodyBytes: 15_000_000,
    largerBodies: 'A document may have 10 MB. Divide a larger one.',
  },
  'knowledge.addWebsite': {
    summary: 'Add a page, the pages of a sitemap, or a whole site, and read it',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/websites',
    permission: 'knowledge.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({
      url: z.string().trim().min(1, 'Please enter an address.').max(2000),
      kind: z.enum(websiteKinds),
      /** The host's name by default. */
      name: sourceName.optional(),
      tags,
      refreshRate: z.enum(refreshRates).optional(),
      maxPages: z.number().int().min(1).max(mostCrawlPages).optional(),
      maxDepth: z.number().int().min(0).max(mostCrawlDepth).optional(),
      include: pathPrefixes,
      exclude: pathPrefixes,
    }),
    output: sourceAdded,
  },
  'knowledge.pages': {
    summary: 'The pages of a website that were read, are to be read, or could not be',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/pages',
    permission: 'knowledge.read',
    kind: 'query',
    params: sourceParams,
    query: pageQuery.extend({
      status: z.enum(pageStatuses).optional(),
      q: z.string().trim().max(200).optional(),
    }),
    output: pageOf(knowledgePageView),
  },
  'knowledge.page': {
    summary: 'One page of a website with its chunks',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/pages/{pageId}',
    permission: 'knowledge.read',
    kind: 'query',
    params: pageParams,
    output: knowledgePageView.extend({
      passages: z.array(chunkView),
      lapsed: z.array(lapsedChangeView),
    }),
  },
  'knowledge.refresh': {
    summary: 'Read a website again now, or only the pages that failed, or one page',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/refresh',
    permission: 'knowledge.manage',
    kind: 'command',
    params: sourceParams,
    body: z.object({ only: z.literal('failed').optional(), pageId: z.string().max(64).optional() }),
    output: sourceAdded,
    refusals: { 'already-refreshing': 409, 'not-a-website': 409 },
  },
  'knowledge.cancel': {
    summary: 'Stop reading a website; what was read stays',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/cancel',
    permission: 'knowledge.manage',
    kind: 'command',
    params: sourceParams,
    output: sourceAdded,
    refusals: { 'not-a-website': 409 },
  },
  'knowledge.change': {
    summary:
      'Change what a source is tagged with, whether it answers, how often it is read again, and whether that is paused',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/settings',
    permission: 'knowledge.manage',
    kind: 'command',
    overwrites: 'knowledge.get',
    params: sourceParams,
    body: z.object({
      tags,
      disabled: z.boolean().optional(),
      refreshRate: z.enum(refreshRates).optional(),
      paused: z.boolean().optional(),
    }),
    output: sourceAdded,
    refusals: { 'not-a-website': 409 },
  },
  'knowledge.changeChunk': {
    summary: 'Edit, disable, enable, delete or restore one chunk',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/chunks',
    permission: 'knowledge.manage',
    kind: 'command',
    overwrites: 'knowledge.get',
    params: sourceParams,
    body: z.object({
      pageId: z.string().max(64).optional(),
      key: z.string().min(1).max(64),
      action: z.enum(['edit', 'disable', 'enable', 'delete', 'restore']),
      text: z.string().trim().min(1, 'Please enter some text.').max(20_000).optional(),
    }),
    output: sourceAdded,
  },
  'knowledge.edit': {
    summary: 'Replace the text or pairs of a source',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    permission: 'knowledge.manage',
    kind: 'command',
    overwrites: 'knowledge.get',
    params: sourceParams,
    body: z.object({
      name: sourceName,
      content: z.string().trim().min(1).max(MOST_CHARACTERS, tooLong).optional(),
      pairs: z.array(pair).min(1).max(500).optional(),
    }),
    output: sourceAdded,
    refusals: { 'not-editable': 409 },
    maxBodyBytes: 6_000_000,
    largerBodies: 'Upload a long text as a document instead, or divide it into several sources.',
  },
  'knowledge.delete': {
    summary: 'Delete a source',
    method: 'DELETE',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    permission: 'knowledge.manage',
    kind: 'command',
    overwrites: 'knowledge.get',
    params: sourceParams,
    output: z.object({ success: z.literal(true) }),
  },
  'knowledge.search': {
    summary: 'What would be retrieved for a question',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge-search',
    permission: 'knowledge.read',
    kind: 'query',
    params: agentParams,
    query: z.object({
      q: z.string().trim().min(1).max(2000),
      /** Only sources with this tag. */
      tag: tag.optional(),
    }),
    output: z.object({
      items: z.array(retrievedChunkView),
      threshold: z.number(),
      knows: z.boolean(),
      /** The question's words that do not occur in the knowledge. */
      unknown: z.array(z.string()).optional(),
      /** What the agent answers if no model writes an answer; only if it knows. */
      answer: z
        .object({
          text: z.string(),
          sources: z.array(z.object({ sourceId: z.string(), name: z.string(), url: z.string().optional() })),
        })
        .optional(),
    }),
  },
})
