import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendEvents } from './streams.ts'

test('a stream that has nothing to say yet sends its headers', async () => {
  const more = Promise.withResolvers<void>()
  const answer = await answerOf(async function* () {
    await more.promise
    yield { event: 'done', data: {} }
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  more.resolve()
  expect(await textOf(answer)).toBe('event: done\ndata: {}\n\n')
})

test('headers and events of one tick are one write, and so are the last events and the end', async () => {
  const parts: string[] = []
  const answer = await answerOf(
    async function* () {
      yield { event: 'delta', data: 1 }
      yield { event: 'delta', data: 2 }
    },
    (part) => parts.push(part),
  )
  expect(await textOf(answer)).toBe('event: delta\ndata: 1\n\nevent: delta\ndata: 2\n\n')
  expect(parts).toHaveLength(1)
})

test('what was told before a failure is sent, then the failure', async () => {
  const answer = await answerOf(async function* () {
    yield { event: 'delta', data: 1 }
    throw new Error('broken')
  })
  expect(await textOf(answer)).toMatch(
    /^event: delta\ndata: 1\n\nevent: error\ndata: {"code":"unexpected".*\n\n$/,
  )
})

test('a large last event reaches a reader that is slow to begin', async () => {
  const text = 'x'.repeat(3_000_000)
  const answer = await answerOf(async function* () {
    yield { event: 'delta', data: 1 }
    yield { event: 'message', data: text }
    yield { event: 'done', data: {} }
  })
  expect(await textOf(answer)).toBe(
    `event: delta\ndata: 1\n\nevent: message\ndata: "${text}"\n\nevent: done\ndata: {}\n\n`,
  )
})

/** Serves the events once; `onWrite` gets what is handed to the connection at once. */
async function answerOf(
  events: () => AsyncIterable<ServerSentEvent>,
  onWrite?: (part: string) => void,
): Promise<IncomingMessage> {
  const server = fastify()
  onTestFinished(() => server.close())
  server.get('/', (request, answer) => {
    const { socket } = answer.raw
    if (socket && onWrite) {
      const own = { write: socket._write, writev: socket._writev }
      socket._write = (chunk, ...rest) => {
        onWrite(String(chunk))
        own.write.call(socket, chunk, ...rest)
      }
      socket._writev = (chunks, done) => {
        onWrite(chunks.map(({ chunk }) => String(chunk)).join(''))
        own.writev?.call(socket, chunks, done)
      }
    }
    return sendEvents(events(), request, answer)
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const request = httpRequest({ port: (server.server.address() as AddressInfo).port })
  request.end()
  const [answer] = await once(request, 'response')
  return answer
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8')
  let text = ''
  for await (const part of answer) text += part
  return text
}
