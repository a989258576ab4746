/**
 * Examples of each call for the API reference, generated from the endpoints: in curl, TypeScript and Python, with
 * nothing but what these have themselves. Address, credentials and ids are read from the environment.
 */
import { IDEMPOTENCY_HEADER } from '@parley/contracts/client.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { exampleOf } from './example-value.ts'

export type ApiExamples = { curl: string; typescript: string; python: string }

type Call = {
  method: Endpoint['method']
  /** Literal text and names of variables of the environment, in turn. */
  address: { text: string; variable?: string }[]
  credentials: boolean
  body: unknown
  answer: 'json' | 'text' | 'bytes' | 'events'
  command: boolean
}

/** Returns nothing for deliveries, which providers sign. */
export function examplesOf(endpoint: Endpoint): ApiExamples | undefined {
  if (endpoint.access === 'signed') return undefined
  const call: Call = {
    method: endpoint.method,
    address: addressOf(endpoint),
    credentials: endpoint.access !== 'anyone',
    body: endpoint.body ? exampleOf(endpoint.body) : undefined,
    answer: answerOf(endpoint),
    command: endpoint.kind === 'command',
  }
  return { curl: inCurl(call), typescript: inTypeScript(call), python: inPython(call) }
}

/** The variable of the environment for a parameter of a path: `AGENT_ID` for `agentId`. */
export function variableFor(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

function addressOf({ path, query }: Endpoint): Call['address'] {
  const parts = path.split(/\{(\w+)\}/)
  const address = parts.flatMap((text, nth) => {
    if (nth % 2 === 1) return []
    const parameter = parts[nth + 1]
    return parameter === undefined ? { text } : { text, variable: variableFor(parameter) }
  })
  const asked = query ? Object(exampleOf(query)) : {}
  const search = new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  ).toString()
  return search === '' ? address : [...address, { text: `?${search}` }]
}

function answerOf({ delivery, mediaTypes, kind }: Endpoint): Call['answer'] {
  if (mediaTypes) return delivery === 'stream' ? 'text' : 'bytes'
  return delivery === 'stream' && kind === 'query' ? 'events' : 'json'
}

function inCurl({ method, address, credentials, body, answer, command }: Call): string {
  const url = address.map(({ text, variable }) => text + (variable ? `\${${variable}}` : '')).join('')
  const headers = [
    ...(credentials ? [`-H "Authorization: Bearer $API_TOKEN"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(command ? [`-H "Idempotency-Key: $(date +%s)-$RANDOM"`] : []),
    ...(answer === 'json' ? [`-H 'Accept: application/json'`] : []),
  ]
  const sent = body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]
  const out = answer === 'bytes' ? ['-o file'] : []
  const start = `curl --fail-with-body${answer === 'events' ? ' -N' : ''} -X ${method} "$API_URL${url}"`
  return [start, ...headers, ...sent, ...out].join(' \\\n  ')
}

function inTypeScript({ method, address, credentials, body, answer, command }: Call): string {
  const names = ['API_URL', ...(credentials ? ['API_TOKEN'] : []), ...variablesIn(address)]
  const url = address.map(({ text, variable }) => text + (variable ? `\${${variable}}` : '')).join('')
  const headers = [
    ...(credentials ? [`authorization: \`Bearer \${API_TOKEN}\``] : []),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
    ...(command ? [`'${IDEMPOTENCY_HEADER}': crypto.randomUUID()`] : []),
    ...(answer === 'json' ? [`accept: 'application/json'`] : []),
  ]
  const lines = [
    `const { ${names.join(', ')} } = process.env`,
    `const response = await fetch(\`\${API_URL}${url}\`, {`,
    `  method: '${method}',`,
    '  headers: {',
    ...headers.map((header) => `    ${header},`),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literalOf(body, typescript, 1)}),`]),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
  ]
  const read: Record<Call['answer'], string> = {
    json: 'console.log(await response.json())',
    text: 'console.log(await response.text())',
    bytes: 'const file = Buffer.from(await response.arrayBuffer())\nconsole.log(file.length)',
    events:
      'for await (const part of response.body!.pipeThrough(new TextDecoderStream())) process.stdout.write(part)',
  }
  return [...lines, read[answer]].join('\n')
}

function inPython({ method, address, credentials, body, answer, command }: Call): string {
  const url = address
    .map(({ text, variable }) => text + (variable ? `{environ['${variable}']}` : ''))
    .join('')
  const headers = [
    ...(credentials ? [`"Authorization": f"Bearer {environ['API_TOKEN']}"`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(command ? ['"Idempotency-Key": str(uuid4())'] : []),
    ...(answer === 'json' ? ['"Accept": "application/json"'] : []),
  ]
  const read: Record<Call['answer'], string[]> = {
    json: ['    print(json.load(response))'],
    text: ['    print(response.read().decode())'],
    bytes: ['    print(len(response.read()))'],
    events: ['    for line in response:', '        print(line.decode(), end="")'],
  }
  return [
    ...(body === undefined && answer !== 'json' ? [] : ['import json']),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    ...(command ? ['from uuid import uuid4'] : []),
    '',
    'request = Request(',
    `    f"{environ['API_URL']}${url}",`,
    `    method="${method}",`,
    '    headers={',
    ...headers.map((header) => `        ${header},`),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${literalOf(body, python, 1)}).encode(),`]),
    ')',
    'with urlopen(request) as response:',
    ...read[answer],
  ].join('\n')
}

function variablesIn(address: Call['address']): string[] {
  return address.flatMap(({ variable }) => variable ?? [])
}

type Literals = { indent: string; words: Record<string, string>; keyOf(name: string): string }

const typescript: Literals = {
  indent: '  ',
  words: {},
  keyOf: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
}
const python: Literals = {
  indent: '    ',
  words: { true: 'True', false: 'False', null: 'None' },
  keyOf: JSON.stringify,
}

/** A value as it is written in a language, from a line on that is indented by `depth`. */
function literalOf(value: unknown, language: Literals, depth: number): string {
  const { indent, words, keyOf } = language
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? JSON.stringify(value)
  const inner = (each: unknown) => literalOf(each, language, depth + 1)
  const items = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${inner(each)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  const pad = indent.repeat(depth)
  return `${open}\n${items.map((item) => `${pad}${indent}${item},\n`).join('')}${pad}${close}`
}
