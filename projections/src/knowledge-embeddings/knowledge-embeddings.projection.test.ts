import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { describe, expect, test } from 'vitest'
import { knowledgeEmbeddings } from './knowledge-embeddings.projection.ts'

const base = { sourceId: 's1', agentId: 'a1' }
const madeWith = (model: string) => ({ embedding: { model, dimensions: 3 } })
const ingested = (fields: object = {}) => ({
  type: 'KnowledgeSourceIngested' as const,
  data: { ...base, charCount: 4, chunks: 'sealed', chunkCount: 1, contentHash: 'h', ...fields },
})
const progress = { found: 1, done: 1, failed: 0, pages: 1, chunks: 1, chars: 4 }
const page = { ...base, crawlId: 'c1', pageId: 'p1', url: 'https://example.com/', progress }
const pageIngested = (fields: object = {}) => ({
  type: 'KnowledgePageIngested' as const,
  data: { ...ingested().data, ...page, title: 'Home', chunkKeys: ['k'], ...fields },
})
const edited = (fields: object = {}) => ({
  type: 'KnowledgeChunkEdited' as const,
  data: { ...base, chunkKey: 'k', text: 'sealed', ...fields },
})
const embedded = (model: string) => ({
  type: 'KnowledgeEmbedded' as const,
  data: { ...base, vectors: 'sealed', ...madeWith(model) },
})
const chunkEmbedded = (model: string) => ({
  type: 'KnowledgeChunkEmbedded' as const,
  data: { ...base, chunkKey: 'k', vector: 'sealed', ...madeWith(model) },
})
type Events = Parameters<typeof projected>[1]
const modelAfter = (...events: Events) => projected(knowledgeEmbeddings, events).get('s1')?.model

describe('the embedding model of a source', () => {
  test('is that of its vectors, empty without vectors', () => {
    expect(modelAfter(ingested())).toBe('')
    expect(modelAfter(ingested(madeWith('m')))).toBe('m')
    expect(modelAfter(ingested(), embedded('m'))).toBe('m')
    expect(modelAfter(ingested(madeWith('m')), embedded('n'))).toBe('n')
    expect(modelAfter(ingested(madeWith('m')), ingested())).toBe('')
  })
  test('is empty while an edited chunk has another one or none', () => {
    expect(modelAfter(ingested(madeWith('m')), edited())).toBe('')
    expect(modelAfter(ingested(madeWith('m')), edited(madeWith('m')))).toBe('m')
    expect(modelAfter(ingested(madeWith('m')), edited(), chunkEmbedded('m'))).toBe('m')
    expect(modelAfter(ingested(madeWith('m')), edited(madeWith('m')), embedded('n'))).toBe('')
    const restored = { type: 'KnowledgeChunkRestored' as const, data: { ...base, chunkKey: 'k' } }
    expect(modelAfter(ingested(madeWith('m')), edited(), restored)).toBe('m')
    expect(modelAfter(ingested(madeWith('m')), edited(), restored, chunkEmbedded('n'))).toBe('m')
    expect(modelAfter(ingested(), edited(madeWith('m')), ingested(madeWith('m'))), 'read again').toBe('m')
  })
  test('is absent while there are no chunks', () => {
    const failed = { type: 'KnowledgeSourceFailed' as const, data: { ...base, reason: 'x' } }
    expect(projected(knowledgeEmbeddings, [ingested(), failed]).get('s1')).not.toHaveProperty('model')
    expect(modelAfter(ingested(), edited(), failed, ingested(madeWith('m')))).toBe('')
  })
  test('is kept for each page of a website, and removed with it', () => {
    const pages = projected(knowledgeEmbeddings, [
      pageIngested(madeWith('m')),
      pageIngested({ pageId: 'p2' }),
    ])
    expect([...pages].map(([id, { model }]) => [id, model])).toEqual([
      ['s1/p1', 'm'],
      ['s1/p2', ''],
    ])
    const removed = { type: 'KnowledgePageRemoved' as const, data: { ...page, why: 'gone' as const } }
    expect(projected(knowledgeEmbeddings, [pageIngested(), removed]).size).toBe(0)
    const data = { ...base, name: 'Site', pageIds: ['p1'] }
    const deleted = { type: 'KnowledgeSourceDeleted' as const, data }
    expect(projected(knowledgeEmbeddings, [pageIngested(), deleted]).size).toBe(0)
  })
})
