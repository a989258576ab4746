import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { requestStream } from './streaming-fetch.ts'

it.each([
  ['before the answer has ended', false],
  ['while a whole answer gives its connection back', true],
])('throws nowhere when it is aborted %s', async (_, whole) => {
  const server = createServer((_, answer) => {
    answer.writeHead(200)
    answer.write('a'.repeat(50_000))
    if (whole) answer.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const leaving = new AbortController()
  const answer = await requestStream(url, { method: 'GET', headers: {}, signal: leaving.signal })
  const closed = once(answer, 'close').catch(() => undefined)
  const reading = answer.iterator()
  await reading.next()
  leaving.abort()
  await closed
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})
