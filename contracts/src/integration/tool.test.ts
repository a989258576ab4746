import { describe, expect, it } from 'vitest'
import { filledPath, placeholdersIn } from './server-url.ts'
import { type ToolField, toolSettingsSchema } from './tool.ts'
import { problemOfSchema } from './value-schema.ts'

const settings = (fields: ToolField[], serverUrl = 'https://a.example/orders/{id}?q={no}') => ({
  ...{ name: 'Orders', description: 'Finds orders.', fields, serverUrl, method: 'GET' },
})
const problems = (given: object) =>
  toolSettingsSchema
    .safeParse(given)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the path of a server URL', () => {
  it('has a field for each of its placeholders, and no other', () => {
    const inPath: ToolField = { in: 'path', key: 'id', type: 'string' }
    expect(problems(settings([inPath]))).toBeUndefined()
    expect(problems(settings([]))).toEqual(['serverUrl: Add a field named id in the path.'])
    expect(problems(settings([inPath, { ...inPath, key: 'no' }]))).toEqual([
      'fields.1.key: The path of the server URL has no {no}.',
    ])
    expect(problems(settings([{ ...inPath, type: 'object' }]))).toHaveLength(1)
  })

  it('keeps host and query as they are', () => {
    const url = 'https://a.example/{a}/x{b}{a}?q={a}#{b}'
    expect(placeholdersIn(url)).toEqual(['a', 'b'])
    expect(filledPath(url, new Map([['a', '1/2']]))).toBe('https://a.example/1%2F2/x{b}1%2F2?q={a}#{b}')
    expect(filledPath('https://a.example', new Map())).toBe('https://a.example')
  })

  it('has no user name or password in front, which would be shown and not sent', () => {
    expect(problems(settings([], 'https://ada:key@a.example/orders'))).toEqual([
      'serverUrl: The URL must not contain a user name or password.',
    ])
    expect(problems(settings([], 'https://a.example/@ada'))).toBeUndefined()
  })

  it('never leads elsewhere', () => {
    expect(filledPath('https://a.example/%2e{x}', new Map([['x', '.']]))).toBeUndefined()
    expect(placeholdersIn('https:///{x}/y')).toEqual([])
    const url = 'https://a.example/a/{x}{y}/b'
    for (const [x, y] of [
      ['.', '.'],
      ['', '.'],
      ['..', ''],
      ['', ''],
    ] as const)
      expect(
        filledPath(
          url,
          new Map([
            ['x', x],
            ['y', y],
          ]),
        ),
      ).toBeUndefined()
    expect(
      filledPath(
        url,
        new Map([
          ['x', '%2e'],
          ['y', '.'],
        ]),
      ),
    ).toBe('https://a.example/a/%252e./b')
  })
})

describe('the schema of a value', () => {
  it('fits the type of its field', () => {
    expect(problemOfSchema('{"type": "array", "items": {"type": "string"}}', 'object')).toBeUndefined()
    expect(problemOfSchema('{"type": "string"}', 'number')).toContain('number or integer')
    expect(problemOfSchema('[]', 'object')).toContain('Enter a JSON Schema')
    expect(problemOfSchema('{', 'object')).toContain('Enter a JSON Schema')
  })

  it('says what JSON Schema knows', () => {
    for (const text of [
      '{"type": "object", "required": 5}',
      '{"type": "object", "properties": {"a": {"type": "nonsense"}}}',
      '{"type": "array", "items": []}',
    ])
      expect(problemOfSchema(text, 'object')).toContain('not valid')
  })

  it('is bounded, and refers to nothing', () => {
    const deep = `${'{"type":"object","items":'.repeat(1_000)}{}${'}'.repeat(1_000)}`
    expect(problemOfSchema(deep, 'object')).toContain('levels')
    expect(problemOfSchema('{"type":"object","properties":{"a":{"$ref":"#"}}}', 'object')).toContain('$ref')
  })
})
