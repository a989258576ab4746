import { z } from 'zod'
import { agentParams, defineEndpoints, pageOf, pageQuery } from '../endpoint.ts'
import { sourceKinds, sourceStatuses } from './events.ts'

/** Largest document in bytes: 10 MB as the specification counts megabytes (times 1,000,000). */
export const maxDocumentMB = 10
export const documentExtensions = ['.txt', '.md', '.pdf', '.docx', '.html', '.htm'] as const

const sourceName = z.string().trim().min(1, 'Please enter a name.').max(300)
const tags = z.array(z.string().trim().min(1).max(50)).max(20).optional()
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
  /** Why ingestion failed, for people. */
  error: z.string().optional(),
  tags: z.array(z.string()),
  charCount: z.number(),
  chunkCount: z.number(),
  fileName: z.string().optional(),
  /** ISO 8601. */
  addedAt: z.string(),
  updatedAt: z.string(),
})
export type KnowledgeSourceView = z.infer<typeof knowledgeSourceView>

export const retrievedChunkView = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  chunk: z.number(),
  text: z.string(),
  /** 0 to 1; compared with `ifKnowsThreshold`. */
  score: z.number(),
  /** The question's words that were found, as they stand in the question. */
  matched: z.array(z.string()).optional(),
})
export type RetrievedChunkView = z.infer<typeof retrievedChunkView>

const sourceParams = agentParams.extend({ sourceId: z.string().min(1).max(64) })
const sourceAdded = z.object({ sourceId: z.string() })

export const knowledgeEndpoints = defineEndpoints({
  'knowledge.list': {
    summary: 'The knowledge sources of an agent, newest first',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge',
    access: 'agent',
    kind: 'query',
    params: agentParams,
    query: pageQuery,
    output: pageOf(knowledgeSourceView).extend({
      totals: z.object({ sources: z.number(), chunks: z.number(), chars: z.number() }),
    }),
  },
  'knowledge.get': {
    summary: 'One source with its text and chunks',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    access: 'agent',
    kind: 'query',
    params: sourceParams,
    output: knowledgeSourceView.extend({
      content: z.string(),
      pairs: z.array(pair).optional(),
      chunks: z.array(z.string()),
    }),
  },
  'knowledge.addText': {
    summary: 'Add a text',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/text',
    access: 'agent',
    kind: 'command',
    params: agentParams,
    body: z.object({
      name: sourceName,
      content: z.string().trim().min(1, 'Please enter a text.').max(1_000_000),
      tags,
    }),
    output: sourceAdded,
    maxBodyBytes: 6_000_000,
  },
  'knowledge.addPairs': {
    summary: 'Add question-and-answer pairs',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/qa',
    access: 'agent',
    kind: 'command',
    params: agentParams,
    body: z.object({
      name: sourceName,
      pairs: z.array(pair).min(1, 'Please add at least one question.').max(500),
      tags,
    }),
    output: sourceAdded,
    maxBodyBytes: 6_000_000,
  },
  'knowledge.addDocument': {
    summary: 'Add a document (txt, md, pdf, docx, html), base64 encoded',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/documents',
    access: 'agent',
    kind: 'command',
    params: agentParams,
    body: z.object({ fileName: z.string().trim().min(1).max(255), base64Payload: z.string().min(1), tags }),
    output: sourceAdded,
    refusals: { 'file-too-large': 413, 'file-type-not-accepted': 415 },
    maxBodyBytes: 15_000_000,
  },
  'knowledge.edit': {
    summary: 'Replace the text or pairs of a source',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    access: 'agent',
    kind: 'command',
    params: sourceParams,
    body: z.object({
      name: sourceName,
      content: z.string().trim().min(1).max(1_000_000).optional(),
      pairs: z.array(pair).min(1).max(500).optional(),
    }),
    output: sourceAdded,
    refusals: { 'not-editable': 409 },
    maxBodyBytes: 6_000_000,
  },
  'knowledge.delete': {
    summary: 'Delete a source',
    method: 'DELETE',
    path: '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}',
    access: 'agent',
    kind: 'command',
    params: sourceParams,
    output: z.object({ success: z.literal(true) }),
  },
  'knowledge.search': {
    summary: 'What would be retrieved for a question',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/knowledge-search',
    access: 'agent',
    kind: 'query',
    params: agentParams,
    query: z.object({ q: z.string().trim().min(1).max(2000) }),
    output: z.object({ items: z.array(retrievedChunkView), threshold: z.number(), knows: z.boolean() }),
  },
})
