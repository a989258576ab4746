/** Security headers of every page and every answer, and access to operational data. */
import { api } from '@parley/contracts/api.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { callEndpoint, endpoints, ownEverything } from '../src/owned.ts'
import { type Attacked, callAt, raw, rawBytes, startAttacked } from './attacker.ts'

const attacked: Attacked = await startAttacked()
const { parley, agentId, mine, call } = attacked
afterAll(() => parley.stop())

const pages = ['/app/', '/app/na/agents', '/login', '/signup', '/forgot', '/api', '/dev/mail']
const frames = [`/widget/na/${agentId}/frame`, `/app/na/render/${agentId}/iframe`]
const others = [
  '/',
  '/nothing',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/dev/mail.json',
  '/api/auth/session',
]
const embedded = [`/widget/na/${agentId}.js`]

const headersOf = async (path: string) => (await call('GET', path)).headers

describe('headers', () => {
  test.each([...pages, ...frames, ...others, ...embedded])(
    '%s is not sniffed, and its address is not sent as referrer',
    async (path) => {
      const headers = await headersOf(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toBeTruthy()
      expect(headers.get('cross-origin-resource-policy')).toMatch(/^(same|cross)-origin$/)
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
    },
  )

  test.each(pages)(
    '%s runs only its own scripts, can’t be framed, and gives its opener no reference',
    async (path) => {
      const headers = await headersOf(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/frame-ancestors 'none'/)
      expect(policy).toMatch(/default-src '(none|self)'/)
      expect(policy).toMatch(/base-uri 'none'/)
      expect(policy).not.toMatch(/script-src[^;]*('unsafe|https?:|\*|data:)/)
      expect(policy).not.toMatch(/object-src (?!'none')/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      if (!/^\/(api|dev)/.test(path)) expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )

  test.each(frames)('%s runs no inline script, and may be embedded', async (path) => {
    const headers = await headersOf(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/script-src[^;]*('unsafe|https?:|\*|data:)/)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('the preview of an agency has an origin of its own, calls nobody, and is framed by this server alone', async () => {
    const answer = await call('GET', '/client/preview')
    expect(answer.status).toBe(200)
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts allow-forms',
        "default-src 'none'",
        `script-src 'self' ${parley.url}`,
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        `frame-ancestors 'self' ${parley.url}`,
      ]),
    )
    expect(policy.join()).not.toMatch(/frame-src|worker-src|object-src/)
    const forged = await rawBytes(
      parley.url,
      'GET /client/preview HTTP/1.1\r\nhost: x;sandbox\r\nconnection: close\r\n\r\n',
    )
    expect(forged).not.toContain('x;sandbox')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    // Its origin is opaque, so that the files of the build are another's.
    const files = [...answer.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { headers, status } = await call('GET', file, { headers: { origin: 'null' } })
      expect([file, status, headers.get('access-control-allow-origin')]).toEqual([file, 200, '*'])
      expect(answer.text).toMatch(new RegExp(`crossorigin[^>]*${file}|${file}" crossorigin`))
    }
  })

  test.each([...others, ...embedded])('%s runs no script when opened as a page', async (path) => {
    expect((await headersOf(path)).get('content-security-policy')).toMatch(/^default-src 'none'/)
  })

  test('every endpoint answers with these headers, including streams and downloads', async () => {
    const owned = await ownEverything(parley)
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { visitorToken, person, named } = owned
      const token = endpoint.access === 'visitor' ? visitorToken : person.token
      const { status, headers } = await callEndpoint(parley, endpoint, { named, token })
      // The prepared bytes of an agent are data for scripts, so they need no policy of a page.
      expect(headers.get('x-content-type-options'), endpoint.name).toBe('nosniff')
      if (endpoint.name === 'public.agent') continue
      expect(headers.get('content-security-policy'), `${endpoint.name} ${status}`).toMatch(
        /^default-src 'none'/,
      )
      expect(headers.get('referrer-policy'), endpoint.name).toBe('no-referrer')
    }
    const refused = await raw(parley.url, '/api/na/v2/agents/%')
    expect(refused).toContain("default-src 'none'")
  })

  test('a script made for an unexpected host or no agent is compressed fast and not cached by shared caches', async () => {
    const proxied = await startAttacked({ PUBLIC_URL: 'https://parley.example', TRUST_PROXY: '1' })
    const brotli = { 'accept-encoding': 'br, gzip' }
    try {
      const script = `/widget/na/${proxied.agentId}.js`
      await proxied.mine.client.call('public.agent', { params: { region: 'na', agentId: proxied.agentId } })
      const known = await proxied.call('GET', script, {
        headers: { ...brotli, 'x-forwarded-host': 'evil.example' },
      })
      expect(known.text).not.toContain('evil.example')
      expect(known.headers.get('cache-control')).toMatch(/^public,/)
      expect(known.headers.get('content-encoding')).toBe('br')
      const unknown = await proxied.call('GET', '/widget/na/nobody.js', { headers: brotli })
      expect(unknown.headers.get('content-encoding')).toBe('gzip')
    } finally {
      await proxied.parley.stop()
    }
    const named = await call('GET', `/widget/na/${agentId}.js`, { headers: brotli })
    expect(named.text).toContain(parley.url)
    expect(named.headers.get('cache-control')).toMatch(/^private,/)
    expect(named.headers.get('content-encoding')).toBe('gzip')
  })

  test('behind https, answers have HSTS and cookies are secure', async () => {
    const secure = await startAttacked({ PUBLIC_URL: 'https://parley.example', TRUST_PROXY: '1' })
    try {
      const { email, password } = secure.mine
      const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
      for (const path of [
        '/app/',
        '/login',
        `/widget/na/${agentId}/frame`,
        '/api/auth/session',
        '/nothing',
      ]) {
        const { headers } = await secure.call('GET', path, { headers: proxied })
        expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=31536000/)
      }
      const signedIn = await secure.call('POST', api['auth.signIn'].path, {
        body: { email, password },
        headers: proxied,
      })
      expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    } finally {
      await secure.parley.stop()
    }
    expect((await headersOf('/app/')).get('strict-transport-security')).toBeNull()
  })
})

describe('operational data', () => {
  const statusAt = (path: string, headers: Record<string, string> = {}) =>
    callAt(parley.url, 'GET', path, { headers })

  test('is for callers on this machine, and not for those that come through a proxy', async () => {
    expect((await statusAt('/metrics')).status).toBe(200)
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
      const refused = await statusAt('/metrics', { [header]: '127.0.0.1' })
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('METRICS_TOKEN')
      expect(refused.text).not.toContain('parley_requests_total')
    }
    expect((await statusAt('/readyz')).json.regions.length).toBeGreaterThan(0)
    const told = await statusAt('/readyz', { 'x-forwarded-for': '203.0.113.9' })
    expect(told.json).toEqual({ status: 'ready' })
  })

  test('is for callers with METRICS_TOKEN from anywhere, and nobody else', async () => {
    const token = 'a long metrics token'
    const guarded = await startAttacked({ METRICS_TOKEN: token })
    try {
      const ask = (authorization?: string) =>
        guarded.call('GET', '/metrics', {
          headers: { 'x-forwarded-for': '203.0.113.9', ...(authorization ? { authorization } : {}) },
        })
      expect((await ask(`Bearer ${token}`)).status).toBe(200)
      for (const wrong of [
        undefined,
        'Bearer x',
        `Bearer ${token}x`,
        `Basic ${token}`,
        `Bearer ${guarded.mine.token}`,
      ]) {
        const refused = await ask(wrong)
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toBe('Bearer')
      }
      expect((await guarded.call('GET', '/metrics')).status).toBe(401)
    } finally {
      await guarded.parley.stop()
    }
  })

  test('mails of the outbox are for this machine and private networks', async () => {
    const server = parley.platform.server!
    const ask = (url: string, remoteAddress: string, headers = {}) =>
      server.inject({ url, remoteAddress, headers: { host: 'localhost', ...headers } })
    for (const url of ['/dev/mail', '/dev/mail.json']) {
      for (const near of ['127.0.0.1', '::1', '10.1.2.3', '172.18.0.1', '::ffff:192.168.1.7'])
        expect((await ask(url, near)).statusCode, near).toBe(200)
      for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::7', '::ffff:198.51.100.4']) {
        const refused = await ask(url, far)
        expect(refused.statusCode, far).toBe(403)
        expect(refused.json()).toMatchObject({ code: 'not-allowed' })
      }
      // Anybody could call through a proxy.
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
        expect((await ask(url, '127.0.0.1', { [name]: '127.0.0.1' })).statusCode, name).toBe(403)
    }
  })

  test('mails of the outbox are not shown under a foreign name that points here', async () => {
    await mine.client.call('auth.requestCode', { body: { email: mine.email } })
    await parley.settled()
    const { host } = new URL(parley.url)
    const mail = await raw(parley.url, '/dev/mail.json')
    expect(mail).toContain(mine.email)
    for (const name of ['evil.example', `evil.example:${host.split(':')[1]}`, 'localhost.evil.example']) {
      const socket = `GET /dev/mail.json HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`
      expect(await rawBytes(parley.url, socket)).not.toContain(mine.email)
    }
  })
})
