/** Knowledge from its endpoints through events, policies and projections to its queries. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { deleteKnowledge } from '@parley/knowledge/delete-knowledge.policy.ts'
import { ingestSource } from '@parley/knowledge/ingest-source.policy.ts'
import { createExtractor } from '@parley/knowledge/ingestion/extract.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { createIngester, type Ingester, ingestDue } from '@parley/knowledge/ingestion/ingester.ts'
import { sourceEventAt } from '@parley/knowledge/ingestion/source-event.ts'
import { knowledgeHandlers, templateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'
import { knowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.projection.ts'
import { loadKnowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.queries.ts'
import {
  dueIngestions,
  knowledgeIngestions,
} from '@parley/projections/knowledge-ingestions/knowledge-ingestions.projection.ts'
import { knowledgeSources } from '@parley/projections/knowledge-sources/knowledge-sources.projection.ts'
import {
  knowledgeSourcesQueries,
  sourceIdsOf,
} from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let region: TestRegion
let ingester: Ingester
let closing: AbortController
const faults: unknown[] = []
let embedding: { model: string; embed(texts: string[]): Promise<number[][]> }
let handlers: Required<ReturnType<typeof knowledgeHandlers>>
let queries: Required<ReturnType<typeof knowledgeSourcesQueries>>
const agents = new Map([['a1', { maxChunkSize: 1000 }]])
const tenant = 'w1'

beforeEach(async () => {
  embedding = { model: 'tiny', embed: async (texts) => texts.map((text) => [text.length, 1]) }
  region = await openTestRegion({
    projections: [knowledgeSources, knowledgeChunks, knowledgeIngestions],
    policies: ({ handle, reader }) => [
      ingestSource({ ingester: { ingest: (source) => ingester.ingest(source) } }),
      deleteKnowledge({
        handle,
        async sourceIdsOf(of, agentId, after) {
          await region.projections.waitFor(after, 5_000)
          return sourceIdsOf(reader, of, agentId)
        },
      }),
    ],
  })
  closing = new AbortController()
  ingester = newIngester()
  handlers = knowledgeHandlers({
    handle: region.handle,
    inTurn: region.inTurn,
    settingsOf: async (_, agentId) => agents.get(agentId),
  }) as typeof handlers
  queries = knowledgeSourcesQueries({
    reader: region.reader,
    search: async () => ({ items: [], threshold: 0.5, knows: false }),
  }) as typeof queries
})
afterEach(async () => {
  closing.abort()
  await ingester.idle()
  await region.close()
  expect(faults.splice(0)).toEqual([])
})

function newIngester(handle: TestRegion['handle'] = region.handle): Ingester {
  const { load, eventStore, keyring } = region
  return createIngester({
    leases: region.leases,
    ingest: createIngest({
      handle,
      load,
      extract: createExtractor(),
      embedding: { model: 'tiny', embed: (texts) => embedding.embed(texts) },
    }),
    eventAt: sourceEventAt({ eventStore, keyring }),
    onFault: (error) => faults.push(error),
    signal: closing.signal,
    backOffMs: 1,
  })
}

/** Waits until everything is ingested and shown. */
async function settled() {
  await region.settled()
  await ingester.idle()
  await region.settled()
}

let commands = 0
function call(parts: { params?: object; query?: object; body?: unknown; command?: string; tenant?: string }) {
  const command = parts.command ?? `command${++commands}`
  const owner = parts.tenant ?? tenant
  return {
    params: { region: 'eu', agentId: 'a1', ...parts.params },
    query: parts.query ?? {},
    body: parts.body,
    principal: { kind: 'api-key', tenant: owner },
    tenant: owner,
    context: context(command, owner),
  } as never
}
function context(command: string, owner = tenant) {
  return {
    tenant: owner,
    actor: { kind: 'user' as const, id: 'u1' },
    cause: { via: 'dashboard' as const, command, correlation: 'c' },
  }
}
function valueIn<T>(answer: unknown): T {
  expect(answer).toMatchObject({ ok: true })
  return (answer as { value: T }).value
}
async function add(name: keyof typeof handlers, body: object, command?: string): Promise<string> {
  const { sourceId } = valueIn<{ sourceId: string }>(await handlers[name](call({ body, command })))
  await settled()
  return sourceId
}
async function get(sourceId: string) {
  return valueIn<Record<string, unknown>>(await queries['knowledge.get'](call({ params: { sourceId } })))
}

describe('adding knowledge', () => {
  test('a text is chunked by the agent’s chunk size, and listed with totals', async () => {
    const content = Array.from({ length: 40 }, (_, n) => `Sentence ${n} is about one of our products.`).join(
      ' ',
    )
    const sourceId = await add('knowledge.addText', { name: 'Products', content, tags: ['shop'] })
    const source = await get(sourceId)
    expect(source).toMatchObject({ status: 'SUCCESS', content, charCount: content.length, tags: ['shop'] })
    expect((source.chunks as string[]).every((chunk) => chunk.length <= 1000)).toBe(true)

    await add('knowledge.addText', { name: 'Hours', content: 'Nine to five.' })
    const list = valueIn<{ items: { name: string }[]; totals: object }>(
      await queries['knowledge.list'](call({})),
    )
    expect(list.items.map((item) => item.name)).toEqual(['Hours', 'Products'])
    expect(list.totals).toEqual({ sources: 2, chunks: 3, chars: content.length + 13 })
  })

  test('pairs are read back as pairs and are a chunk each', async () => {
    const pairs = [
      { question: 'When are you open?', answer: 'From nine.' },
      { question: 'Where?', answer: 'In Bern.' },
    ]
    expect(await get(await add('knowledge.addPairs', { name: 'FAQ', pairs }))).toMatchObject({
      kind: 'qa',
      status: 'SUCCESS',
      pairs,
      chunks: ['Q: When are you open?\nA: From nine.', 'Q: Where?\nA: In Bern.'],
    })
  })

  test('a document is read; an unreadable one says why', async () => {
    const page = Buffer.from('<main><h1>Delivery</h1><p>In two days.</p></main>').toString('base64')
    const good = await add('knowledge.addDocument', { fileName: 'Delivery.HTML', base64Payload: page })
    expect(await get(good)).toMatchObject({
      kind: 'document',
      fileName: 'Delivery.HTML',
      status: 'SUCCESS',
      content: '# Delivery\n\nIn two days.',
    })
    const bad = await add('knowledge.addDocument', { fileName: 'a.pdf', base64Payload: page })
    expect(await get(bad)).toMatchObject({
      status: 'ERROR',
      error: 'The content of this file is not what .pdf promises.',
      chunks: [],
    })
  })

  test('refuses other types, too large files and invalid base64, in the specification’s wording', async () => {
    const refused = async (body: object) =>
      ((await handlers['knowledge.addDocument'](call({ body }))) as { rejection?: object }).rejection
    expect(await refused({ fileName: 'a.exe', base64Payload: 'AAAA' })).toMatchObject({
      code: 'file-type-not-accepted',
      message: 'Only .txt, .md, .pdf, .docx, .html, .htm, .csv Files',
    })
    const large = Buffer.alloc(10_000_001).toString('base64')
    expect(await refused({ fileName: 'a.txt', base64Payload: large })).toMatchObject({
      code: 'file-too-large',
      message: 'Max size: 10 MBs',
    })
    expect(await refused({ fileName: 'a.txt', base64Payload: 'not base64!' })).toMatchObject({
      code: 'invalid-input',
      field: 'base64Payload',
    })
  })

  test('for an agent that does not exist is refused', async () => {
    const body = { name: 'x', content: 'y' }
    expect(await handlers['knowledge.addText'](call({ params: { agentId: 'gone' }, body }))).toMatchObject({
      rejection: { code: 'not-found' },
    })
  })

  test('repeated with the same idempotency key adds one source', async () => {
    const first = await add('knowledge.addText', { name: 'x', content: 'y' }, 'same')
    expect(await add('knowledge.addText', { name: 'x', content: 'y' }, 'same')).toBe(first)
    expect(await sourceIdsOf(region.reader, tenant, 'a1')).toEqual([first])
  })

  test('keeps its texts unreadable in the log', async () => {
    await add('knowledge.addText', { name: 'Plan', content: 'The secret recipe is cinnamon.' })
    const page = Buffer.from('<p>The secret recipe is cinnamon.</p>').toString('base64')
    await add('knowledge.addDocument', { fileName: 'a.html', base64Payload: page })
    const log = JSON.stringify(await region.eventStore.readAll(-1, 100))
    expect(log).not.toContain('cinnamon')
    expect(log).not.toContain(page)
    for await (const entry of region.readStore.scan(region.projections.collectionOf('knowledge-chunks')))
      expect(JSON.stringify(entry)).not.toContain('cinnamon')
  })
})

describe('changing knowledge', () => {
  test('an edited text is chunked anew, and the version of the source changes', async () => {
    const sourceId = await add('knowledge.addText', { name: 'Hours', content: 'Nine to five.' })
    const load = loadKnowledgeChunks({ reader: region.reader })
    const [before] = await load(tenant, 'a1')
    expect(before).toMatchObject({ sourceId, chunks: ['Nine to five.'] })
    expect(await load(tenant, 'a1', new Map([[sourceId, before!.version]]))).toEqual([
      { sourceId, name: 'Hours', tags: [], version: before!.version },
    ])

    const body = { name: 'Opening hours', content: 'Ten to six.' }
    valueIn(await handlers['knowledge.edit'](call({ params: { sourceId }, body })))
    await settled()
    expect(await get(sourceId)).toMatchObject({
      name: 'Opening hours',
      content: 'Ten to six.',
      status: 'SUCCESS',
    })
    const [after] = await load(tenant, 'a1', new Map([[sourceId, before!.version]]))
    expect(after).toMatchObject({ name: 'Opening hours', chunks: ['Ten to six.'] })
  })

  test('the text of a document can’t be edited, and pairs can’t become a text', async () => {
    const base64Payload = Buffer.from('Nine to five').toString('base64')
    const document = await add('knowledge.addDocument', { fileName: 'a.txt', base64Payload })
    const edit = (sourceId: string, body: object) =>
      handlers['knowledge.edit'](call({ params: { sourceId }, body }))
    expect(await edit(document, { name: 'a', content: 'b' })).toMatchObject({
      rejection: { code: 'not-editable' },
    })
    const text = await add('knowledge.addText', { name: 'x', content: 'y' })
    const pairs = [{ question: 'q', answer: 'a' }]
    expect(await edit(text, { name: 'a', pairs })).toMatchObject({ rejection: { code: 'invalid-input' } })
    expect(await edit(text, { name: 'a', content: 'b', pairs })).toMatchObject({
      rejection: { code: 'invalid-input' },
    })
  })

  test('another workspace can neither read, edit nor delete it', async () => {
    const sourceId = await add('knowledge.addText', { name: 'x', content: 'y' })
    const stranger = { params: { sourceId }, tenant: 'w2' }
    expect(await queries['knowledge.get'](call(stranger))).toMatchObject({ rejection: { code: 'not-found' } })
    expect(
      await handlers['knowledge.edit'](call({ ...stranger, body: { name: 'a', content: 'b' } })),
    ).toMatchObject({ rejection: { code: 'not-found' } })
    expect(await handlers['knowledge.delete'](call(stranger))).toMatchObject({
      rejection: { code: 'not-found' },
    })
    expect(await loadKnowledgeChunks({ reader: region.reader })('w2', 'a1')).toEqual([])
  })

  test('a deleted source is gone, and deleting it again is no error', async () => {
    const sourceId = await add('knowledge.addText', { name: 'x', content: 'y' })
    for (let time = 0; time < 2; time++)
      expect(valueIn(await handlers['knowledge.delete'](call({ params: { sourceId } })))).toEqual({
        success: true,
      })
    await settled()
    expect(await queries['knowledge.get'](call({ params: { sourceId } }))).toMatchObject({
      rejection: { code: 'not-found' },
    })
  })

  test('a deleted agent’s knowledge is deleted, and nobody else’s', async () => {
    await add('knowledge.addText', { name: 'x', content: 'y' })
    await add('knowledge.addText', { name: 'z', content: 'y' })
    agents.set('a2', { maxChunkSize: 1000 })
    await handlers['knowledge.addText'](
      call({ params: { agentId: 'a2' }, body: { name: 'mine', content: 'y' } }),
    )
    await region.handle(agentStub, 'a1', { type: 'Delete' }, context('delete'))
    await settled()
    expect(await sourceIdsOf(region.reader, tenant, 'a1')).toEqual([])
    expect(await sourceIdsOf(region.reader, tenant, 'a2')).toHaveLength(1)
  })
})

describe('an interrupted ingestion', () => {
  const reader = () => dueIngestions(region.readStore, region.projections.collectionOf)

  test('is done by the next process, every edit in its order', async () => {
    closing.abort()
    const sourceId = await add('knowledge.addText', { name: 'Hours', content: 'Nine to five.' })
    const body = { name: 'Hours', content: 'Ten to six.' }
    valueIn(await handlers['knowledge.edit'](call({ params: { sourceId }, body })))
    await settled()
    expect(await get(sourceId)).toMatchObject({ status: 'INITIALIZED', chunks: [] })
    expect((await reader()()).map(({ revision }) => revision)).toEqual([0, 1])

    closing = new AbortController()
    ingester = newIngester()
    await ingestDue(ingester, reader())()
    await settled()
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', chunks: ['Ten to six.'] })
    expect(await reader()()).toEqual([])
  })

  test('is retried after an error on our side, and reported', async () => {
    const { handle } = region
    let failures = 2
    const flaky = newIngester((...of) =>
      failures-- > 0 ? Promise.reject(new Error('the log is away')) : handle(...of),
    )
    ingester = flaky
    const sourceId = await add('knowledge.addText', { name: 'x', content: 'four' })
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', chunks: ['four'] })
    expect(faults.splice(0)).toHaveLength(2)
  })
})

test('a document far larger than a single append allows is read completely, with its vectors', async () => {
  embedding.embed = async (texts) => texts.map((_, nth) => Array.from({ length: 512 }, () => nth))
  const text = Array.from(
    { length: 30_000 },
    (_, n) => `Product ${n} costs ${n} euros in every shop of ours.`,
  )
  const payload = Buffer.from(text.join('\n')).toString('base64')
  const sourceId = await add('knowledge.addDocument', { fileName: 'prices.txt', base64Payload: payload })
  const source = await get(sourceId)
  expect(source.status).toBe('SUCCESS')
  expect(String(source.content).length).toBeGreaterThan(1_300_000)
  const [loaded] = await loadKnowledgeChunks({ reader: region.reader })(tenant, 'a1')
  const { chunks = [], vectors } = loaded ?? {}
  expect(chunks.at(-1)).toContain('Product 29999 costs 29999 euros')
  expect(Buffer.from(vectors?.base64 ?? '', 'base64')).toHaveLength(chunks.length * 512 * 4)
  const stored = await region.eventStore.readStream(`knowledge-${sourceId}`)
  expect(stored.map(({ type }) => type)).toEqual(['KnowledgeSourceAdded', 'KnowledgeSourceIngested'])
  for (const { data } of stored) expect(data.length).toBeLessThan(100_000)
})

describe('vectors', () => {
  test('are stored with the chunks', async () => {
    await add('knowledge.addText', { name: 'x', content: 'four' })
    const [source] = await loadKnowledgeChunks({ reader: region.reader })(tenant, 'a1')
    expect(source?.vectors).toEqual({
      model: 'tiny',
      dimensions: 2,
      base64: Buffer.from(new Float32Array([4, 1]).buffer).toString('base64'),
    })
  })
  test('that fail prevent no source from being ingested', async () => {
    embedding.embed = async () => {
      throw new Error('rate limited')
    }
    const sourceId = await add('knowledge.addText', { name: 'x', content: 'four' })
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', chunks: ['four'] })
  })
})

test('a template’s knowledge is added once, however often it is requested', async () => {
  const addTemplateKnowledge = templateKnowledge({ handle: region.handle })
  const items = [
    { name: 'About', kind: 'text' as const, content: 'We sell tea.' },
    { name: 'FAQ', kind: 'qa' as const, pairs: [{ question: 'Open?', answer: 'Yes.' }] },
  ]
  const first = await addTemplateKnowledge(tenant, 'a1', items, context('create'))
  const again = await addTemplateKnowledge(tenant, 'a1', items, context('create'))
  expect(again.sourceIds).toEqual(first.sourceIds)
  await settled()
  const sources = await loadKnowledgeChunks({ reader: region.reader })(tenant, 'a1')
  expect(sources.flatMap((source) => source.chunks).sort()).toEqual(['Q: Open?\nA: Yes.', 'We sell tea.'])
})

const agentStub = {
  category: 'agent',
  events: agentEvents,
  decider: {
    initialState: {},
    evolve: (state: object) => state,
    decide: () => ({
      ok: true as const,
      events: [{ type: 'AgentDeleted' as const, data: { agentId: 'a1', title: 'Ada', formerKeyHash: 'h' } }],
    }),
  },
}
