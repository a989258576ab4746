import { describe, expect, test } from 'vitest'
import { domainOf, personProven } from './provider-person.ts'

const acme = { issuer: 'https://login.acme.example', domains: ['acme.example', 'acme.test'] }
const ada = { sub: 's1', email: 'Ada@Acme.example', email_verified: true, name: ' Ada ' }
const proven = { subject: 's1', email: 'ada@acme.example', displayName: 'Ada' }

describe('a person is proven', () => {
  test('by an address at a domain of the organisation', () => {
    expect(personProven(ada, acme)).toEqual(proven)
    expect(personProven({ ...ada, email: 'ada@acme.test' }, acme)).toMatchObject({ email: 'ada@acme.test' })
    for (const email of [
      'ada@evil.example',
      'ada@acme.example.evil.example',
      'ada@mail.acme.example',
      'ada@evil.example@acme.example.evil',
    ])
      expect(personProven({ ...ada, email }, acme), email).not.toHaveProperty('subject')
  })

  test('by a provider that says nothing of it, unless it says that it did not verify the address', () => {
    const { email_verified: _, ...silent } = ada
    expect(personProven(silent, acme)).toEqual(proven)
    expect(personProven({ ...ada, email_verified: 'true' }, acme)).toEqual(proven)
    for (const email_verified of [false, 'false', null, 0, {}])
      expect(personProven({ ...ada, email_verified }, acme)).toBe('email-not-verified')
    for (const email of [undefined, '', 'ada', 'ada@', 7])
      expect(personProven({ ...ada, email }, acme)).toBe('email-not-verified')
    expect(personProven({ ...ada, sub: '' }, acme)).toBe('email-not-verified')
  })

  test('by Google only with an account of the organisation’s Workspace', () => {
    const google = { ...acme, issuer: 'https://accounts.google.com' }
    expect(personProven({ ...ada, hd: 'acme.example' }, google)).toEqual(proven)
    expect(personProven(ada, google)).toBe('wrong-domain')
    expect(personProven({ ...ada, hd: 'evil.example' }, google)).toBe('wrong-domain')
    expect(personProven({ ...ada, hd: 'acme.example', email_verified: undefined }, google)).toBe(
      'email-not-verified',
    )
  })
})

test('a name is that of the person, else the first part of the address', () => {
  expect(personProven({ ...ada, name: undefined }, acme)).toMatchObject({ displayName: 'ada' })
  expect(personProven({ ...ada, name: 'a'.repeat(300) }, acme)).toMatchObject({
    displayName: 'a'.repeat(100),
  })
  expect(domainOf('ada@BÜCHER.example')).toBe('xn--bcher-kva.example')
  expect(domainOf('ada@')).toBeUndefined()
})
