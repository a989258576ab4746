import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKeptPosts, type KeptPosts } from './kept-posts.ts'

const servers: Server[] = []
const opened: KeptPosts[] = []
afterEach(() => {
  for (const posts of opened.splice(0)) posts.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function site(answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const asked: { socket: number | undefined; url: string | undefined }[] = []
  const server = createServer((request, response) => {
    const nth = asked.push({ socket: request.socket.remotePort, url: request.url })
    answer(request, response, nth)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, origin: `http://127.0.0.1:${port}` }
}

/** Answers what was sent. */
const echoing = () =>
  site(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.end(Buffer.concat(parts))
  })

function open(settings: Parameters<typeof createKeptPosts>[0] = { allowPrivateAddresses: true }) {
  const posts = createKeptPosts(settings)
  opened.push(posts)
  return (address: string, body = '', lane = 'a') =>
    posts.post(address, { lane, headers: ['x-test', 'yes'], body })
}

/** As time passes for connections and names, at once. */
function skipTime() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => vi.advanceTimersByTime(ms)
}

test('requests to a site share a connection', async () => {
  const { asked, origin } = await echoing()
  const post = open()
  for (const body of ['one', 'two', 'three'])
    expect(await post(`${origin}/in?a=1`, body)).toEqual({ ok: true, status: 200, answer: body })
  expect(new Set(asked.map(({ socket }) => socket)).size).toBe(1)
  expect(asked[0]?.url).toBe('/in?a=1')
})

test('64 connections of a site at most are open, and each request beyond waits for one', async () => {
  let open64: () => void = () => undefined
  const full = new Promise<void>((resolve) => {
    open64 = resolve
  })
  const { asked, origin } = await site((request, response, nth) => {
    request.resume()
    if (nth === 64) open64()
    void full.then(() => response.writeHead(204).end())
  })
  const post = open()
  const all = await Promise.all(Array.from({ length: 100 }, () => post(origin)))
  expect(all.every((posted) => posted.ok)).toBe(true)
  expect(new Set(asked.map(({ socket }) => socket)).size).toBe(64)
})

test('requests that hang hold up those of their lane alone', async () => {
  const { asked, origin } = await site((request, response) => {
    request.resume()
    if (request.url === '/') response.end()
  })
  const post = open({ allowPrivateAddresses: true, timeoutMs: 60_000 })
  for (let nth = 0; nth < 70; nth++) void post(`${origin}/slow`)
  await expect.poll(() => asked.length).toBe(64)
  expect(await post(origin, '', 'b')).toMatchObject({ ok: true })
})

test('a private address is refused, and so is a name that has one', async () => {
  const { asked, origin, port } = await echoing()
  const resolve = async () => ['93.184.216.34', '127.0.0.1']
  const post = open({ resolve })
  expect(await post(origin)).toMatchObject({ ok: false, code: 'address-not-allowed' })
  expect(await post(`http://shop.example:${port}`)).toMatchObject({ ok: false, code: 'address-not-allowed' })
  expect(await post('ftp://shop.example')).toMatchObject({ ok: false, code: 'invalid-address' })
  expect(asked).toEqual([])
})

test('a name is resolved and checked again after a while, whatever is connected', async () => {
  const skip = skipTime()
  const { asked, port } = await echoing()
  let resolved = 0
  const allowed = [`shop.example:${port}`]
  const post = open({
    allowPrivateAddresses: allowed,
    resolve: async () => {
      resolved++
      return ['127.0.0.1']
    },
  })
  const send = () => post(`http://shop.example:${port}/`)
  expect(await send()).toMatchObject({ ok: true, status: 200 })
  // As if its address had become a private one.
  allowed.pop()
  expect(await send()).toMatchObject({ ok: true })
  expect(resolved).toBe(1)
  skip(5_001)
  expect(await send()).toMatchObject({ ok: false, code: 'address-not-allowed' })
  expect([resolved, asked.length]).toEqual([2, 2])
})

test('a connection takes no requests after half a minute', async () => {
  const skip = skipTime()
  const { asked, origin } = await echoing()
  const post = open()
  for (const ms of [0, 29_000, 2_000, 0]) {
    skip(ms)
    await post(origin)
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
  const post = open()
  await post(origin)
  expect(await post(origin, 'again')).toMatchObject({ ok: true, status: 200 })
  expect(asked).toHaveLength(3)
  nth = 1
  expect(await open()(origin)).toMatchObject({ ok: false, code: 'unreachable' })
})

test('what was to be sent when the site closed the connection is sent by another', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    // Without a word of it: the next request may be given to the connection before the end of it is seen.
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const post = open()
  const { port } = server.address() as AddressInfo
  for (let nth = 0; nth < 600; nth++) {
    // The moment of the close is met by some of them.
    for (let turns = nth % 4; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ ok: true, status: 200 })
  }
})

test('what waits for the same name has it resolved once', async () => {
  const { origin, port } = await echoing()
  let resolved = 0
  const post = open({
    allowPrivateAddresses: true,
    async resolve() {
      resolved++
      // As long as another request takes.
      await post(origin)
      return ['127.0.0.1']
    },
  })
  const names = ['one', 'one', 'two', 'one', 'two']
  const posted = await Promise.all(names.map((name) => post(`http://${name}.example:${port}`)))
  expect(posted.filter(({ ok }) => ok)).toHaveLength(5)
  expect(resolved).toBe(2)
})

test.each([
  ['without a word', { connection: 'close' }],
  ['after no time', { 'keep-alive': 'timeout=1' }],
])('all requests reach a site that ends connections %s', async (_, headers) => {
  const { asked, origin } = await site((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(200, headers).end('taken'))
  })
  const post = open()
  const some = async () => {
    for (let nth = 0; nth < 3; nth++)
      expect(await post(origin)).toEqual({ ok: true, status: 200, answer: 'taken' })
  }
  // More than there are connections, and each follows an answer at once.
  await Promise.all(Array.from({ length: 100 }, some))
  expect(asked).toHaveLength(300)
})

test('a redirect is an answer, and what it asks for is told', async () => {
  const { asked, origin } = await site((request, response, nth) => {
    request.resume()
    if (nth === 1) response.writeHead(307, { location: '/elsewhere' }).end('moved')
    else response.writeHead(503, { 'retry-after': '20' }).end()
  })
  const post = open()
  expect(await post(origin)).toEqual({ ok: true, status: 307, answer: 'moved' })
  expect(await post(origin)).toEqual({ ok: true, status: 503, retryAfter: '20', answer: '' })
  expect(asked).toHaveLength(2)
})

test('the beginning of a long answer is returned, and the next request finds a connection', async () => {
  const { asked, origin } = await site((request, response, nth) => {
    request.resume()
    if (nth > 1) return void response.end(Buffer.from([0, 1]))
    // Without an end.
    const more = () => {
      while (!response.closed && response.write('y'.repeat(1_000)));
    }
    response.on('drain', more)
    more()
  })
  const post = open()
  expect(await post(origin)).toEqual({ ok: true, status: 200, answer: 'y'.repeat(8_000) })
  expect(await post(origin)).toEqual({ ok: true, status: 200, answer: '(not a text)' })
  expect(asked[0]?.socket).not.toBe(asked[1]?.socket)
})

test.each([
  ['that never answers', () => undefined],
  [
    'that answers a letter at a time',
    (response: ServerResponse) => {
      const timer = setInterval(() => response.write('y'), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
])('a site %s is left in time, and holds up no other', async (_, answer) => {
  const hanging = await site((request, response) => {
    request.resume()
    answer(response)
  })
  const other = await echoing()
  const post = open({ allowPrivateAddresses: true, timeoutMs: 300 })
  const late = Promise.all(Array.from({ length: 70 }, () => post(hanging.origin)))
  expect(await post(other.origin, 'one')).toMatchObject({ ok: true })
  expect(new Set((await late).map((posted) => !posted.ok && posted.code))).toEqual(new Set(['timed-out']))
})

test('a site that refuses connections, or breaks them off, can not be reached', async () => {
  const { origin } = await site((request) => void request.socket.destroy())
  const post = open()
  expect(await post(origin)).toMatchObject({ ok: false, code: 'unreachable' })
  servers[0]?.close()
  expect(await post('http://127.0.0.1:9/')).toEqual({
    ...{ ok: false, code: 'unreachable', message: 'The site refuses connections.' },
  })
})

test('what waits for a connection goes on although the name became a private address', async () => {
  const skip = skipTime()
  const answers: (() => void)[] = []
  const { port } = await site((request, response) => {
    request.resume()
    answers.push(() => void response.destroy())
  })
  const allowed = [`shop.example:${port}`]
  const post = open({ allowPrivateAddresses: allowed, resolve: async () => ['127.0.0.1'], timeoutMs: 60_000 })
  const all = Promise.all(Array.from({ length: 130 }, () => post(`http://shop.example:${port}/`)))
  await expect.poll(() => answers.length).toBe(64)
  allowed.pop()
  skip(5_001)
  for (const answer of answers) answer()
  const codes = (await all).map((posted) => !posted.ok && posted.code)
  // More than there are connections whose end lets one in.
  expect(codes.filter((code) => code === 'address-not-allowed')).toHaveLength(66)
})
