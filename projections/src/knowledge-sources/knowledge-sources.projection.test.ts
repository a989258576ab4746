import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { describe, expect, test } from 'vitest'
import { knowledgeSources } from './knowledge-sources.projection.ts'

const base = { sourceId: 's1', agentId: 'a1' }
const added = {
  type: 'KnowledgeSourceAdded' as const,
  data: { ...base, kind: 'text' as const, name: 'Hours', content: 'sealed', tags: ['x'], maxChunkSize: 2424 },
}
const ingested = {
  type: 'KnowledgeSourceIngested' as const,
  data: { ...base, charCount: 40, chunks: 'sealed', chunkCount: 2, contentHash: 'h' },
}
const failed = { type: 'KnowledgeSourceFailed' as const, data: { ...base, reason: 'No text.' } }
const edited = {
  type: 'KnowledgeSourceEdited' as const,
  data: { ...base, name: 'Opening hours', content: 'sealed', maxChunkSize: 2424 },
}

describe('knowledge sources', () => {
  test('a text begins as INITIALIZED, a document as PENDING, without their contents', () => {
    const text = projected(knowledgeSources, [added]).get('s1')
    expect(text).toMatchObject({ name: 'Hours', status: 'INITIALIZED', tags: ['x'], sourceType: 'doc' })
    expect(text).not.toHaveProperty('content')
    const document = { ...added, data: { ...added.data, kind: 'document' as const, fileName: 'a.pdf' } }
    expect(projected(knowledgeSources, [document]).get('s1')).toMatchObject({
      status: 'PENDING',
      fileName: 'a.pdf',
    })
  })
  test('ingestion sets SUCCESS and counts, a failure ERROR and its reason, and back', () => {
    const after = projected(knowledgeSources, [added, failed]).get('s1')
    expect(after).toMatchObject({ status: 'ERROR', error: 'No text.', chunkCount: 0 })
    const again = projected(knowledgeSources, [added, failed, edited, ingested]).get('s1')
    expect(again).toMatchObject({ status: 'SUCCESS', charCount: 40, chunkCount: 2, name: 'Opening hours' })
    expect(again).not.toHaveProperty('error')
  })
  test('an edited text waits for ingestion, a renamed source does not', () => {
    expect(projected(knowledgeSources, [added, ingested, edited]).get('s1')?.status).toBe('INITIALIZED')
    const renamed = { ...edited, data: { ...edited.data, content: undefined } }
    expect(projected(knowledgeSources, [added, ingested, renamed]).get('s1')).toMatchObject({
      status: 'SUCCESS',
      name: 'Opening hours',
    })
  })
  test('a website has the description of its first page and the dimensions of its vectors', () => {
    const url = 'https://a.example/'
    const website = { ...added, data: { ...added.data, kind: 'site' as const, url } }
    const progress = { found: 2, done: 1, failed: 0, pages: 1, chunks: 1, chars: 9 }
    const page = (at: string, description: string) => ({
      type: 'KnowledgePageIngested' as const,
      data: {
        ...{ ...base, crawlId: 'c', pageId: at, url: url + at, title: 't', charCount: 9, chunks: 'sealed' },
        ...{ chunkCount: 1, chunkKeys: ['k'], contentHash: 'h', progress, description },
        embedding: { model: 'm', dimensions: 3 },
      },
    })
    const both = [website, page('b', 'Of a page'), page('', 'Of the site'), page('c', 'Of another')]
    expect(projected(knowledgeSources, both).get('s1')).toMatchObject({
      metadata: { description: 'Of the site' },
      dimensions: 3,
    })
  })
  test('a deleted source stays removed after later events', () => {
    const deleted = { type: 'KnowledgeSourceDeleted' as const, data: { ...base, name: 'Hours' } }
    expect(projected(knowledgeSources, [added, deleted, ingested]).size).toBe(0)
  })
})
