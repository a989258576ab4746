/**
 * Fetches addresses that a user gave. Such an address must not lead into the operator's own network: the name is
 * resolved once, every address it has is checked, and the connection uses only a checked address, so that a later
 * change of the name has no effect. Each redirect is checked again. The response is limited in time, size (before and
 * after decompression) and content type.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import {
  type AddressSettings,
  createAddressCheck,
  type Failure,
  failure,
  parseAddress,
  pinned,
  reasonOf,
} from './checked-address.ts'

export type { AllowedAddresses, SafeFetchFault } from './checked-address.ts'

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
  | Failure

export type SafeFetch = (address: string, options?: SafeFetchOptions) => Promise<SafeFetched>

/** A `fetch` for the API at an address that the operator chose, which may be on its own network. */
export function createFetchOf(apiUrl: string): SafeFetch {
  const { host, port, hostname, protocol } = new URL(apiUrl)
  const allowed = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host
  return createSafeFetch({ allowPrivateAddresses: [allowed] })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that are sent to another origin after a redirect; secret headers must not be. */
const TRAVELS = new Set(['accept', 'accept-language', 'user-agent', 'content-type'])

/** Creates a `fetch` for addresses that a user gave. Responses and refusals are values; it does not throw. */
export function createSafeFetch(settings: AddressSettings = {}): SafeFetch {
  const addressesOf = createAddressCheck(settings)

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
    let url = parseAddress(address)
    for (;;) {
      if (!(url instanceof URL)) return url
      const addresses = await addressesOf(url)
      if ('ok' in addresses) return addresses
      const response = await send(url, addresses, { method, headers, body, stop })
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
}

type Sent = {
  method: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  stop: AbortSignal
}

function send(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, stop }: Sent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
      lookup: pinned(addresses),
      // With an agent, a connection could be reused whose address was not checked.
      agent: false,
      signal: stop,
    })
    request.once('response', resolve)
    request.once('error', reject)
    request.end(body)
  })
}

function redirectOf(response: IncomingMessage, from: URL): URL | Failure | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return undefined
  return URL.canParse(location, from)
    ? parseAddress(new URL(location, from).href)
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
