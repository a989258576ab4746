/** Sources without vectors of the present model are embedded in the background. */
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { embedSources } from '@parley/knowledge/embed-sources.ts'
import { EmbeddingError } from '@parley/knowledge/embedding-error.ts'
import { shareEmbeddingState } from '@parley/knowledge/embedding-state.ts'
import { chunkKeysOf } from '@parley/knowledge/ingestion/chunk-keys.ts'
import { type KnowledgeSourceCommand, knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import { knowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.projection.ts'
import { loadKnowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.queries.ts'
import { knowledgeEmbeddings } from '@parley/projections/knowledge-embeddings/knowledge-embeddings.projection.ts'
import {
  dueEmbeddings,
  embeddingProgress,
  textsToEmbed,
} from '@parley/projections/knowledge-embeddings/knowledge-embeddings.queries.ts'
import { knowledgeSources } from '@parley/projections/knowledge-sources/knowledge-sources.projection.ts'
import { knowledgeSourcesQueries } from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let region: TestRegion
/** The texts that the provider was sent, in order. */
let asked: string[]
let refuse: (texts: string[]) => Error | undefined
let clock: number
const running = new AbortController()

beforeEach(async () => {
  asked = []
  refuse = () => undefined
  clock = 0
  region = await openTestRegion({ projections: [knowledgeSources, knowledgeChunks, knowledgeEmbeddings] })
})
afterEach(() => region.close())

/** A process with an embedding model; each has memory of its own. */
function embedder(model = 'm', isOffered = async () => true) {
  const { handle, readStore, reader, projections } = region
  return embedSources({
    handle,
    embedding: {
      model,
      isOffered,
      async embed(texts) {
        const refused = refuse(texts)
        if (refused) throw refused
        asked.push(...texts)
        return texts.map((text) => [text.length, model.length])
      },
    },
    due: dueEmbeddings(readStore, projections.collectionOf),
    textsOf: textsToEmbed(reader),
    async shown(position) {
      await projections.waitFor(position, 5_000)
    },
    state: shareEmbeddingState(region.readStore),
    onFault: () => undefined,
    now: () => clock,
  })
}

let commands = 0
async function record(tenant: string, sourceId: string, command: KnowledgeSourceCommand) {
  const done = await region.handle(knowledgeSource, sourceId, command, {
    tenant,
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command: `command${++commands}`, correlation: 'c' },
  })
  expect(done).toMatchObject({ ok: true })
}
/** A source that was read without an embedding model. */
async function addRead(tenant: string, sourceId: string, chunks: string[]) {
  const agentId = `agent-of-${tenant}`
  const add = { type: 'AddSource' as const, sourceId, agentId, kind: 'text' as const, name: sourceId }
  await record(tenant, sourceId, { ...add, content: chunks.join(' '), tags: [], maxChunkSize: 1000 })
  await read(tenant, sourceId, chunks)
  await region.settled()
}
function read(tenant: string, sourceId: string, chunks: string[]) {
  const read = { charCount: 1, contentHash: chunks.join(), chunks, chunkKeys: chunkKeysOf(chunks) }
  return record(tenant, sourceId, { type: 'RecordIngestion', ...read })
}
async function vectorsOf(tenant: string) {
  const loaded = await loadKnowledgeChunks({ reader: region.reader })(tenant, `agent-of-${tenant}`)
  return loaded.map(({ sourceId, vectors }) => [sourceId, vectors?.model])
}
async function listed(tenant: string) {
  const list = knowledgeSourcesQueries({
    reader: region.reader,
    search: async () => ({ items: [], threshold: 0.5, knows: false }),
    embeddingState: shareEmbeddingState(region.readStore).read,
    embeddingProgress: embeddingProgress(region.readStore, region.projections.collectionOf),
  })['knowledge.list']
  const answer = await list?.({ params: { agentId: `agent-of-${tenant}` }, query: {}, tenant } as never)
  return (answer as unknown as { value: { embedding?: { done: number; total: number; fault?: string } } })
    .value.embedding
}

describe('sources from before there was an embedding model', () => {
  test('are embedded once, each recorded for itself', async () => {
    await addRead('w1', 's1', ['one', 'two'])
    await addRead('w1', 's2', ['three'])
    await embedder()(running.signal)
    await region.settled()
    expect(await vectorsOf('w1')).toEqual([
      ['s1', 'm'],
      ['s2', 'm'],
    ])
    const [first] = await loadKnowledgeChunks({ reader: region.reader })('w1', 'agent-of-w1')
    expect(first?.vectors?.base64).toBe(Buffer.from(new Float32Array([3, 1, 3, 1]).buffer).toString('base64'))
    expect(await listed('w1')).toBeUndefined()
    await embedder()(running.signal)
    expect(asked.sort()).toEqual(['one', 'three', 'two'])
  })

  test('are embedded again with another model', async () => {
    await addRead('w1', 's1', ['one'])
    await embedder()(running.signal)
    await embedder('other')(running.signal)
    await region.settled()
    expect(await vectorsOf('w1')).toEqual([['s1', 'other']])
    expect(asked).toEqual(['one', 'one'])
    await embedder()(running.signal)
    await region.settled()
    expect(await vectorsOf('w1'), 'and again with the first one').toEqual([['s1', 'm']])
  })

  test('are all embedded where there are many, of many workspaces', async () => {
    const tenants = Array.from({ length: 25 }, (_, nth) => `w${nth}`)
    for (const tenant of tenants) await addRead(tenant, `s-${tenant}`, [`text of ${tenant}`])
    for (let nth = 0; nth < 30; nth++) await addRead('big', `big${nth}`, [`big ${nth}`])
    await embedder()(running.signal)
    expect(new Set(asked).size).toBe(55)
    expect(asked).toHaveLength(55)
    expect(asked.indexOf('text of w0'), 'a small workspace waits for few of a big one').toBeLessThan(15)
  })

  test('include the edited chunks, and not the text that was read for one', async () => {
    await addRead('w1', 's1', ['one', 'two'])
    const [key = ''] = chunkKeysOf(['one'])
    const edit = { type: 'ChangeChunk' as const, agentId: 'agent-of-w1', key, action: 'edit' as const }
    await record('w1', 's1', { ...edit, text: 'better' })
    await region.settled()
    await embedder()(running.signal)
    await region.settled()
    const [source] = await loadKnowledgeChunks({ reader: region.reader })('w1', 'agent-of-w1')
    expect(source?.edited?.[0]).toEqual({
      model: 'm',
      base64: Buffer.from(new Float32Array([6, 1]).buffer).toString('base64'),
    })
    expect(asked.sort()).toEqual(['better', 'one', 'two'])
    await embedder()(running.signal)
    expect(asked).toHaveLength(3)
  })

  test('that change meanwhile keep no vectors of the former text', async () => {
    await addRead('w1', 's1', ['one'])
    const { handle } = region
    region.handle = async (...call) => {
      region.handle = handle
      await read('w1', 's1', ['two'])
      return handle(...call)
    }
    await embedder()(running.signal)
    await region.settled()
    expect(await vectorsOf('w1')).toEqual([['s1', undefined]])
    await embedder()(running.signal)
    await region.settled()
    expect(await vectorsOf('w1')).toEqual([['s1', 'm']])
  })
})

describe('a process that ends in the middle', () => {
  test('leaves the rest to the next one, and nothing is done twice', async () => {
    for (const nth of [1, 2, 3, 4, 5]) await addRead('w1', `s${nth}`, [`text ${nth}`])
    const ending = new AbortController()
    refuse = () => {
      if (asked.length === 2) ending.abort()
      return undefined
    }
    await expect(embedder()(ending.signal), 'so that it stays due').rejects.toThrow()
    await region.settled()
    const before = await listed('w1')
    expect(before?.done).toBe(asked.length)
    expect(before).toMatchObject({ total: 5 })
    refuse = () => undefined
    await embedder()(running.signal)
    expect(asked.sort()).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'text 5'])
  })
})

describe('a provider that fails', () => {
  test('is asked less and less often, and the owner is told why', async () => {
    for (const nth of [1, 2, 3]) await addRead('w1', `s${nth}`, [`text ${nth}`])
    let tries = 0
    refuse = () => {
      tries++
      return new EmbeddingError('no', 'wrong-key', 'status 401')
    }
    const embed = embedder()
    const triesAt: number[] = []
    for (clock = 0; clock < 600_000; clock += 10_000) {
      const before = tries
      await embed(running.signal)
      if (tries > before) triesAt.push(clock / 1000)
    }
    expect(triesAt).toEqual([0, 60, 180, 420])
    expect(await listed('w1')).toEqual({
      done: 0,
      total: 3,
      fault:
        'The provider of m refuses the key (status 401). Check the key in the server’s configuration and what it may be used for.',
    })
    refuse = () => undefined
    clock += 3_600_000
    await embed(running.signal)
    await region.settled()
    expect(await listed('w1')).toBeUndefined()
  })

  test('because its server is away keeps its model, and the owner is told', async () => {
    await addRead('w1', 's1', ['one'])
    let isAway = false
    const embed = embedder('m', async () => !isAway)
    refuse = () => new EmbeddingError('no', 'server-error')
    await embed(running.signal)
    isAway = true
    await embed(running.signal)
    expect((await listed('w1'))?.fault).toMatch(/can’t be reached/)
    isAway = false
    refuse = () => undefined
    clock += 60_000
    await embed(running.signal)
    await region.settled()
    expect(await vectorsOf('w1')).toEqual([['s1', 'm']])
    expect((await shareEmbeddingState(region.readStore).read())?.fault).toBeUndefined()
  })

  test('with some texts holds up no other', async () => {
    for (let nth = 0; nth < 12; nth++) await addRead('w1', `poison${nth}`, [`poison ${nth}`])
    await addRead('w1', 's1', ['fine'])
    await addRead('w2', 's2', ['fine too'])
    let refused = 0
    refuse = (texts) => {
      if (!texts.join().includes('poison')) return undefined
      refused++
      return new EmbeddingError('no', 'request-refused')
    }
    const embed = embedder()
    await embed(running.signal)
    await region.settled()
    expect(Object.fromEntries(await vectorsOf('w1'))).toMatchObject({ s1: 'm', poison0: undefined })
    expect(await vectorsOf('w2')).toEqual([['s2', 'm']])
    expect(await listed('w1')).toMatchObject({ done: 1, total: 13, fault: expect.stringContaining('accept') })
    expect(await listed('w2')).toBeUndefined()
    expect(refused, 'each once').toBe(12)
    await embed(running.signal)
    expect(refused, 'and not at once again').toBe(12)
  })

  test('with every text is not asked for each', async () => {
    for (let nth = 0; nth < 30; nth++) await addRead('w1', `s${nth}`, [`text ${nth}`])
    let tries = 0
    refuse = () => {
      tries++
      return new EmbeddingError('no', 'time-out')
    }
    await embedder()(running.signal)
    expect(tries).toBeLessThan(10)
  })
})
