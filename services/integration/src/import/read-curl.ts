/** Reads a cURL command as a function: what it sends are the fields, with what it sent as defaults. Pure. */

import { httpMethods } from '@parley/contracts/agent/nodes.ts'
import type { ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { MOST_TOOL_FIELDS, type ToolField, toolFieldSchema } from '@parley/contracts/integration/tool.ts'
import { shellWords } from './shell-words.ts'

export type ReadCurl = { ok: true; read: ReadImport } | { ok: false; message: string }

type Request = {
  url?: string
  method?: string
  headers: [name: string, value: string][]
  data: string[]
  asQuery: boolean
  isForm: boolean
  isJson: boolean
  user?: string
}

/** Options with a value that say nothing of what is sent. */
const ignoredWithValue =
  /^(-o|--output|-m|--max-time|--connect-timeout|--retry|-w|--write-out|-x|--proxy|--cacert|--resolve|--max-redirs)$/
const ownHeaders =
  /^(host|content-length|content-type|connection|transfer-encoding|idempotency-key|accept|accept-encoding|accept-language|user-agent|origin|referer|priority|dnt|sec-.*|x-parley-.*)$/i

export const isCurl = (text: string): boolean => /^\s*(\$\s+)?curl(\.exe)?\s/.test(text)

export function readCurl(text: string): ReadCurl {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''))
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
  const fields = [
    ...[...url.searchParams, ...(request.asQuery ? pairsOf(request.data) : [])].map(([key, value]) =>
      given('query', key, value),
    ),
    ...Object.entries(body.values).map(([key, value]) => given('body', key, value)),
    ...request.headers
      .filter(([name]) => !ownHeaders.test(name))
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
  const path = url.pathname === '/' ? '' : url.pathname
  return {
    ok: true,
    read: {
      ...{ kind: 'curl', title: url.host, server: url.origin, keys: [], found: 1 },
      functions: [
        {
          operation: `${method} ${url.pathname}`.slice(0, 500),
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
  const request: Request = { headers: [], data: [], asQuery: false, isForm: false, isJson: false }
  const left = words.flatMap(split)
  for (let at = 0; at < left.length; at++) {
    const option = left[at] ?? ''
    const value = () => left[++at] ?? ''
    switch (option) {
      case '-X':
      case '--request':
        request.method = value().toUpperCase()
        break
      case '-H':
      case '--header':
        header(request, value())
        break
      case '-b':
      case '--cookie':
        request.headers.push(['Cookie', value()])
        break
      case '-A':
      case '--user-agent':
      case '-e':
      case '--referer':
        at++
        break
      case '-u':
      case '--user':
        request.user = value()
        break
      case '--oauth2-bearer':
        request.headers.push(['Authorization', `Bearer ${value()}`])
        break
      case '--json':
        request.isJson = true
        request.data.push(value())
        break
      case '-d':
      case '--data':
      case '--data-ascii':
      case '--data-binary':
      case '--data-raw':
      case '--data-urlencode':
        request.data.push(value())
        break
      case '-F':
      case '--form':
        return 'The command sends a form with parts, which functions can’t send.'
      case '-T':
      case '--upload-file':
        return 'The command uploads a file, which functions can’t send.'
      case '-G':
      case '--get':
        request.asQuery = true
        break
      case '-I':
      case '--head':
        return 'Functions can’t send HEAD requests.'
      case '--url':
        request.url = value()
        break
      default:
        if (ignoredWithValue.test(option)) at++
        else if (!option.startsWith('-')) request.url ??= option
    }
  }
  if (request.data.some((one) => one.startsWith('@')))
    return 'The command sends a file. Put what it holds into the command instead.'
  return request
}

/** `-XPOST` and `--request=POST` as two words. */
function split(word: string): string[] {
  const [, long, value] = /^(--[a-z0-9-]+)=(.*)$/s.exec(word) ?? []
  if (long !== undefined && value !== undefined) return [long, value]
  const [, short, attached] = /^(-[XHdubAeFTomwx])(.+)$/s.exec(word) ?? []
  return short !== undefined && attached !== undefined ? [short, attached] : [word]
}

function header(request: Request, line: string): void {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? []
  if (name === '') return
  if (/^content-type$/i.test(name)) {
    request.isJson ||= /json/i.test(value)
    request.isForm ||= /form/i.test(value)
  }
  request.headers.push([name.trim(), value.trim()])
}

type Body = { values: Record<string, unknown>; isForm: boolean }

/** The values of the body; a sentence if a function can't send it. */
function bodyOf({ data, asQuery, isForm, isJson }: Request): Body | string {
  if (data.length === 0 || asQuery) return { values: {}, isForm: false }
  const json = isForm && !isJson ? undefined : jsonIn(data.join(''))
  if (json === undefined && isJson) return 'The body of the command is no valid JSON.'
  // Without a content type, cURL sends a form; those who paste JSON mean JSON.
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
