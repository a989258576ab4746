import { expect, test } from 'vitest'
import { emailAddress } from './email-address.ts'

test.each(['ada@example.com', 'a.b+c@mail.example.co.uk', 'ü@bücher.example', 'a@b.c'])(
  'accepts %s',
  (text) => expect(emailAddress.test(text)).toBe(true),
)

test.each(['', 'ada', 'ada@example', '@example.com', 'ada@.com', 'ada@example.', 'a@b@c.de', 'a b@c.de'])(
  'refuses %j',
  (text) => expect(emailAddress.test(text)).toBe(false),
)
