import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { offeredEmbedding } from './offered-embedding.ts'

type Answer = (response: ServerResponse) => void

const json =
  (value: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
const listOf = (...ids: string[]) =>
  json({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })

/** A server with a list of models; those named `dead` embed nothing. */
async function serve(models: () => Answer) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { model, input } = text === '' ? {} : JSON.parse(text)
    asked.push(model ?? request.url)
    if (model === undefined) return models()(response)
    if (model.includes('dead')) return json({ error: { message: 'no' } }, 400)(response)
    const data = input.map((_: string, index: number) => ({ object: 'embedding', index, embedding: [1, 2] }))
    json({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } })(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, baseURL: `http://127.0.0.1:${port}/v1` }
}

test('is the first model of the server that embeds, asked once', async () => {
  const { asked, baseURL } = await serve(() => listOf('llama3', 'dead-embed', 'nomic-embed-text', 'bge-m3'))
  const embedding = offeredEmbedding({ baseURL, apiKey: 'none' })
  expect(embedding.model).toBe('')
  expect(await Promise.all([embedding.isOffered?.(), embedding.isOffered?.()])).toEqual([true, true])
  expect(embedding.model).toBe('nomic-embed-text')
  expect(await embedding.embed(['a', 'b'])).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(asked).toEqual(['/v1/models', 'dead-embed', 'nomic-embed-text', 'nomic-embed-text'])
})

test('stays the model in use while the server has it', async () => {
  const { baseURL } = await serve(() => listOf('bge-m3', 'own-model', 'nomic-embed-text'))
  const modelAfter = async (model: string | undefined) => {
    const embedding = offeredEmbedding({ baseURL, apiKey: 'none', inUse: async () => model })
    await embedding.isOffered?.()
    return embedding.model
  }
  expect(await modelAfter(undefined)).toBe('bge-m3')
  expect(await modelAfter('nomic-embed-text')).toBe('nomic-embed-text')
  expect(await modelAfter('own-model')).toBe('own-model')
  expect(await modelAfter('gone-embed')).toBe('bge-m3')
})

test.each<[string, Answer]>([
  ['has models that write alone', listOf('llama3', 'mistral')],
  ['has one that does not embed', listOf('dead-embed')],
  ['refuses the list', json({ error: 'no' }, 401)],
  ['answers another shape', json({ models: ['nomic-embed-text'] })],
  ['answers a page', (response) => response.end('<h1>Welcome</h1>')],
  ['answers without end', (response) => response.end(`{"data": [{"id": "${'embed'.repeat(300_000)}"}]}`)],
  ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['never answers', () => undefined],
])('offers none if the server %s', async (_, answer) => {
  const { baseURL } = await serve(() => answer)
  const embedding = offeredEmbedding({ baseURL, apiKey: 'none', timeoutMs: 200 })
  expect(await embedding.isOffered?.()).toBe(false)
  await expect(embedding.embed(['a'])).rejects.toThrow('offers no embedding model')
})

test('asks again after a while', async () => {
  let answer = json({}, 503)
  let clock = 0
  const { asked, baseURL } = await serve(() => answer)
  const embedding = offeredEmbedding({ baseURL, apiKey: 'none', askAgainMs: 1_000, now: () => clock })
  expect(await embedding.isOffered?.()).toBe(false)
  answer = listOf('nomic-embed-text')
  expect(await embedding.isOffered?.(), 'not with each question').toBe(false)
  expect(asked).toEqual(['/v1/models'])
  clock = 1_000
  expect(await embedding.isOffered?.()).toBe(true)
})
