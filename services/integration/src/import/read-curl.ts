/** Reads a cURL command as a function: what it sends are the fields, with what it sent as defaults. Pure. */

import { httpMethods } from '@parley/contracts/agent/nodes.ts'
import type { ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { placeholdersIn } from '@parley/contracts/integration/server-url.ts'
import { MOST_TOOL_FIELDS, type ToolField, toolFieldSchema } from '@parley/contracts/integration/tool.ts'
import { shellWords } from './shell-words.ts'

export type ReadCurl = { ok: true; read: ReadImport } | { ok: false; message: string }

type Request = {
  url?: string
  method?: string
  headers: [name: string, value: string][]
  data: string[]
  /** Pairs that go into the address whatever else is sent. */
  inQuery: string[]
  asQuery: boolean
  isForm: boolean
  isJson: boolean
  /** The type that the command names for its body. */
  type?: string
  user?: string
}

/** What an option does with its value; `undefined` for those that say nothing of what is sent. */
type WithValue = (request: Request, value: string) => string | undefined

const sentFile = 'The command sends a file. Put what it holds into the command instead.'
const cannot = (what: string) => () => `The command ${what}, which functions can’t send.`

const data: WithValue = (request, value) => {
  if (value.startsWith('@')) return sentFile
  request.data.push(value)
  return undefined
}

const withValue: Readonly<Record<string, WithValue>> = {
  '--request': (request, value) => {
    request.method = value.toUpperCase()
    return undefined
  },
  '--header': header,
  '--cookie': (request, value) =>
    value.includes('=')
      ? void request.headers.push(['Cookie', value])
      : 'The command sends the cookies of a file.',
  '--user': (request, value) => {
    request.user = value.includes(':') ? value : `${value}:`
    return undefined
  },
  '--oauth2-bearer': (request, value) => void request.headers.push(['Authorization', `Bearer ${value}`]),
  '--url': (request, value) => {
    request.url ??= value
    return undefined
  },
  '--url-query': (request, value) => {
    if (value.startsWith('@')) return sentFile
    // Behind a plus, it is encoded already.
    const pair = value.startsWith('+') ? value.slice(1) : encoded(value)
    if (pair === undefined) return sentFile
    request.inQuery.push(pair)
    return undefined
  },
  '--json': (request, value) => {
    request.isJson = true
    return data(request, value)
  },
  '--data': data,
  '--data-ascii': data,
  '--data-binary': data,
  '--data-raw': (request, value) => void request.data.push(value),
  '--data-urlencode': (request, value) => {
    const pair = encoded(value)
    if (pair === undefined) return sentFile
    request.data.push(pair)
    return undefined
  },
  '--form': cannot('sends a form with parts'),
  '--form-string': cannot('sends a form with parts'),
  '--upload-file': cannot('uploads a file'),
  '--aws-sigv4': cannot('signs what it sends'),
  '--config': () => 'The command reads its options from a file.',
}

const withoutValue: Readonly<Record<string, (request: Request) => string | undefined>> = {
  '--get': (request) => {
    request.asQuery = true
    return undefined
  },
  '--head': () => 'Functions can’t send HEAD requests.',
  '--digest': cannot('signs in by Digest'),
  '--ntlm': cannot('signs in by NTLM'),
  '--negotiate': cannot('signs in by Negotiate'),
}

const longNames: Readonly<Record<string, string>> = {
  ...{
    X: '--request',
    H: '--header',
    b: '--cookie',
    u: '--user',
    d: '--data',
    F: '--form',
    T: '--upload-file',
  },
  ...{ G: '--get', I: '--head', K: '--config' },
}

/** Letters of options with a value that say nothing of what is sent. */
const ignoredLetters = 'ACDEPQUYcemortwxyz'
/** Options with a value that say nothing of what is sent. */
const ignoredWithValue =
  /^--(abstract-unix-socket|alt-svc|ca(cert|path)|cert(-type)?|ciphers|connect-(timeout|to)|continue-at|cookie-jar|create-file-mode|crlfile|curves|delegation|dns-[a-z0-9-]+|doh-url|dump-header|ech|egd-file|engine|etag-(compare|save)|expect100-timeout|happy-eyeballs-timeout-ms|haproxy-clientip|hostpubmd5|hsts|interface|ip-tos|keepalive-(cnt|time)|key(-type)?|libcurl|limit-rate|local-port|max-(filesize|redirs|time)|netrc-file|noproxy|output(-dir)?|parallel-max|pass|pinnedpubkey|preproxy|proto(-default|-redir)?|proxy(-[a-z0-9-]+)?|proxy1\.0|random-file|range|rate|referer|request-target|resolve|retry(-delay|-max-time)?|socks[a-z0-9-]+|speed-(limit|time)|stderr|time-cond|tls-max|tls13-ciphers|trace(-ascii|-config)?|unix-socket|user-agent|variable|write-out)$/
/** Where the shell ends the command. */
const endsCommand = /^(\||\|\||&&|&|;|[12&]?>{1,2}.*|<.*)$/
const ownHeaders =
  /^(host|content-length|content-type|connection|transfer-encoding|idempotency-key|accept|accept-encoding|accept-language|user-agent|origin|referer|priority|dnt|sec-.*|x-parley-.*)$/i

/** Comments and the prompt of a shell may stand before the command. */
const before = /^(\s*#[^\n]*\n)*\s*([$>%]\s+)?/

export const isCurl = (text: string): boolean => /^curl(\.exe)?\s/i.test(text.replace(before, ''))

export function readCurl(text: string): ReadCurl {
  const words = shellWords(text.replace(before, '').trim())
  if (!words) return refused('A quote in the command is not closed.')
  const request = requestOf(words.slice(1))
  if (typeof request === 'string') return refused(request)
  if (request.url === undefined) return refused('The command names no address.')
  const written = /^[a-z]+:\/\//i.test(request.url) ? request.url : `https://${request.url}`
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refused('The address of the command is no web address.')
  const body = bodyOf(request)
  if (typeof body === 'string') return refused(body)
  const sent = Object.keys(body.values).length > 0 || (request.data.length > 0 && !request.asQuery)
  const method = methodNamed(request.method ?? (sent ? 'POST' : 'GET'))
  if (!method) return refused(`Functions can’t send ${request.method} requests.`)
  if (method === 'GET' && sent)
    return refused('The command sends a GET request with a body. Add -G or -X POST.')
  const user = request.user ?? credentialsIn(url)
  const inQuery = [
    ...url.searchParams,
    ...pairsOf(request.inQuery),
    ...(request.asQuery ? pairsOf(request.data) : []),
  ]
  const pathname = url.pathname.replace(/%7B([A-Za-z0-9_.-]{1,200})%7D/gi, '{$1}')
  const fields = [
    ...placeholdersIn(`${url.origin}${pathname}`).map(
      (key): ToolField => ({ in: 'path', key, type: 'string', required: true }),
    ),
    ...inQuery.map(([key, value]) => given('query', key, value)),
    ...Object.entries(body.values).map(([key, value]) => given('body', key, value)),
    ...request.headers
      .filter(([name, value]) => value !== '' && !ownHeaders.test(name))
      .map(([key, value]): ToolField => ({ in: 'header', key, type: 'string', value })),
    ...(user === undefined
      ? []
      : [
          {
            ...({ in: 'header', key: 'Authorization', type: 'string' } as const),
            value: `Basic ${Buffer.from(user).toString('base64')}`,
          },
        ]),
  ]
  const own = unique(fields).filter((field) => toolFieldSchema.safeParse(field).success)
  const path = pathname === '/' ? '' : pathname
  return {
    ok: true,
    read: {
      ...{ kind: 'curl', title: url.host, server: url.origin, keys: [], found: 1 },
      functions: [
        {
          operation: `${method} ${pathname}`.slice(0, 500),
          name: nameOf(url).slice(0, 100),
          description: '',
          ...{ method, path, fields: own.slice(0, MOST_TOOL_FIELDS), keys: [] },
          ...(body.isForm && { bodyFormat: 'form' as const }),
          ...(method === 'DELETE' && { needsApproval: true }),
          leftOut: own.slice(MOST_TOOL_FIELDS, 100).map(({ key }) => key),
        },
      ],
    },
  }
}

const refused = (message: string): ReadCurl => ({ ok: false, message })

/** Reads the options; a sentence if one can't be taken. */
function requestOf(words: readonly string[]): Request | string {
  const request: Request = {
    ...{ headers: [], data: [], inQuery: [] },
    ...{ asQuery: false, isForm: false, isJson: false },
  }
  const left = words.flatMap(apart)
  for (let at = 0; at < left.length; at++) {
    const word = left[at] ?? ''
    if (endsCommand.test(word)) break
    const refusal = Object.hasOwn(withValue, word)
      ? withValue[word]?.(request, left[++at] ?? '')
      : Object.hasOwn(withoutValue, word)
        ? withoutValue[word]?.(request)
        : undefined
    if (refusal !== undefined) return refusal
    if (ignoredWithValue.test(word)) at++
    else if (!word.startsWith('-') && word.trim() !== '') request.url ??= word
  }
  return request
}

/** `-sSXPOST`, `-Gd a=b` and `--request=POST` as the long names of their options, each followed by its value. */
function apart(word: string): string[] {
  const [, long, value] = /^(--[a-z0-9-]+)=(.*)$/s.exec(word) ?? []
  if (long !== undefined && value !== undefined) return [long, value]
  if (!/^-[A-Za-z0-9#:]/.test(word)) return [word]
  const options: string[] = []
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? ''
    const name = longNames[letter]
    const attached = word.slice(at + 1)
    if (name !== undefined && Object.hasOwn(withValue, name))
      return [...options, name, ...(attached === '' ? [] : [attached])]
    if (ignoredLetters.includes(letter))
      return [...options, '--output', ...(attached === '' ? [] : [attached])]
    if (name !== undefined) options.push(name)
  }
  return options
}

function header(request: Request, line: string): string | undefined {
  if (line.startsWith('@')) return 'The command reads its headers from a file.'
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? []
  if (name === '') return undefined
  if (/^content-type$/i.test(name)) {
    request.type = value.trim()
    request.isJson ||= /json/i.test(value)
    request.isForm ||= /form/i.test(value)
  }
  request.headers.push([name.trim(), value.trim()])
  return undefined
}

/** What `--data-urlencode` makes of its value; undefined where that names a file. */
function encoded(value: string): string | undefined {
  const [, name, sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? []
  if (sign === undefined) return encodeURIComponent(value)
  if (sign === '@') return undefined
  return (name === '' ? '' : `${name}=`) + encodeURIComponent(content)
}

type Body = { values: Record<string, unknown>; isForm: boolean }

/** The values of the body; a sentence if a function can't send it. */
function bodyOf({ data, asQuery, isForm, isJson, type }: Request): Body | string {
  if (data.length === 0 || asQuery) return { values: {}, isForm: false }
  if (/^multipart/i.test(type ?? ''))
    return 'The command sends a form with parts, which functions can’t send.'
  if (type && !isForm && !isJson)
    return `The body of the command is ${type.split(';')[0]?.slice(0, 60)}; functions send JSON or a form.`
  const json = isForm && !isJson ? undefined : jsonIn(data.join(''))
  if (json === undefined && isJson) return 'The body of the command is no valid JSON.'
  // Without a content type, cURL sends a form; those who paste JSON mean JSON.
  if (json === undefined && !isForm && /^\s*[{[]/.test(data.join('')))
    return 'The body of the command is no valid JSON.'
  if (json === undefined) return { values: Object.fromEntries(pairsOf(data)), isForm: true }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return 'The body of the command is no object; functions send an object.'
  return { values: { ...json }, isForm: false }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pairsOf(data: readonly string[]): [string, string][] {
  return [...new URLSearchParams(data.join('&'))]
}

function given(place: 'query' | 'body', key: string, value: unknown): ToolField {
  const type =
    typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : typeof value === 'object' && value !== null
          ? 'object'
          : 'string'
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return { in: place, key, type, ...(text !== '' && { defaultValue: text.slice(0, 4_000) }) }
}

/** Of two fields of one name in one place, the last. */
function unique(fields: readonly ToolField[]): ToolField[] {
  return [...new Map(fields.map((field) => [`${field.in} ${field.key.toLowerCase()}`, field])).values()]
}

function methodNamed(name: string) {
  return httpMethods.find((one) => one === name)
}

function credentialsIn({ username, password }: URL): string | undefined {
  return username === '' ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
}

/** `https://shop.example/v1/orders` as "Orders". */
function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => /[a-z]/i.test(part) && !/^v\d+$/.test(part))
  const words = (last ?? host).replace(/[_\-.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
