import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueWords } from './issue-words.ts'

const wordsOf = (schema: z.ZodType, input: unknown) =>
  z
    .object({ field: schema })
    .safeParse(input === undefined ? {} : { field: input })
    .error?.issues.map(issueWords)

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'field is missing.'],
  [z.string(), 1, 'field must be a text.'],
  [z.number(), 'one', 'field must be a number.'],
  [z.coerce.number(), 'one', 'field must be a number.'],
  [z.int(), 1.5, 'field must be a whole number.'],
  [z.boolean(), 'yes', 'field must be true or false.'],
  [z.array(z.string()), {}, 'field must be a list.'],
  [z.string().min(1), '', 'field must not be empty.'],
  [z.string().min(3), 'a', 'field must have at least 3 characters.'],
  [z.string().max(1), 'ab', 'field can have at most 1 character.'],
  [z.string().length(2), 'abc', 'field must have exactly 2 characters.'],
  [z.number().min(0), -1, 'field must be at least 0.'],
  [z.number().positive(), 0, 'field must be more than 0.'],
  [z.number().max(5), 9, 'field must be at most 5.'],
  [z.number().multipleOf(5), 9, 'field must be a multiple of 5.'],
  [z.array(z.string()).min(1), [], 'field must not be empty.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'field can have at most 2 items.'],
  [z.enum(['asc', 'desc']), 'up', 'field must be one of asc, desc.'],
  [z.literal('on'), 'off', 'field must be on.'],
  [z.string().regex(/^a$/), 'b', 'field must match the pattern /^a$/'],
  [z.email(), 'x', 'field must be an email address.'],
  [z.url(), 'x', 'field must be a URL.'],
  [z.iso.datetime(), 'x', 'field must be a date and time such as 2026-01-31T09:00:00Z.'],
  [z.strictObject({}), { extra: 1 }, 'field has fields that are not known here: extra.'],
  [z.union([z.string(), z.number()]), true, 'field has none of the accepted forms.'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'field.kind must be one of a, b.',
  ],
  [z.string().min(1, 'The file is empty.'), '', 'The file is empty.'],
  [z.string().regex(/^a$/, 'Invalid template data'), 'b', 'Invalid template data'],
  [z.string('Invalid agent ID'), 1, 'Invalid agent ID'],
])('%#: %o says what to do', (schema, input, words) => {
  expect(wordsOf(schema, input)).toEqual([words])
})

test('a fault of the whole input is one of the input', () => {
  expect(z.object({}).safeParse([]).error?.issues.map(issueWords)).toEqual(['The input must be an object.'])
})
