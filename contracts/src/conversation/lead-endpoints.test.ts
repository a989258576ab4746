import { expect, test } from 'vitest'
import { leadFieldsSchema } from './lead-endpoints.ts'

test.each(['email', 'E-mail'])(
  'the field “%s” of a lead holds an address that mail reaches, or nothing',
  (name) => {
    expect(leadFieldsSchema.parse({ [name]: ' gabi@post.de ' })).toEqual({ [name]: 'gabi@post.de' })
    expect(leadFieldsSchema.parse({ [name]: '' })).toEqual({ [name]: '' })
    expect(leadFieldsSchema.safeParse({ [name]: 'gabi@post' }).error?.issues).toMatchObject([
      { message: 'Please enter a valid email' },
    ])
  },
)

test('other fields of a lead hold any text', () => {
  expect(leadFieldsSchema.parse({ note: 'gabi@post' })).toEqual({ note: 'gabi@post' })
})
