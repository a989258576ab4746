import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ModelError } from './model-error.ts'
import type { ModelRequest } from './models.ts'
import { chatRequestBody, streamOpenAiChat } from './openai-chat.ts'
import type { ProviderPart } from './provider.ts'

const request: ModelRequest = {
  modelId: 'local',
  system: 'S',
  messages: [{ role: 'user', text: 'Hi' }],
  temperature: 0.5,
  maxOutputTokens: 9,
}

/** Starts a server that answers with these texts; returns its URL and how many connections it has had. */
async function openServer(texts: (string | Buffer)[]) {
  let connections = 0
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const text of texts) response.write(text)
      response.end()
    })
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, connections: () => connections }
}

async function read(baseUrl: string): Promise<ProviderPart[]> {
  const parts: ProviderPart[] = []
  for await (const part of streamOpenAiChat({ baseUrl }, request, new AbortController().signal))
    parts.push(part)
  return parts
}

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ delta, ...more }] })}\n\n`
const end = (reason: string) => `${chunk({}, { finish_reason: reason })}data: [DONE]\n\n`
const finished = { type: 'finish', outcome: 'ended', reason: 'stop' }

test('joins the pieces of calls, by their index', async () => {
  const call = (index: number, piece: object) => chunk({ tool_calls: [{ index, ...piece }] })
  const { baseUrl } = await openServer([
    call(0, { id: 'a', function: { name: 'orders', arguments: '' } }),
    call(1, { function: { name: 'stock', arguments: '{}' } }),
    call(0, { function: { arguments: '{"id"' } }),
    call(0, { function: { arguments: ':"A1"}' } }),
    end('tool_calls'),
  ])
  expect((await read(baseUrl)).slice(0, -1)).toEqual([
    { type: 'call', id: 'a', name: 'orders', input: '{"id":"A1"}' },
    { type: 'call', id: 'call_1', name: 'stock', input: '{}' },
  ])
})

test('reads texts in parts, without the usage, and wherever the events are split', async () => {
  const whole =
    chunk({ content: [{ type: 'thinking' }, { type: 'text', text: 'Grüße' }] }) +
    chunk({ content: null, reasoning_content: 'Hm' }) +
    end('stop')
  const bytes = Buffer.from(whole)
  const middle = bytes.indexOf(Buffer.from('ü')) + 1
  const { baseUrl } = await openServer([bytes.subarray(0, middle), bytes.subarray(middle)])
  expect(await read(baseUrl)).toMatchObject([{ type: 'text', text: 'Grüße' }, finished])
})

test('pieces that come together are one part of the text, also before an error', async () => {
  const pieces = chunk({ content: 'We ' }) + chunk({ content: 'are ' }) + chunk({ content: 'open.' })
  const whole = await openServer([pieces, end('stop')])
  expect(await read(whole.baseUrl)).toMatchObject([{ type: 'text', text: 'We are open.' }, finished])

  const broken = await openServer([`${pieces}data: {"error":{"code":"overloaded"}}\n\n`])
  const parts: ProviderPart[] = []
  const reading = streamOpenAiChat({ baseUrl: broken.baseUrl }, request, new AbortController().signal)
  await expect(
    (async () => {
      for await (const part of reading) parts.push(part)
    })(),
  ).rejects.toMatchObject({ reason: 'provider-error' })
  expect(parts).toEqual([{ type: 'text', text: 'We are open.' }])
})

test('a refusal and an error within the stream are errors, without the text of either', async () => {
  for (const [text, reason] of [
    [chunk({ refusal: 'I can not help with sk-secret.' }), 'refused'],
    ['data: {"error":{"code":"overloaded","message":"sk-secret"}}\n\n', 'provider-error'],
    [chunk({ content: 'Half' }), 'provider-error'],
  ] as const) {
    const { baseUrl } = await openServer([text])
    const error = await read(baseUrl).catch((error) => error)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.reason).toBe(reason)
    expect(error.message).not.toContain('sk-secret')
  }
})

test('uses a connection again', async () => {
  const { baseUrl, connections } = await openServer([chunk({ content: 'Hi' }), end('stop')])
  for (let nth = 0; nth < 3; nth++) await read(baseUrl)
  expect(connections()).toBe(1)
})

test('OpenAI is sent what it takes of each model, other servers what they know', () => {
  const sent = (modelId: string, isOpenAi: boolean) => {
    const { temperature, max_tokens, max_completion_tokens } = Object(
      chatRequestBody({ ...request, modelId }, isOpenAi),
    )
    return { temperature, max_tokens, max_completion_tokens }
  }
  expect(sent('llama3.2', false)).toEqual({ temperature: 0.5, max_tokens: 9 })
  expect(sent('gpt-4o', true)).toEqual({ temperature: 0.5, max_completion_tokens: 9 })
  expect(sent('gpt-5-chat-latest', true)).toEqual({ temperature: 0.5, max_completion_tokens: 9 })
  for (const modelId of ['o3-mini', 'gpt-5-mini', 'gpt-4o-search-preview'])
    expect(sent(modelId, true)).toEqual({ max_completion_tokens: 9 })
})
