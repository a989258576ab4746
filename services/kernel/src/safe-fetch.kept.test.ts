/** `safe-fetch.ts` with connections that are kept. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSafeFetch } from './safe-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function site(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { socket: number | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ socket: request.socket.remotePort })
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, origin: `http://127.0.0.1:${port}` }
}

const answering = () =>
  site((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(204).end())
  })

test('requests to a site share a connection', async () => {
  const { asked, origin } = await answering()
  const fetch = createSafeFetch({ allowPrivateAddresses: true, keepAlive: true })
  for (const body of ['one', 'two', 'three']) await fetch(origin, { method: 'POST', body })
  expect(new Set(asked.map(({ socket }) => socket)).size).toBe(1)
})

test('a name is resolved and checked again after a while, whatever is connected', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, port } = await answering()
  let resolved = 0
  const allowed = [`shop.example:${port}`]
  const fetch = createSafeFetch({
    keepAlive: true,
    allowPrivateAddresses: allowed,
    resolve: async () => {
      resolved++
      return ['127.0.0.1']
    },
  })
  const send = () => fetch(`http://shop.example:${port}/`)
  expect(await send()).toMatchObject({ ok: true, status: 204 })
  // As if its address had become a private one.
  allowed.pop()
  expect(await send()).toMatchObject({ ok: true })
  expect(resolved).toBe(1)
  vi.advanceTimersByTime(5_001)
  expect(await send()).toMatchObject({ ok: false, code: 'address-not-allowed' })
  expect([resolved, asked.length]).toEqual([2, 2])
})

test('a connection takes no requests after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, origin } = await answering()
  const fetch = createSafeFetch({ allowPrivateAddresses: true, keepAlive: true })
  for (const ms of [0, 29_000, 2_000, 0]) {
    vi.advanceTimersByTime(ms)
    await fetch(origin)
  }
  const ports = asked.map(({ socket }) => socket)
  expect(ports.map((port) => ports.indexOf(port))).toEqual([0, 0, 0, 3])
})

test('a request is sent again where the site closed the connection before it had read it', async () => {
  let nth = 0
  const { asked, origin } = await site((request, response) => {
    if (++nth === 2) return void request.socket.resetAndDestroy()
    request.resume()
    request.once('end', () => response.end('taken'))
  })
  const fetch = createSafeFetch({ allowPrivateAddresses: true, keepAlive: true })
  await fetch(origin)
  expect(await fetch(origin, { method: 'POST', body: 'again' })).toMatchObject({ ok: true, status: 200 })
  expect(asked).toHaveLength(3)
  nth = 1
  const first = createSafeFetch({ allowPrivateAddresses: true, keepAlive: true })
  expect(await first(origin)).toMatchObject({ ok: false, code: 'unreachable' })
})
