import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { openAiEmbedding } from './embedding.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Asked = {
  path: string | undefined
  authorization: string | undefined
  body: { model: string; input: string[] }
}

/** A server for `POST /v1/embeddings` as OpenAI documents it, with answers as the test wants. */
async function provider(answer: (asked: Asked, response: ServerResponse, time: number) => void) {
  const asked: Asked[] = []
  server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const part of request) body += part
    const call = { path: request.url, authorization: request.headers.authorization, body: JSON.parse(body) }
    asked.push(call)
    answer(call, response, asked.length)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, baseURL: `http://127.0.0.1:${port}/v1` }
}

function send(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
function embeddings(asked: Asked, vectorOf: (text: string) => unknown = (text) => [text.length, 1]) {
  return {
    object: 'list',
    model: asked.body.model,
    data: asked.body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: 3, total_tokens: 3 },
  }
}

describe('embedding by an OpenAI-compatible server', () => {
  test('returns a vector per text, in order, and sends key and model', async () => {
    const { asked, baseURL } = await provider((call, response) => send(response, embeddings(call)))
    const embedding = openAiEmbedding({ apiKey: 'sk-test', baseURL })
    expect(await embedding.embed(['a', 'bcd'])).toEqual([
      [1, 1],
      [3, 1],
    ])
    expect(asked[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-test',
      body: { model: 'text-embedding-3-small', input: ['a', 'bcd'] },
    })
    expect(await embedding.embed([])).toEqual([])
  })

  test('sends no unpaired surrogate where a long text is cut', async () => {
    const { asked, baseURL } = await provider((call, response) => send(response, embeddings(call)))
    await openAiEmbedding({ apiKey: 'sk-test', baseURL }).embed([`a${'👍'.repeat(4_000)}`])
    expect(asked[0]?.body.input[0]?.isWellFormed()).toBe(true)
  })

  test('sends a large source in several calls and keeps the order', async () => {
    const { asked, baseURL } = await provider((call, response) =>
      send(
        response,
        embeddings(call, (text) => [Number(text.slice(0, 6))]),
      ),
    )
    const texts = Array.from({ length: 3_000 }, (_, n) => String(n))
    const vectors = await openAiEmbedding({ apiKey: 'k', baseURL }).embed(texts)
    expect(vectors.flat()).toEqual(texts.map(Number))
    expect(asked.length).toBe(12)
    const heavy = Array.from({ length: 200 }, () => '9'.repeat(9_000))
    await openAiEmbedding({ apiKey: 'k', baseURL }).embed(heavy)
    for (const { body } of asked) expect(body.input.join('').length).toBeLessThanOrEqual(250_000)
  })

  test('retries after a temporary error', async () => {
    const { asked, baseURL } = await provider((call, response, time) =>
      time === 1
        ? response.writeHead(503, { 'retry-after-ms': '1' }).end('{}')
        : send(response, embeddings(call)),
    )
    expect(await openAiEmbedding({ apiKey: 'k', baseURL }).embed(['a', 'b'])).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  test.each<[string, (call: Asked) => unknown]>([
    ['too few vectors', (call) => ({ ...embeddings(call), data: embeddings(call).data.slice(1) })],
    ['vectors of different lengths', (call) => embeddings(call, (text) => (text === 'a' ? [1] : [1, 2]))],
    ['empty vectors', (call) => embeddings(call, () => [])],
    ['what is no number', (call) => embeddings(call, () => ['x', null])],
    ['another shape', () => ({ hello: 'world' })],
  ])('refuses %s', async (_, answer) => {
    const { baseURL } = await provider((call, response) => send(response, answer(call)))
    await expect(openAiEmbedding({ apiKey: 'k', baseURL, retries: 0 }).embed(['a', 'b'])).rejects.toThrow()
  })

  test('reports garbage and a wrong key without the key or the text', async () => {
    const garbage = await provider((_, response) => response.end('<html>bad gateway</html>'))
    await expect(
      openAiEmbedding({ apiKey: 'k', baseURL: garbage.baseURL, retries: 0 }).embed(['a']),
    ).rejects.toThrow()
    server?.close()
    const { baseURL } = await provider((_, response) =>
      send(response, { error: { message: 'Incorrect API key' } }, 401),
    )
    const failed = await openAiEmbedding({ apiKey: 'sk-secret', baseURL })
      .embed(['our recipe'])
      .catch((error: Error) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(inspect(failed, { depth: 10, showHidden: true })).toMatch(/status 401/)
    expect(inspect(failed, { depth: 10, showHidden: true })).not.toMatch(/sk-secret|our recipe/)
  })

  test('times out if the provider does not answer', async () => {
    const { baseURL } = await provider(() => undefined)
    const hasty = openAiEmbedding({ apiKey: 'k', baseURL, timeoutMs: 50, questionTimeoutMs: 50 })
    await expect(hasty.embed(['a'])).rejects.toThrow()
    await expect(hasty.embed(['a', 'b'])).rejects.toThrow()
  })
})
