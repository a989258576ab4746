import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { createSafeFetch } from './safe-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function site(answer: Answer) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, origin: `http://127.0.0.1:${port}` }
}

const anywhere = createSafeFetch({ allowPrivateAddresses: true })

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.9.9.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'no address',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::8a'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('fetching an address from a user', () => {
  test('returns status, headers, body and the address that answered', async () => {
    const { origin } = await site((request, response) =>
      request.url === '/old'
        ? response.writeHead(301, { location: '/new' }).end()
        : response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('<p>hello'),
    )
    const got = await anywhere(`${origin}/old`)
    expect(got).toMatchObject({ ok: true, status: 200, url: `${origin}/new`, headers: { etag: '"1"' } })
    expect(got.ok && got.body.toString()).toBe('<p>hello')
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://0.0.0.0:PORT/',
  ])('refuses %s and does not connect', async (address) => {
    const { asked, port } = await site((_, response) => response.end('secret'))
    const got = await createSafeFetch()(address.replace('PORT', String(port)))
    expect(got).toMatchObject({ ok: false, code: 'address-not-allowed' })
    expect(asked).toHaveLength(0)
  })

  test.each(['file:///etc/passwd', 'ftp://example.com', 'gopher://x', 'hello', 'http://u:p@example.com/'])(
    'refuses %s',
    async (address) => expect(await anywhere(address)).toMatchObject({ ok: false, code: 'invalid-address' }),
  )

  test('connects to the address that was checked, whatever the name resolves to later', async () => {
    const { asked, port } = await site((_, response) => response.end('ours'))
    const answers = [['127.0.0.1'], ['192.0.2.77']]
    let resolved = 0
    const fetch = createSafeFetch({
      allowPrivateAddresses: [`rebind.test:${port}`],
      resolve: async () => answers[resolved++] ?? [],
    })
    expect(await fetch(`http://rebind.test:${port}/`)).toMatchObject({ ok: true, status: 200 })
    expect(resolved).toBe(1)
    expect(asked[0]?.headers.host).toBe(`rebind.test:${port}`)
  })

  test('resolves and checks the name again at each redirect, and refuses one that became private', async () => {
    const inner = await site((_, response) => response.end('metadata'))
    const outer = await site((_, response) =>
      response.writeHead(302, { location: `http://rebind.test:${inner.port}/` }).end(),
    )
    const fetch = createSafeFetch({
      allowPrivateAddresses: [`rebind.test:${outer.port}`],
      resolve: async () => ['127.0.0.1'],
    })
    const got = await fetch(`http://rebind.test:${outer.port}/`)
    expect(got).toMatchObject({ ok: false, code: 'address-not-allowed' })
    expect(outer.asked).toHaveLength(1)
    expect(inner.asked).toHaveLength(0)
  })

  test('refuses a name that has a private address among others', async () => {
    const fetch = createSafeFetch({ resolve: async () => ['8.8.8.8', '10.0.0.1'] })
    expect(await fetch('http://both.test/')).toMatchObject({ ok: false, code: 'address-not-allowed' })
  })

  test('refuses redirect loops and redirects to an address that is not HTTP', async () => {
    const { asked, origin } = await site((request, response) =>
      response.writeHead(302, { location: request.url === '/file' ? 'file:///etc/passwd' : '/again' }).end(),
    )
    expect(await anywhere(`${origin}/`)).toMatchObject({ ok: false, code: 'too-many-redirects' })
    expect(asked).toHaveLength(6)
    expect(await anywhere(`${origin}/file`)).toMatchObject({ ok: false, code: 'invalid-address' })
    expect(await anywhere(`${origin}/`, { maxRedirects: 0 })).toMatchObject({ ok: true, status: 302 })
  })

  test('sends no secret header and no body to another origin', async () => {
    const other = await site((_, response) => response.end())
    const first = await site((_, response) => response.writeHead(307, { location: `${other.origin}/` }).end())
    const headers = { Authorization: 'Bearer s', 'X-Key': 's', Accept: 'text/html' }
    await anywhere(first.origin, { headers })
    expect(first.asked[0]?.headers).toMatchObject({ authorization: 'Bearer s', 'x-key': 's' })
    expect(other.asked[0]?.headers).toMatchObject({ accept: 'text/html' })
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(other.asked[0]?.headers).not.toHaveProperty('x-key')
    const posted = await anywhere(first.origin, { method: 'POST', body: 'secret' })
    expect(posted).toMatchObject({ ok: false, code: 'address-not-allowed' })
    expect(other.asked).toHaveLength(1)
  })

  test('stops at the size limit, with or without a declared length, compressed or not', async () => {
    const { origin } = await site((request, response) => {
      if (request.url === '/told') response.writeHead(200, { 'content-length': '9000000' }).write('x')
      else if (request.url === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
      else {
        const more = () => response.write(Buffer.alloc(65_536), () => !response.destroyed && more())
        response.writeHead(200)
        more()
      }
    })
    for (const path of ['/told', '/bomb', '/endless'])
      expect(await anywhere(origin + path, { maxBytes: 1_000_000 })).toMatchObject({
        ok: false,
        code: 'too-large',
      })
    const cut = await anywhere(`${origin}/endless`, { maxBytes: 1000, whenTooLarge: 'cut' })
    expect(cut).toMatchObject({ ok: true, cut: true })
    expect(cut.ok && cut.body.length).toBe(1000)
  })

  test('decompresses the body, and reports broken compression', async () => {
    const { origin } = await site((request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(request.url === '/good' ? gzipSync('hello') : 'no gzip at all'),
    )
    const good = await anywhere(`${origin}/good`)
    expect(good.ok && good.body.toString()).toBe('hello')
    expect(await anywhere(`${origin}/bad`)).toMatchObject({ ok: false, code: 'unreachable' })
  })

  test('times out on a site that never answers, and on one that answers a byte at a time', async () => {
    const { origin } = await site((request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    for (const path of ['/silent', '/slow'])
      expect(await anywhere(origin + path, { timeoutMs: 150 })).toMatchObject({
        ok: false,
        code: 'timed-out',
      })
  })

  test('times out on a resolver that never answers', async () => {
    const fetch = createSafeFetch({ resolve: () => new Promise(() => undefined) })
    expect(await fetch('http://slow.test/', { timeoutMs: 50 })).toMatchObject({
      ok: false,
      code: 'timed-out',
    })
  })

  test('makes no request when cancelled before it began, and leaves no unhandled rejection', async () => {
    const asked: string[] = []
    const { origin } = await site(() => void asked.push('/'))
    const cancelled = await anywhere(origin, { signal: AbortSignal.abort() })
    expect(cancelled).toMatchObject({ ok: false, code: 'cancelled' })
    expect(asked).toEqual([])
  })

  test('can be cancelled', async () => {
    const { origin } = await site(() => stop.abort())
    const stop = new AbortController()
    expect(await anywhere(origin, { signal: stop.signal })).toMatchObject({ ok: false, code: 'cancelled' })
  })

  test('refuses unaccepted content types, but only of a 2xx response', async () => {
    const { origin } = await site((request, response) =>
      response
        .writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'video/mp4; x=1' })
        .end('x'),
    )
    const contentTypes = ['text/', 'application/pdf']
    expect(await anywhere(origin, { contentTypes })).toMatchObject({
      ok: false,
      code: 'content-type-not-accepted',
      message: 'The address answers with video/mp4.',
    })
    expect(await anywhere(`${origin}/missing`, { contentTypes })).toMatchObject({ ok: true, status: 404 })
    expect(await anywhere(origin, { contentTypes: ['video/'] })).toMatchObject({ ok: true })
  })

  test('explains in a message why a site was not reached', async () => {
    const { origin } = await site(() => undefined)
    servers.splice(0).map((server) => server.close())
    expect(await anywhere(origin)).toEqual({
      ok: false,
      code: 'unreachable',
      message: 'The site refuses connections.',
    })
  })
})
