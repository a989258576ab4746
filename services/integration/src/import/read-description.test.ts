import { toolSettingsSchema } from '@parley/contracts/integration/tool.ts'
import { describe, expect, it } from 'vitest'
import { readDescription } from './read-description.ts'

const described = (paths: object, more: object = {}) => ({
  ...{
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.shop.example/v1/' }],
  },
  ...more,
  paths,
})

function read(document: unknown, from?: string) {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const answer = readDescription({ text, ...(from === undefined ? {} : { from }) })
  if (!answer.ok) throw new Error(answer.message)
  return answer.read
}

const refusal = (text: string) => {
  const answer = readDescription({ text })
  return answer.ok ? undefined : answer.message
}

/** The description of GitHub's API has 1,223. */
it('the operations of a large public API are all read', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 1_300 }, (_, nth) => [`/things/${nth}`, { get: { summary: `Thing ${nth}` } }]),
  )
  const { found, functions } = read(described(paths))
  expect([found, functions.length, functions.at(-1)?.name]).toEqual([1_300, 1_300, 'Thing 1299'])
})

describe('an OpenAPI document', () => {
  const operation = {
    operationId: 'updateOrder',
    summary: 'Change an order',
    description: 'Changes what\n is  delivered.',
    parameters: [
      { in: 'query', name: 'expand', schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
      { in: 'header', name: 'X-Trace', schema: { type: 'string' } },
      { in: 'header', name: 'Authorization', schema: { type: 'string' } },
      { in: 'cookie', name: 'session', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
    },
    security: [{ cookies: [] }, { token: [] }],
  }
  const document = described(
    {
      '/orders/{orderId}': {
        parameters: [{ $ref: '#/components/parameters/Order' }],
        patch: operation,
      },
    },
    {
      components: {
        parameters: {
          Order: { in: 'path', name: 'orderId', required: true, schema: { type: 'integer', minimum: 1 } },
        },
        schemas: {
          Order: {
            allOf: [
              { $ref: '#/components/schemas/Base' },
              { properties: { gift: { type: ['boolean', 'null'] } } },
            ],
            required: ['lines'],
          },
          Base: {
            type: 'object',
            properties: {
              id: { type: 'string', readOnly: true },
              lines: {
                type: 'array',
                items: { $ref: '#/components/schemas/Line' },
                description: 'What is sold.',
              },
              note: { type: 'string' },
            },
          },
          Line: {
            type: 'object',
            properties: { sku: { type: 'string' }, part: { $ref: '#/components/schemas/Line' } },
            required: ['sku'],
          },
        },
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          cookies: { type: 'apiKey', in: 'cookie', name: 'sid' },
        },
      },
    },
  )

  it('becomes a function for each operation, with a field for each value', () => {
    const { title, server, found, functions, keys } = read(document)
    expect({ title, server, found, keys }).toEqual({
      ...{ title: 'Shop', server: 'https://api.shop.example/v1', found: 1 },
      keys: [{ name: 'token', in: 'header', key: 'Authorization', prefix: 'Bearer ' }],
    })
    const [one] = functions
    expect(one).toMatchObject({
      ...{
        operation: 'PATCH /orders/{orderId}',
        name: 'Change an order',
        description: 'Changes what is delivered.',
      },
      ...{ method: 'PATCH', path: '/orders/{orderId}', keys: ['token'], leftOut: ['session'] },
    })
    const shown = one?.fields.map(({ in: place, key, type, required = false }) => [
      place,
      key,
      type,
      required,
    ])
    expect(shown).toEqual([
      ['path', 'orderId', 'number', true],
      ['body', 'lines', 'object', true],
      ['query', 'expand', 'object', false],
      ['header', 'X-Trace', 'string', false],
      ['body', 'note', 'string', false],
      ['body', 'gift', 'boolean', false],
    ])
    expect(one?.fields[1]?.description).toBe('What is sold.')
    const { type, items } = JSON.parse(one?.fields[1]?.schema ?? '')
    expect({ type, items }).toMatchObject({
      type: 'array',
      items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
    })
    expect(JSON.parse(one?.fields[2]?.schema ?? '')).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
    })
  })

  it('gives functions that can be created', () => {
    const { server, functions } = read(document)
    for (const { name, description, method, path, fields } of functions)
      toolSettingsSchema.parse({ name, description, method, fields, serverUrl: server + path })
  })

  it('may be YAML, and name no server or one that follows its own address', () => {
    const yaml = 'openapi: 3.1.0\ninfo: {title: T}\npaths:\n  /a:\n    get: {operationId: listAllThings}\n'
    expect(read(yaml)).toMatchObject({ server: '', functions: [{ name: 'List all things', method: 'GET' }] })
    const relative = described({ '/a': { get: {} } }, { servers: [{ url: '/v2' }] })
    expect(read(relative, 'https://a.example/docs/openapi.json').server).toBe('https://a.example/v2')
    expect(read(relative).server).toBe('')
  })

  it('may be Swagger 2.0', () => {
    const { server, functions, keys } = read({
      ...{ swagger: '2.0', host: 'a.example', basePath: '/v1', schemes: ['http', 'https'] },
      securityDefinitions: { key: { type: 'apiKey', in: 'query', name: 'key' } },
      paths: {
        '/pets/{id}': {
          post: {
            parameters: [
              { in: 'path', name: 'id', type: 'string', required: true },
              { in: 'query', name: 'limit', type: 'integer' },
              {
                in: 'body',
                name: 'pet',
                schema: { type: 'object', properties: { name: { type: 'string' } } },
              },
            ],
          },
        },
      },
    })
    expect({ server, keys }).toEqual({
      server: 'https://a.example/v1',
      keys: [{ name: 'key', in: 'query', key: 'key', prefix: '' }],
    })
    expect(functions[0]?.fields.map(({ in: place, key }) => `${place} ${key}`)).toEqual([
      ...['path id', 'query limit', 'body name'],
    ])
  })

  it('may take a form', () => {
    const schema = { type: 'object', properties: { amount: { type: 'integer' } } }
    const content = { 'application/x-www-form-urlencoded': { schema } }
    const { functions } = read(described({ '/a': { post: { requestBody: { content } } } }))
    expect(functions[0]).toMatchObject({ bodyFormat: 'form', fields: [{ in: 'body', key: 'amount' }] })
    const parameters = [{ in: 'formData', name: 'amount', type: 'integer', required: true }]
    const older = read({ swagger: '2.0', host: 'a.example', paths: { '/a': { post: { parameters } } } })
    expect(older.functions[0]).toMatchObject({
      bodyFormat: 'form',
      fields: [{ key: 'amount', type: 'number' }],
    })
  })

  it('says which operations can’t be functions, and why', () => {
    const form = { 'multipart/form-data': { schema: { type: 'object' } } }
    const list = { 'application/json': { schema: { type: 'array', items: {} } } }
    const { functions } = read(
      described({
        '/a': { post: { requestBody: { required: true, content: form } } },
        '/b': { post: { requestBody: { content: list } } },
        '/c': { get: { parameters: [{ in: 'cookie', name: 's', required: true }] } },
      }),
    )
    expect(functions.map(({ problem }) => problem)).toEqual([
      'It takes multipart/form-data, which functions can’t send.',
      'Its body is no object; functions send an object.',
      'It needs a cookie.',
    ])
  })

  it('can’t name another server by its paths, nor hold a password', () => {
    const { functions } = read(described({ '.evil.example/x': { get: {} }, '@evil.example/': { get: {} } }))
    expect(functions.every(({ problem }) => problem === 'Its path does not begin with a slash.')).toBe(true)
    const withPassword = described({ '/a': { get: {} } }, { servers: [{ url: 'https://a:b@evil.example' }] })
    expect(read(withPassword).server).toBe('')
  })

  it('whose schemas grow with each other is read in bounded time', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, nth) => [`p${nth}`, { type: 'string' }]),
    )
    const twenty = (name: string) => ({
      allOf: Array.from({ length: 20 }, () => ({ $ref: `#/components/schemas/${name}` })),
    })
    const schemas = { A: { properties: wide }, B: twenty('A'), C: twenty('B') }
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/C' } } }
    const { functions } = read(
      described({ '/a': { post: { requestBody: { content } } } }, { components: { schemas } }),
    )
    expect(functions[0]?.fields.length).toBeLessThanOrEqual(50)
  })

  it('that refers to itself without end is read all the same', () => {
    const loop = { $ref: '#/components/schemas/A' }
    const schemas = {
      A: { allOf: Array.from({ length: 20 }, () => loop), properties: { a: loop, b: loop, c: loop } },
      B: { $ref: '#/components/schemas/B' },
    }
    const content = { 'application/json': { schema: loop } }
    const { functions } = read(
      described({ '/a': { post: { requestBody: { content } } } }, { components: { schemas } }),
    )
    expect(functions[0]?.fields.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('is refused in words when it is none', () => {
    expect(refusal('just words: [')).toBe('This is neither JSON nor YAML.')
    expect(refusal('{"a": 1}')).toContain('This is no OpenAPI document')
    expect(refusal('{"openapi": "3.0.0", "paths": {}}')).toBe('The document describes no operations.')
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, nth) => {
        const before = String.fromCharCode(97 + nth)
        return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`
      }),
    ].join('\n')
    expect(refusal(bomb)).toBe('This is neither JSON nor YAML.')
  })
})

describe('a cURL command', () => {
  it('becomes a function whose fields have the values that were sent', () => {
    const { server, functions } = read(
      `curl -X POST 'https://api.shop.example/v1/orders?shop=1' \\
        -H 'Authorization: Bearer k-123' -H 'Content-Type: application/json' \\
        -d '{"sku": "it'"'"'s", "count": 2, "gift": true, "to": {"city": "Bern"}}'`,
    )
    expect(server).toBe('https://api.shop.example')
    expect(functions).toEqual([
      {
        ...{
          operation: 'POST /v1/orders',
          name: 'Orders',
          description: '',
          method: 'POST',
          path: '/v1/orders',
        },
        ...{ keys: [], leftOut: [] },
        fields: [
          { in: 'query', key: 'shop', type: 'string', defaultValue: '1' },
          { in: 'body', key: 'sku', type: 'string', defaultValue: "it's" },
          { in: 'body', key: 'count', type: 'number', defaultValue: '2' },
          { in: 'body', key: 'gift', type: 'boolean', defaultValue: 'true' },
          { in: 'body', key: 'to', type: 'object', defaultValue: '{"city":"Bern"}' },
          { in: 'header', key: 'Authorization', type: 'string', value: 'Bearer k-123' },
        ],
      },
    ])
  })

  it.each([
    ['curl https://a.example/x', 'GET', []],
    ['$ curl -XDELETE https://a.example/x', 'DELETE', []],
    ['curl --request=PUT --url https://a.example/x --json \'{"a":1}\'', 'PUT', ['body a']],
    ["curl -G https://a.example/x -d 'q=a b' --data-urlencode 'n=2'", 'GET', ['query q', 'query n']],
    ["curl https://a.example/x -d amount=20 -d 'to=a b'", 'POST', ['body amount', 'body to']],
    ['curl -u ada:secret a.example/x', 'GET', ['header Authorization']],
    ['curl -sSL -o out.json --compressed https://a.example/x', 'GET', []],
    ["curl $'https://a.example/x?q=\\u0041\\n'", 'GET', ['query q']],
    ['curl "https://a.example/x?q=1" -b "sid=1"', 'GET', ['query q', 'header Cookie']],
  ])('%s', (command, method, fields) => {
    const [one] = read(command).functions
    expect([one?.method, one?.fields.map(({ in: place, key }) => `${place} ${key}`)]).toEqual([
      method,
      fields,
    ])
  })

  /** The server with the path, and what each field holds. */
  const sent = (command: string) => {
    const { server, functions } = read(command)
    const [one] = functions
    const fields = one?.fields.map(
      (field) => `${field.in} ${field.key}=${field.value ?? field.defaultValue ?? ''}`,
    )
    return [`${one?.method} ${server}${one?.path}`, ...(fields ?? [])]
  }

  it.each([
    // Options of one letter stand together.
    ['curl -sX PUT https://a.example/x -kd a=1', 'PUT https://a.example/x', 'body a=1'],
    ['curl -sSLXPOST https://a.example/x -d a=1', 'POST https://a.example/x', 'body a=1'],
    ['curl -Gd q=1 https://a.example/x', 'GET https://a.example/x', 'query q=1'],
    // What is no address is not taken for one.
    ['curl -c jar.txt --retry-delay 5 --cert c.pem -m 3 https://a.example/x', 'GET https://a.example/x'],
    ['curl https://a.example/x -s | jq .items > out.json', 'GET https://a.example/x'],
    ['# Prices\n> curl https://a.example/x', 'GET https://a.example/x'],
    ['curl `\n  https://a.example/x', 'GET https://a.example/x'],
    ["curl --data-raw '@ada=1' https://a.example/x", 'POST https://a.example/x', 'body @ada=1'],
    [
      "curl --data-urlencode 'n=1 + 1 & 2' https://a.example/x",
      'POST https://a.example/x',
      'body n=1 + 1 & 2',
    ],
    [
      "curl --url-query 'q=a & b' --url-query '+r=c%20d' https://a.example/x",
      'GET https://a.example/x',
      'query q=a & b',
      'query r=c d',
    ],
    [
      `curl --url-query q=1 --json '{"a":1}' https://a.example/x`,
      'POST https://a.example/x',
      'query q=1',
      'body a=1',
    ],
    ['curl -u ada https://a.example/x', 'GET https://a.example/x', 'header Authorization=Basic YWRhOg=='],
    ["curl -H 'X-A:' -H 'X-B: 1' https://a.example/x", 'GET https://a.example/x', 'header X-B=1'],
    [
      'curl https://a.example/orders/{orderId}/lines',
      'GET https://a.example/orders/{orderId}/lines',
      'path orderId=',
    ],
    [
      String.raw`curl https://a.example/x -d $'n=\xC3\xA9\x41b \ud83d\ude00\!'`,
      'POST https://a.example/x',
      String.raw`body n=éAb 😀\!`,
    ],
    // As Chrome copies for the shell of Windows.
    [
      String.raw`curl ^"https://a.example/x?q=1^&r=2^" ^
  -H ^"x-a: b^%^20c^" ^
  --data-raw ^"^{^\^"a^\^":^\^"b^\^"^}^"`,
      'POST https://a.example/x',
      'query q=1',
      'query r=2',
      'body a=b',
      'header x-a=b%20c',
    ],
    ['curl "https://a.example/x" ^\r\n --data-raw "{\\"a\\":1}"', 'POST https://a.example/x', 'body a=1'],
  ])('%s sends', (command, ...expected) => {
    expect(sent(command)).toEqual(expected)
  })

  it.each([
    ["curl 'https://a.example", 'A quote in the command is not closed.'],
    ['curl -X GET', 'The command names no address.'],
    ['curl ftp://a.example/x', 'The address of the command is no web address.'],
    [
      'curl -F file=@a.png https://a.example',
      'The command sends a form with parts, which functions can’t send.',
    ],
    ["curl --json '{a' https://a.example", 'The body of the command is no valid JSON.'],
    ["curl https://a.example -d '{a}'", 'The body of the command is no valid JSON.'],
    [
      "curl https://a.example -H 'Content-Type: text/xml; charset=utf-8' -d '<a>1</a>'",
      'The body of the command is text/xml; functions send JSON or a form.',
    ],
    [
      'curl --digest -u ada:b https://a.example',
      'The command signs in by Digest, which functions can’t send.',
    ],
    [
      'curl --aws-sigv4 aws:s3 https://a.example',
      'The command signs what it sends, which functions can’t send.',
    ],
    [
      'curl --form-string a=b https://a.example',
      'The command sends a form with parts, which functions can’t send.',
    ],
    ['curl -b jar.txt https://a.example', 'The command sends the cookies of a file.'],
    ['curl -H @headers.txt https://a.example', 'The command reads its headers from a file.'],
    [
      'curl --data-urlencode a@b.txt https://a.example',
      'The command sends a file. Put what it holds into the command instead.',
    ],
    [
      'curl -d @body.json https://a.example',
      'The command sends a file. Put what it holds into the command instead.',
    ],
    ["curl -d '[1]' https://a.example", 'The body of the command is no object; functions send an object.'],
    ['curl -X OPTIONS https://a.example', 'Functions can’t send OPTIONS requests.'],
  ])('%s is refused', (command, message) => {
    expect(refusal(command)).toBe(message)
  })
})
