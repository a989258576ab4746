/** A push service on loopback, with browsers that decrypt what it receives for them (RFC 8030, 8291, 8292). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { PushPayload } from '@parley/contracts/notification/push.ts'

export type PushBrowser = {
  /** What a browser's `PushSubscription` is serialised to. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: (PushPayload & { urgency: string | undefined; ttl: string | undefined })[]
  /** How the push service answers from now on; 201 if left out. */
  answers(status?: number, headers?: Record<string, string>): void
  /** How often the push service was asked for this browser. */
  asked(): number
}
export type PushService = { host: string; browser(): PushBrowser; stop(): Promise<void> }

/** `publicKey`: the server's own, by which every message must be signed. Such a request is answered with 403 otherwise. */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  type Known = PushBrowser & {
    take(body: Buffer, headers: NodeJS.Dict<string | string[]>): void
    status: number
    headers: Record<string, string>
    count: number
  }
  const browsers = new Map<string, Known>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const browser = browsers.get(request.url ?? '')
    if (!browser) return void response.writeHead(404).end()
    browser.count++
    const origin = `http://${host}`
    if (request.method !== 'POST' || !isSigned(request.headers.authorization, origin, publicKey()))
      return void response.writeHead(403).end()
    // A push service that hangs.
    if (browser.status === 0) return
    if (browser.status === 201) browser.take(Buffer.concat(parts), request.headers)
    response.writeHead(browser.status, browser.headers).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${Object(server.address()).port}`

  return {
    host,
    browser() {
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('hex')}`
      const received: PushBrowser['received'] = []
      const known: Known = {
        subscription: {
          endpoint: `http://${host}${path}`,
          keys: {
            p256dh: ecdh.generateKeys().toString('base64url'),
            auth: auth.toString('base64url'),
          },
        },
        received,
        status: 201,
        headers: {},
        count: 0,
        answers(status = 201, headers = {}) {
          Object.assign(known, { status, headers })
        },
        asked: () => known.count,
        take(body, headers) {
          if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8291 says')
          const { urgency, ttl } = headers
          const more = { urgency: urgency?.toString(), ttl: ttl?.toString() }
          received.push({ ...JSON.parse(decrypt(body, ecdh, auth)), ...more })
        },
      }
      browsers.set(path, known)
      return known
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As a browser decrypts a message of one record (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derive(own.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Whether the header holds a token for this push service, signed with the key that it names, which is ours. */
function isSigned(header: string | undefined, origin: string, publicKey: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  if (key !== publicKey) return false
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return signed && aud === origin && exp * 1000 > Date.now() && /^(mailto:|https:)/.test(sub)
}
