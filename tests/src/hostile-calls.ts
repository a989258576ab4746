/** Calls that our clients never make, generated from an endpoint: contents and encodings. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { sampleOf, type Taste } from './samples.ts'

export type HostileCall = {
  what: string
  /** With its query. */
  path: string
  body?: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

type Named = Record<string, string>

const json = { 'content-type': 'application/json' }

const tastes: Record<string, Taste> = {
  'control characters': { text: 'a\u0000b\u001b[31m\r\nset-cookie: x=1', number: -0 },
  'half a surrogate pair': { text: 'a\ud800b\udfff', number: Number.MAX_SAFE_INTEGER },
  'a huge number': { text: '9'.repeat(400), number: 1e308 },
  'a negative number': { text: '-1', number: -1e308 },
  'a name of prototypes': { text: '__proto__', number: Number.MIN_VALUE },
  'another name of prototypes': { text: 'constructor', number: 0.1 },
  'a path': { text: '../../etc/passwd', number: -1 },
  markup: { text: '"><script>alert(1)</script>', number: 2 ** 53 },
  'a long word': { text: 'a'.repeat(100_000), number: 1 },
  'places to fill in': { text: '{{constructor}}$where{"$ne":1}%s%n', number: 2 },
}

const roots: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: '',
  null: 'null',
  'a list': '[]',
  'a number beyond numbers': '1e999',
  'half a value': '{"a":',
  'lists 10,000 levels deep': '['.repeat(10_000) + ']'.repeat(10_000),
  'objects 10,000 levels deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a prototype': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  'a key of half a surrogate pair': '{"\\ud800":"\\udfff"}',
  'many keys': JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
  'bytes that are no UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
}

/** Each is sent with the sample. */
const encodings: Record<string, Record<string, string>> = {
  'no type': { 'content-type': '' },
  'plain text': { 'content-type': 'text/plain' },
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  'parts without a boundary': { 'content-type': 'multipart/form-data' },
  'a type that is none': { 'content-type': ';;charset' },
  'another character set': { 'content-type': 'application/json; charset=utf-16' },
  'compressed, so it says': { ...json, 'content-encoding': 'gzip' },
}

/** Replaces each property in turn. */
const replacements: Record<string, unknown> = {
  null: null,
  'a number': 1e308,
  'a list': [[[]]],
  'an object': { toString: 1, length: -1, constructor: 1 },
  'the empty text': '',
  // In one property only, since others may refuse such a text and with it the whole call.
  'control characters': 'a\u0000b\u001b[31m\r\n',
  'half a surrogate pair': 'a\ud800b',
  'a name of prototypes': '__proto__',
}
const DEEP = 'in place of what is 10,000 levels deep'

const queries = [
  '?limit=1e9&cursor=%00&q=%F0%9F%92%A9&after=-1',
  '?limit=NaN&from=%2B275760-09-13&to=0000-00-00&days=1e3',
  '?limit=2&limit=3&q[]=1&q[$ne]=2&__proto__[x]=1&constructor=1',
  '?q=%ED%A0%80%ff&status=$ne&at=%E0%A4%A&timeZone=..%2Fetc',
  `?q=${'a%20'.repeat(1_000)}&cursor=${'x'.repeat(2_000)}`,
]

const places: Record<string, string> = {
  'a name of prototypes': '__proto__',
  'another name of prototypes': 'constructor',
  'a byte of nothing': '\0',
  'a path': '../../x',
  'a long name': 'x'.repeat(300),
  'an encoded half of a surrogate pair': '%ED%A0%80',
}

/** Every way to call an endpoint; `named` fills the placeholders of its path. */
export function hostileCalls(endpoint: Endpoint, named: Named): HostileCall[] {
  const path = fillPath(endpoint.path, named)
  const sample = endpoint.body && sampleOf(endpoint.body)
  const sampled = sample === undefined ? {} : { body: JSON.stringify(sample), headers: json }
  return [
    { what: 'a sample', path, headers: {}, ...sampled },
    ...pathCalls(endpoint, named).map((call) => ({ headers: {}, ...sampled, ...call })),
    ...(endpoint.query
      ? queries.map((query) => ({ what: query, path: path + query, headers: {}, ...sampled }))
      : []),
    ...(endpoint.body ? bodyCalls(endpoint, sample).map((call) => ({ path, ...call })) : []),
  ]
}

function pathCalls({ path }: Endpoint, named: Named): { what: string; path: string }[] {
  const free = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'region')
  return free.flatMap((name) =>
    Object.entries(places).map(([what, value]) => ({
      what: `${what} as ${name}`,
      // Encoded values are sent unchanged.
      path: fillPath(path, { ...named, [name]: value }).replaceAll('%25ED%25A0%2580', '%ED%A0%80'),
    })),
  )
}

function bodyCalls(endpoint: Endpoint, sample: unknown): Omit<HostileCall, 'path'>[] {
  const { body: schema, maxBodyBytes = 262_144 } = endpoint
  const text = JSON.stringify(sample)
  const tasted = Object.entries(tastes).map(([what, taste]) => ({
    what,
    body: JSON.stringify(schema ? sampleOf(schema, taste) : null),
  }))
  const rooted = Object.entries(roots).map(([what, body]) => ({ what, body }))
  const large = [
    { what: 'as large as it may be', body: paddedTo(maxBodyBytes, text) },
    { what: 'larger than it may be', body: paddedTo(maxBodyBytes + 1, text) },
  ]
  return [
    ...[...tasted, ...rooted, ...(maxBodyBytes > 1_000_000 ? [] : large), ...replaced(sample)].map(
      (call) => ({
        ...call,
        headers: json,
      }),
    ),
    ...Object.entries(encodings).map(([what, headers]) => ({ what, body: text, headers })),
  ]
}

function replaced(sample: unknown): { what: string; body: string }[] {
  const properties = Object.keys(Object(sample))
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  return properties.flatMap((name) => [
    // Alone, too: if one property of the sample is refused, the others are not read.
    ...Object.entries(replacements).flatMap(([what, value]) => [
      { what: `${what} as ${name}`, body: JSON.stringify({ ...Object(sample), [name]: value }) },
      { what: `${what} as ${name} alone`, body: JSON.stringify({ [name]: value }) },
    ]),
    {
      what: `${name} ${DEEP}`,
      body: `${JSON.stringify({ ...Object(sample), [name]: DEEP }).replace(JSON.stringify(DEEP), () => deep)}`,
    },
  ])
}

/** White space is as good as any other text. */
function paddedTo(bytes: number, text: string): string {
  return text.padEnd(bytes - Buffer.byteLength(text) + text.length, ' ')
}

export type Answer = { status: number; text: string; headers: Headers }

/** Makes a call. Of an endless answer only the head is read. */
export async function makeCall(
  origin: string,
  { method }: Endpoint,
  { path, body, headers }: HostileCall,
  token: string | undefined,
): Promise<Answer> {
  const leaving = new AbortController()
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined || method === 'GET' ? {} : { body }),
    signal: leaving.signal,
  })
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = endless ? '' : await response.text()
  leaving.abort()
  return { status: response.status, text, headers: response.headers }
}
