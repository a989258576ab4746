import type { KnowledgeEvent } from '@parley/contracts/knowledge/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, test } from 'vitest'
import { chunkKeysOf } from './ingestion/chunk-keys.ts'
import { type AddSource, knowledgeSource } from './knowledge-source.decider.ts'

const add: AddSource = {
  type: 'AddSource',
  sourceId: 's1',
  agentId: 'a1',
  kind: 'text',
  name: 'Opening hours',
  content: 'Open from nine to five.',
  tags: [],
  maxChunkSize: 2424,
}
const { type: _, ...addedData } = add
const added: KnowledgeEvent = { type: 'KnowledgeSourceAdded', data: addedData }
const addedDocument: KnowledgeEvent = {
  type: 'KnowledgeSourceAdded',
  data: { ...addedData, kind: 'document', content: undefined, file: 'SGVsbG8=', fileName: 'hello.txt' },
}
const pairs = [{ question: 'Open?', answer: 'From nine to five.' }]
const addedPairs: KnowledgeEvent = {
  type: 'KnowledgeSourceAdded',
  data: { ...addedData, kind: 'qa', content: undefined, pairs },
}
const deleted: KnowledgeEvent = {
  type: 'KnowledgeSourceDeleted',
  data: { sourceId: 's1', agentId: 'a1', name: 'Opening hours' },
}

describe('adding a source', () => {
  test('records it', () => {
    given(knowledgeSource).when(add).then(added)
  })
  test('is refused if the id is taken', () => {
    given(knowledgeSource, added).when(add).thenRejected('conflict')
    given(knowledgeSource, added, deleted).when(add).thenRejected('conflict')
  })
  test('refuses a document without a file and a text with one', () => {
    given(knowledgeSource)
      .when({ ...add, kind: 'document' })
      .thenRejected('invalid-input')
    given(knowledgeSource)
      .when({ ...add, file: 'AA==' })
      .thenRejected('invalid-input')
  })
})

describe('recording the result of an ingestion', () => {
  test('counts the chunks', () => {
    given(knowledgeSource, added)
      .when({ type: 'RecordIngestion', chunkKeys: ['k'], chunks: ['a', 'b'], charCount: 2, contentHash: 'h' })
      .then({
        type: 'KnowledgeSourceIngested',
        data: {
          sourceId: 's1',
          agentId: 'a1',
          charCount: 2,
          contentHash: 'h',
          chunks: ['a', 'b'],
          chunkKeys: ['k'],
          chunkCount: 2,
        },
      })
  })
  test('keeps the reason of a failure', () => {
    given(knowledgeSource, added)
      .when({ type: 'RecordFailure', reason: 'The file is encrypted.' })
      .then({
        type: 'KnowledgeSourceFailed',
        data: { sourceId: 's1', agentId: 'a1', reason: 'The file is encrypted.' },
      })
  })
  test('is refused if the source is deleted or never existed', () => {
    given(knowledgeSource, added, deleted)
      .when({ type: 'RecordIngestion', chunkKeys: ['k'], chunks: ['a'], charCount: 1, contentHash: 'h' })
      .thenRejected('not-found')
    given(knowledgeSource).when({ type: 'RecordFailure', reason: 'x' }).thenRejected('not-found')
  })
})

describe('editing', () => {
  const edit = { type: 'EditSource' as const, agentId: 'a1', name: 'Hours', maxChunkSize: 2424 }
  test('replaces the text', () => {
    given(knowledgeSource, added)
      .when({ ...edit, content: 'Open from ten.' })
      .then({
        type: 'KnowledgeSourceEdited',
        data: {
          sourceId: 's1',
          agentId: 'a1',
          name: 'Hours',
          content: 'Open from ten.',
          maxChunkSize: 2424,
        },
      })
  })
  test('with the same name and no text changes nothing', () => {
    given(knowledgeSource, added)
      .when({ ...edit, name: 'Opening hours' })
      .thenNothing()
  })
  test('renames a document but does not edit its text', () => {
    given(knowledgeSource, addedDocument)
      .when(edit)
      .then({
        type: 'KnowledgeSourceEdited',
        data: { sourceId: 's1', agentId: 'a1', name: 'Hours', maxChunkSize: 2424 },
      })
    given(knowledgeSource, addedDocument)
      .when({ ...edit, content: 'x' })
      .thenRejected('not-editable')
  })
  test('refuses pairs for a text, and a text for pairs', () => {
    given(knowledgeSource, added)
      .when({ ...edit, pairs: [] })
      .thenRejected('invalid-input')
    given(knowledgeSource, addedPairs)
      .when({ ...edit, content: 'x' })
      .thenRejected('invalid-input')
  })
  test('records pairs as such', () => {
    given(knowledgeSource, addedPairs)
      .when({ ...edit, pairs })
      .then({
        type: 'KnowledgeSourceEdited',
        data: { sourceId: 's1', agentId: 'a1', name: 'Hours', pairs, maxChunkSize: 2424 },
      })
  })
  test('is refused with not-found through another agent', () => {
    given(knowledgeSource, added)
      .when({ ...edit, agentId: 'a2' })
      .thenRejected('not-found')
  })
})

describe('deleting', () => {
  test('records it, once', () => {
    given(knowledgeSource, added).when({ type: 'DeleteSource', agentId: 'a1' }).then(deleted)
    given(knowledgeSource, added, deleted).when({ type: 'DeleteSource', agentId: 'a1' }).thenNothing()
  })
  test('is refused for another agent and for a source that never existed', () => {
    given(knowledgeSource, added).when({ type: 'DeleteSource', agentId: 'a2' }).thenRejected('not-found')
    given(knowledgeSource).when({ type: 'DeleteSource', agentId: 'a1' }).thenRejected('not-found')
  })
})

describe('recording vectors that were made later', () => {
  const base = { sourceId: 's1', agentId: 'a1' }
  const ingested: KnowledgeEvent = {
    type: 'KnowledgeSourceIngested',
    data: {
      ...base,
      charCount: 2,
      chunks: ['a', 'b'],
      chunkCount: 2,
      chunkKeys: ['k', 'l'],
      contentHash: 'h',
    },
  }
  const embedding = { model: 'm', dimensions: 2 }
  const vectors = { type: 'RecordVectors' as const, chunkKeys: ['k', 'l'], vectors: 'AAAA', embedding }
  const edited: KnowledgeEvent = {
    type: 'KnowledgeChunkEdited',
    data: { ...base, chunkKey: 'k', text: 'better' },
  }
  const vector = {
    type: 'RecordChunkVector' as const,
    chunkKey: 'k',
    textKey: chunkKeysOf(['better'])[0]!,
    vector: 'AAAA',
    embedding,
  }

  test('keeps them for the chunks that they were made for', () => {
    given(knowledgeSource, added, ingested)
      .when(vectors)
      .then({ type: 'KnowledgeEmbedded', data: { ...base, vectors: 'AAAA', embedding } })
  })
  test('refuses those of a text that was replaced, failed to be read, or deleted', () => {
    const replaced = { ...ingested, data: { ...ingested.data, chunkKeys: ['k', 'n'] } } as KnowledgeEvent
    given(knowledgeSource, added, ingested, replaced).when(vectors).thenRejected('conflict')
    const failed: KnowledgeEvent = { type: 'KnowledgeSourceFailed', data: { ...base, reason: 'x' } }
    given(knowledgeSource, added, ingested, failed).when(vectors).thenRejected('conflict')
    given(knowledgeSource, added, ingested, deleted).when(vectors).thenRejected('not-found')
    given(knowledgeSource, added, ingested)
      .when({ ...vectors, pageId: 'p1' })
      .thenRejected('conflict')
  })
  test('keeps that of an edited chunk while it has the same text', () => {
    given(knowledgeSource, added, ingested, edited)
      .when(vector)
      .then({ type: 'KnowledgeChunkEmbedded', data: { ...base, chunkKey: 'k', vector: 'AAAA', embedding } })
    const again = { ...edited, data: { ...edited.data, text: 'best' } } as KnowledgeEvent
    given(knowledgeSource, added, ingested, edited, again).when(vector).thenRejected('conflict')
    const restored: KnowledgeEvent = { type: 'KnowledgeChunkRestored', data: { ...base, chunkKey: 'k' } }
    given(knowledgeSource, added, ingested, edited, restored).when(vector).thenRejected('conflict')
  })
})

describe('the schedule of a website', () => {
  const base = { sourceId: 's1', agentId: 'a1' }
  const website: KnowledgeEvent = {
    type: 'KnowledgeSourceAdded',
    data: { ...addedData, kind: 'site', content: undefined, url: 'https://a.example/', refreshRate: '6h' },
  }
  const paused: KnowledgeEvent = { type: 'KnowledgeRefreshesPaused', data: base }
  const change = (how: { paused: boolean }) => ({ type: 'ChangeSource' as const, agentId: 'a1', ...how })

  test('is paused and resumed, each once', () => {
    given(knowledgeSource, website)
      .when(change({ paused: true }))
      .then(paused)
    given(knowledgeSource, website, paused)
      .when(change({ paused: true }))
      .then()
    given(knowledgeSource, website, paused)
      .when(change({ paused: false }))
      .then({ type: 'KnowledgeRefreshesResumed', data: base })
    given(knowledgeSource, website)
      .when(change({ paused: false }))
      .then()
  })
  test('a paused website is read when somebody asks', () => {
    given(knowledgeSource, website, paused)
      .when({ type: 'StartCrawl', crawlId: 'c1', reason: 'asked', agentId: 'a1' })
      .then({
        type: 'KnowledgeCrawlStarted',
        data: {
          ...{ ...base, crawlId: 'c1', reason: 'asked' },
          progress: { found: 0, done: 0, failed: 0, pages: 0, chunks: 0, chars: 0 },
        },
      })
  })
  test('only a website has one, and only its own agent changes it', () => {
    given(knowledgeSource, added)
      .when(change({ paused: true }))
      .thenRejected('not-a-website')
    given(knowledgeSource, website)
      .when({ ...change({ paused: true }), agentId: 'a2' })
      .thenRejected('not-found')
  })
})
