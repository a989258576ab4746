import { expect, test } from 'vitest'
import { addressOfVisitor, isEmailField, isVisitorEmail, visitorEmailIn } from './visitor-email.ts'

test.each([
  'ada@example.com',
  'a.b+c@mail.example.co.uk',
  'ü@bücher.example',
  'ada@xn--bcher-kva.example',
  'ada@उदाहरण.भारत',
])('%s is an address', (text) => {
  expect(isVisitorEmail(text)).toBe(true)
  expect(visitorEmailIn(`It is ${text}.`)).toBe(text)
})

test.each(['gabi@post', 'gabi@post.', 'gabi@.post', 'gabi@post.d', 'gabi@192.168.0.1', 'gabi@-post.de'])(
  '%j is no address, alone or in a sentence',
  (text) => {
    expect(isVisitorEmail(text)).toBe(false)
    expect(visitorEmailIn(`It is ${text} as always`)).toBeUndefined()
  },
)

test.each([
  '',
  'gabi',
  '@post.de',
  'gabi.@post.de',
  'ga..bi@post.de',
  'a@b@c.de',
  `${'a'.repeat(300)}@post.de`,
])('%j is no address', (text) => expect(isVisitorEmail(text)).toBe(false))

test('the first that is an address is taken, without what stands around it', () => {
  expect(visitorEmailIn('gabi@post, or <gabi@post.de>!')).toBe('gabi@post.de')
  expect(visitorEmailIn('...gabi@post.de')).toBe('gabi@post.de')
  expect(visitorEmailIn('a'.repeat(100_000))).toBeUndefined()
})

test('a field for the address is told by its name', () => {
  expect(['email', 'E-mail', 'e_mail', 'Email address'].filter((name) => !isEmailField(name))).toEqual([])
  expect(['email_confirmed', 'by_email', 'mail', 'name'].filter(isEmailField)).toEqual([])
})

test('a visitor is answered at the address that they left last, or else at that of the page', () => {
  const fields = { email: 'first@shop.example', note: 'Call me', mail_2: ' last@shop.example ' }
  expect(addressOfVisitor({ fields, email: 'page@shop.example' })).toBe('last@shop.example')
  expect(addressOfVisitor({ fields: { note: 'gabi@post' }, email: 'page@shop.example' })).toBe(
    'page@shop.example',
  )
  expect(addressOfVisitor({ fields: { email: '[erased]' }, email: '[erased]' })).toBeUndefined()
})
