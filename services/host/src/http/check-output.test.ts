import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkOutput } from './check-output.ts'

const output = z.object({ items: z.array(z.object({ id: z.string(), at: z.string().optional() })) })
const check = (value: unknown) => () => checkOutput({ name: 'sample.list', output }, value)

test('takes an answer that is as its endpoint says', () => {
  expect(check({ items: [{ id: 'a' }, { id: 'b', at: undefined }] })).not.toThrow()
})

test('finds what is missing, and what is there without being said', () => {
  expect(check({ items: [{}] })).toThrow()
  expect(check({ items: [{ id: 'a' }, { id: 'b', secret: 'c' }] })).toThrow('items.1.secret')
  expect(check({ items: [], next: 'd' })).toThrow('next')
})
