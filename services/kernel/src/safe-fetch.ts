/**
 * Fetches addresses that a user gave. Such an address must not lead into the operator's own network: the name is
 * resolved once, every address it has is checked, and the connection uses only a checked address, so that a later
 * change of the name has no effect. Each redirect is checked again. The response is limited in time, size (before and
 * after decompression) and content type.
 */
import { lookup as resolveByDns } from 'node:dns/promises'
import type { Agent, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createByteCache } from './byte-cache.ts'
import { keptConnections } from './kept-connections.ts'
import { isPublicAddress } from './public-address.ts'

export type SafeFetchOptions = {
  /** GET by default. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** In total, with redirects and reading the body; 15,000 ms by default. */
  timeoutMs?: number
  /** Largest body, decompressed; 5,000,000 bytes by default. */
  maxBytes?: number
  /** Whether a larger body is refused or cut; refused by default. */
  whenTooLarge?: 'refuse' | 'cut'
  /** 5 by default; at 0 a redirect is returned as the response. */
  maxRedirects?: number
  /** Media types accepted in a 2xx response, such as `text/html` or `text/`; all by default. */
  contentTypes?: readonly string[]
  signal?: AbortSignal
  /** Called before each redirect is followed; `false` returns the redirect as the response. */
  mayFollow?(target: URL): boolean
}

export type SafeFetchFault =
  | 'invalid-address'
  | 'address-not-allowed'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'too-many-redirects'
  | 'content-type-not-accepted'
  | 'cancelled'

export type SafeFetched =
  | {
      ok: true
      status: number
      /** Names in lower case; several values are joined by a comma. */
      headers: Record<string, string>
      body: Buffer
      /** True if `whenTooLarge: 'cut'` cut the body. */
      cut: boolean
      /** The address that answered, after redirects. */
      url: string
      redirects: string[]
    }
  | { ok: false; code: SafeFetchFault; message: string }

export type SafeFetch = (address: string, options?: SafeFetchOptions) => Promise<SafeFetched>

/** Private addresses that may be fetched: `true` for all, or a list of `host:port`, always with the port. */
export type AllowedAddresses = true | readonly string[]

export type SafeFetchSettings = {
  allowPrivateAddresses?: AllowedAddresses
  /** Resolves all addresses of a name; by default with the system's resolver. */
  resolve?(hostname: string): Promise<string[]>
  /**
   * Whether requests to the same site share connections, for a short time (`kept-connections.ts`). Each was made to a
   * checked address; the name is resolved again after a few seconds.
   */
  keepAlive?: boolean
}

/** A `fetch` for the API at an address that the operator chose, which may be on its own network. */
export function createFetchOf(apiUrl: string): SafeFetch {
  const { host, port, hostname, protocol } = new URL(apiUrl)
  const allowed = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host
  return createSafeFetch({ allowPrivateAddresses: [allowed] })
}

type Failure = Extract<SafeFetched, { ok: false }>

/** For so long, in ms, what a name was resolved to is used for further connections to it. */
const RESOLVED_FOR_MS = 5_000
const MOST_KNOWN = 1_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that are sent to another origin after a redirect; secret headers must not be. */
const TRAVELS = new Set(['accept', 'accept-language', 'user-agent', 'content-type'])

/** Creates a `fetch` for addresses that a user gave. Responses and refusals are values; it does not throw. */
export function createSafeFetch(settings: SafeFetchSettings = {}): SafeFetch {
  const { allowPrivateAddresses = [], resolve = resolveAll, keepAlive = false } = settings
  const agents = keepAlive ? keptConnections() : undefined
  /** What was resolved and allowed last, by host and port, and until when it counts. */
  const known = createByteCache<{ addresses: string[]; until: number }>({
    maxBytes: MOST_KNOWN,
    sizeOf: () => 1,
  })

  return async function safeFetch(address, options = {}) {
    const { timeoutMs = 15_000, signal } = options
    if (signal?.aborted) return failure('cancelled', 'The request was cancelled.')
    const time = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([signal, time]) : time
    try {
      return await within(stop, follow(address, options, stop))
    } catch (error) {
      if (signal?.aborted) return failure('cancelled', 'The request was cancelled.')
      if (time.aborted) return failure('timed-out', `No complete answer within ${timeoutMs / 1000} seconds.`)
      return failure('unreachable', reasonOf(error))
    }
  }

  async function follow(address: string, options: SafeFetchOptions, stop: AbortSignal): Promise<SafeFetched> {
    const { maxRedirects = 5 } = options
    const redirects: string[] = []
    let method = options.method ?? 'GET'
    let headers = lowerCased(options.headers ?? {})
    let body = options.body
    let url = parse(address)
    for (;;) {
      if (!(url instanceof URL)) return url
      const addresses = await addressesOf(url)
      if ('ok' in addresses) return addresses
      const agent = agents?.(url)
      const response = await send(url, addresses, { method, headers, body, stop, agent })
      const target = redirectOf(response, url)
      const mayFollow = target instanceof URL && (options.mayFollow?.(target) ?? true)
      if (!target || maxRedirects === 0 || (target instanceof URL && !mayFollow))
        return receive(response, url, redirects, options)
      response.destroy()
      if (!(target instanceof URL)) return target
      if (redirects.length === maxRedirects)
        return failure('too-many-redirects', `The address redirects more than ${maxRedirects} times.`)
      const leaves = target.origin !== url.origin
      const status = response.statusCode ?? 0
      if (status === 303 || (method === 'POST' && (status === 301 || status === 302))) {
        method = method === 'HEAD' ? 'HEAD' : 'GET'
        body = undefined
      }
      if (leaves && body !== undefined)
        return failure('address-not-allowed', 'The address redirects what is sent to another site.')
      if (leaves) headers = Object.fromEntries(Object.entries(headers).filter(([name]) => TRAVELS.has(name)))
      redirects.push(target.href)
      url = target
    }
  }

  async function addressesOf(url: URL): Promise<string[] | Failure> {
    if (!agents) return allowedAddresses(url)
    const key = `${url.hostname}:${portOf(url)}`
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.addresses
    const addresses = await allowedAddresses(url)
    if (!('ok' in addresses)) known.set(key, { addresses, until: Date.now() + RESOLVED_FOR_MS })
    return addresses
  }

  async function allowedAddresses(url: URL): Promise<string[] | Failure> {
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(hostname) > 0 ? [hostname] : await resolve(hostname)
    if (addresses.length === 0) return failure('unreachable', `${hostname} has no address.`)
    const allowed =
      allowPrivateAddresses === true ||
      allowPrivateAddresses.includes(`${url.hostname}:${portOf(url)}`) ||
      addresses.every(isPublicAddress)
    return allowed
      ? addresses
      : failure('address-not-allowed', `${hostname} is not an address on the public internet.`)
  }
}

function parse(address: string): URL | Failure {
  if (!URL.canParse(address)) return failure('invalid-address', 'This is not a web address.')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failure('invalid-address', 'Only addresses that begin with http:// or https:// can be fetched.')
  if (url.username !== '' || url.password !== '')
    return failure('invalid-address', 'The address must not hold a user name or password.')
  if (url.hostname === '') return failure('invalid-address', 'The address names no site.')
  return url
}

type Sent = {
  method: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  stop: AbortSignal
  /** Undefined for a connection of its own. */
  agent: Agent | undefined
}

function send(url: URL, addresses: readonly string[], sent: Sent): Promise<IncomingMessage> {
  const { method, headers, body, stop, agent } = sent
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
      lookup: pinned(addresses),
      // Without an agent of its own, a connection could be reused whose address was not checked.
      agent: agent ?? false,
      signal: stop,
    })
    request.once('response', resolve)
    request.once('error', (error) => {
      // The site may close a kept connection at the moment of the next request, which it then has not read.
      const closed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      if (closed && !stop.aborted) resolve(send(url, addresses, { ...sent, agent: undefined }))
      else reject(error)
    })
    request.end(body)
  })
}

/** Always returns the checked addresses, whatever the name resolves to later. */
function pinned(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, answer) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) answer(null, all)
    else answer(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }
}

function redirectOf(response: IncomingMessage, from: URL): URL | Failure | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return undefined
  return URL.canParse(location, from)
    ? parse(new URL(location, from).href)
    : failure('invalid-address', 'The address redirects to what is no web address.')
}

async function receive(
  response: IncomingMessage,
  url: URL,
  redirects: string[],
  options: SafeFetchOptions,
): Promise<SafeFetched> {
  const { maxBytes = 5_000_000, whenTooLarge = 'refuse', contentTypes } = options
  const status = response.statusCode ?? 0
  const headers = joined(response.headers)
  const type = mediaType(headers)
  if (contentTypes && status >= 200 && status < 300 && status !== 204 && !isAccepted(type, contentTypes)) {
    response.destroy()
    return failure('content-type-not-accepted', `The address answers with ${type || 'an unnamed type'}.`)
  }
  const tooLarge = failure('too-large', `The answer is larger than ${maxBytes.toLocaleString('en')} bytes.`)
  if (whenTooLarge === 'refuse' && Number(headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    return tooLarge
  }
  const read = await readLimited(response, maxBytes)
  if (read.cut && whenTooLarge === 'refuse') return tooLarge
  return { ok: true, status, headers, body: read.body, cut: read.cut, url: url.href, redirects }
}

/** Limits both the bytes received and the decompressed bytes: either may be endless while the other is small. */
async function readLimited(response: IncomingMessage, maxBytes: number) {
  const parts: Buffer[] = []
  let size = 0
  let travelled = 0
  response.on('data', (part: Buffer) => {
    travelled += part.length
    if (travelled > maxBytes + 65_536) response.destroy(new Error('The answer has no end.'))
  })
  const decoded = decode(response)
  for await (const part of decoded) {
    const bytes: Buffer = part
    const room = maxBytes - size
    parts.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
    size += bytes.length
    if (size > maxBytes) {
      response.destroy()
      return { body: Buffer.concat(parts), cut: true }
    }
  }
  return { body: Buffer.concat(parts), cut: false }
}

function decode(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined
  if (!decoder) return response
  response.once('error', (error) => decoder.destroy(error))
  decoder.once('close', () => response.destroy())
  return response.pipe(decoder)
}

/** Settles with the work or rejects when `stop` aborts, since a resolver takes no signal. */
function within<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(stop.reason)
    if (stop.aborted) return end()
    stop.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', end))
  })
}

async function resolveAll(hostname: string): Promise<string[]> {
  return (await resolveByDns(hostname, { all: true })).map(({ address }) => address)
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

function mediaType(headers: Record<string, string>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function isAccepted(type: string, accepted: readonly string[]): boolean {
  return accepted.some((one) => (one.endsWith('/') ? type.startsWith(one) : type === one))
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function reasonOf(error: unknown): string {
  const fault: { code?: unknown } = Object(error)
  switch (fault.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the site is not known.'
    case 'ECONNREFUSED':
      return 'The site refuses connections.'
    case 'ECONNRESET':
      return 'The site broke off the connection.'
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'The certificate of the site is not valid.'
    default:
      return 'The site could not be reached.'
  }
}

function failure(code: SafeFetchFault, message: string): Failure {
  return { ok: false, code, message }
}
