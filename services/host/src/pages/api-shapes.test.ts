import { pageOf } from '@parley/contracts/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { shapeOf } from './api-shapes.ts'

test.each<[string, z.ZodType, string]>([
  [
    'a page',
    pageOf(z.object({ id: z.string(), count: z.number().int() })),
    '{ items: { id: string, count: integer }[], next?: string }',
  ],
  ['choices', z.object({ state: z.enum(['on', 'off']).optional() }), '{ state?: "on" | "off" }'],
  ['lists of choices', z.array(z.enum(['on', 'off'])), '("on" | "off")[]'],
  ['unions', z.union([z.string(), z.object({ at: z.iso.datetime() })]), 'string | { at: ISO 8601 time }'],
  ['records', z.record(z.string(), z.boolean()), '{ [name]: boolean }'],
  ['anything', z.unknown(), 'any'],
])('%s', (_what, schema, shape) => expect(shapeOf(schema, 'output')).toBe(shape))

test('long ones are cut', () => {
  const wide = z.object(
    Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`field${nth}`, z.string()])),
  )
  expect(shapeOf(wide, 'input').length).toBeLessThan(1_700)
})
