import { jsonSchema } from '@parley/host/http/openapi-schema.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operationsOf, typeOf } from './declarations.ts'

const typed = (schema: z.ZodType) => typeOf(jsonSchema(schema, 'output'))

test.each([
  [z.string(), 'string'],
  [z.int(), 'number'],
  [z.boolean().nullable(), '(boolean) | (null)'],
  [z.literal('a'), '"a"'],
  [z.enum(['a', 'b']), '("a") | ("b")'],
  [z.array(z.union([z.string(), z.number()])), '((string) | (number))[]'],
  [z.tuple([z.string(), z.number()]), '[string, number]'],
  [z.object({ 'a-b': z.string(), c: z.number().optional() }), '{ "a-b": string; "c"?: number }'],
  [z.object({}), '{}'],
  [z.record(z.string(), z.number()), 'Record<string, number>'],
  [z.partialRecord(z.enum(['x', 'y']), z.number()), 'Partial<Record<("x") | ("y"), number>>'],
  [z.unknown(), 'unknown'],
])('%#: a schema is the type of its values', (schema, type) => {
  expect(typed(schema)).toBe(type)
})

test('calls have their parameters and answers; deliveries of providers are left out', () => {
  const of = { kind: 'command', method: 'POST', path: '/a', permission: 'agent.read' } as const
  const output = z.object({ ok: z.literal(true) })
  const optional = z.object({ b: z.string() }).optional()
  const declared = operationsOf({
    one: {
      ...of,
      name: 'one',
      summary: 'Do */ one',
      params: z.object({ a: z.string() }),
      body: optional,
      output,
    },
    two: {
      ...of,
      name: 'two',
      summary: 'Two',
      access: 'signed',
      scheme: 'meta',
      permission: 'meta.deliver',
      output,
    } as never,
  })
  expect(declared).toContain('/** Do * / one */')
  expect(declared).toContain(
    'request: { params: { "a": string }; body?: { "b": string } }; answer: { "ok": true }',
  )
  expect(declared).not.toContain('two')
})
