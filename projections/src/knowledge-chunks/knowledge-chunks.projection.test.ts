import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { describe, expect, test } from 'vitest'
import { knowledgeChunks } from './knowledge-chunks.projection.ts'

const base = { sourceId: 's1', agentId: 'a1' }
const added = {
  type: 'KnowledgeSourceAdded' as const,
  data: {
    ...base,
    kind: 'text' as const,
    name: 'Hours',
    content: 'sealed text',
    tags: [],
    maxChunkSize: 2424,
  },
}
const ingested = {
  type: 'KnowledgeSourceIngested' as const,
  data: { ...base, charCount: 40, chunks: 'sealed chunks', chunkCount: 2, contentHash: 'h' },
}

describe('knowledge chunks', () => {
  test('keep the sealed text and chunks as in the events', () => {
    expect(projected(knowledgeChunks, [added, ingested]).get('s1')).toEqual({
      ...base,
      kind: 'text',
      name: 'Hours',
      content: 'sealed text',
      chunks: 'sealed chunks',
      chunkCount: 2,
      version: 1,
    })
  })
  test('of a document contain the extracted text, never the file', () => {
    const file = {
      ...added,
      data: { ...added.data, kind: 'document' as const, content: undefined, file: 'sealed file' },
    }
    const extracted = { ...ingested, data: { ...ingested.data, content: 'sealed extract' } }
    const document = projected(knowledgeChunks, [file, extracted]).get('s1')
    expect(document?.content).toBe('sealed extract')
    expect(JSON.stringify(document)).not.toContain('sealed file')
  })
  test('stay findable while an edit is being ingested; vectors of the former text go with it', () => {
    const vectors = { vectors: 'sealed vectors', embedding: { model: 'm', dimensions: 3 } }
    const embedded = { ...ingested, data: { ...ingested.data, ...vectors } }
    const edited = {
      type: 'KnowledgeSourceEdited' as const,
      data: { ...base, name: 'Opening hours', content: 'new sealed text', maxChunkSize: 2424 },
    }
    const between = projected(knowledgeChunks, [added, embedded, edited]).get('s1')
    expect(between).toMatchObject({
      chunks: 'sealed chunks',
      content: 'new sealed text',
      ...vectors,
      version: 2,
    })
    const after = projected(knowledgeChunks, [added, embedded, edited, ingested]).get('s1')
    expect(after).not.toHaveProperty('vectors')
  })
  test('keep questions and answers apart from texts, those of earlier logs too', () => {
    const { content: _, ...data } = { ...added.data, kind: 'qa' as const, pairs: 'sealed pairs' }
    const edited = (fields: { content?: string; pairs?: string }) => ({
      type: 'KnowledgeSourceEdited' as const,
      data: { ...base, name: 'Hours', ...fields, maxChunkSize: 2424 },
    })
    const after = (fields: { content?: string; pairs?: string }) =>
      projected(knowledgeChunks, [{ ...added, data }, edited(fields)]).get('s1')
    expect(after({})).toMatchObject({ pairs: 'sealed pairs' })
    expect(after({ pairs: 'other pairs' })).toMatchObject({ pairs: 'other pairs' })
    expect(after({ content: 'earlier pairs' })).toMatchObject({ pairs: 'earlier pairs' })
    expect(after({ content: 'earlier pairs' })).not.toHaveProperty('content')
  })
  test('are removed by a failure or a deletion', () => {
    const failed = { type: 'KnowledgeSourceFailed' as const, data: { ...base, reason: 'x' } }
    expect(projected(knowledgeChunks, [added, ingested, failed]).get('s1')).not.toHaveProperty('chunks')
    const deleted = { type: 'KnowledgeSourceDeleted' as const, data: { ...base, name: 'Hours' } }
    expect(projected(knowledgeChunks, [added, ingested, deleted]).size).toBe(0)
  })
  test('take vectors that were made later, those of edited chunks too', () => {
    const embedding = { model: 'm', dimensions: 3 }
    const embedded = { type: 'KnowledgeEmbedded' as const, data: { ...base, vectors: 'sealed', embedding } }
    const edited = {
      type: 'KnowledgeChunkEdited' as const,
      data: { ...base, chunkKey: 'k', text: 'sealed text' },
    }
    const vector = {
      type: 'KnowledgeChunkEmbedded' as const,
      data: { ...base, chunkKey: 'k', vector: 'sealed vector', embedding },
    }
    const after = projected(knowledgeChunks, [added, ingested, edited, embedded, vector]).get('s1')
    expect(after).toMatchObject({
      chunks: 'sealed chunks',
      vectors: 'sealed',
      embedding,
      changes: { k: { text: 'sealed text', vector: 'sealed vector', embedding } },
      version: 4,
    })
    expect(projected(knowledgeChunks, [added, ingested, vector]).get('s1')).not.toHaveProperty('changes.k')
  })
})
