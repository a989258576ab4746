import { hostNameIn, isEmailShaped } from '@parley/contracts/agency/domain-names.ts'
import { expect, test } from 'vitest'
import { customDomainIn, subdomainIn } from './domain-input.ts'

const rules = { ownHosts: ['parley.example'], rootDomain: 'agents.example', takesRootDomains: true }
const rejected = (code: string, message?: string) => ({
  ok: false,
  rejection: expect.objectContaining(message === undefined ? { code } : { code, message }),
})

test.each([
  ['App.North.example', 'app.north.example'],
  [' app . north . example ', 'app.north.example'],
  ['app.north.example.', 'app.north.example'],
  ['https://app.north.example/login?x#y', 'app.north.example'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['app。north。example', 'app.north.example'],
  ['faß.example', 'xn--fa-hia.example'],
])('%j is %s', (entered, host) => expect(hostNameIn(entered)).toBe(host))

test.each([
  '',
  '.',
  'a..b',
  '-a.example',
  'a-.example',
  'a_b.example',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  'a.example:8443',
  'user@a.example',
  'a.example\\@b.example',
  '*.example.com',
  'a%2eexample',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('%j is no host name', (entered) => expect(hostNameIn(entered)).toBeUndefined())

test('a custom domain is a subdomain or, where an address takes it, a root domain', () => {
  expect(customDomainIn('app.north.co.uk', rules)).toEqual({
    ...{ ok: true, domain: 'app.north.co.uk' },
    ...{ zone: 'north.co.uk', isRoot: false },
  })
  expect(customDomainIn('north.co.uk', rules)).toMatchObject({ zone: 'north.co.uk', isRoot: true })
  const withoutAddress = { ...rules, takesRootDomains: false }
  expect(customDomainIn('north.com', withoutAddress)).toEqual(
    rejected('invalid-domain', 'Please input a subdomain: "app.north.com"'),
  )
  expect(customDomainIn('app.north.com', withoutAddress)).toMatchObject({ ok: true })
  expect(customDomainIn('north', rules)).toEqual(
    rejected('invalid-domain', 'Please input a subdomain: "app.north.com"'),
  )
  expect(customDomainIn('co.uk', rules)).toEqual(
    rejected('invalid-domain', 'Please input a subdomain: "app.example.co.uk"'),
  )
  for (const none of ['', '   ', '127.0.0.1'])
    expect(customDomainIn(none, rules)).toEqual(rejected('invalid-domain', 'Please enter a custom domain'))
})

test('the names of this server are nobody else’s', () => {
  for (const ours of ['parley.example', 'PARLEY.example.', 'app.parley.example', 'x.agents.example'])
    expect(customDomainIn(ours, rules)).toEqual(
      rejected('domain-taken', 'This domain already exists on another account.'),
    )
})

test('a subdomain is one word, with or without the root domain', () => {
  for (const entered of ['north', ' North ', 'no rth', 'north.agents.example', 'NORTH.Agents.example.'])
    expect(subdomainIn(entered, rules)).toMatchObject({ ok: true, domain: 'north.agents.example' })
  for (const wrong of ['', 'a.b', 'agents.example', 'münchen', '-', 'north.other.example'])
    expect(subdomainIn(wrong, rules)).toEqual(rejected('invalid-domain'))
  for (const reserved of ['www', 'API', 'mail.agents.example'])
    expect(subdomainIn(reserved, rules)).toEqual(rejected('domain-taken'))
  expect(subdomainIn('north', { ...rules, rootDomain: undefined })).toEqual(
    rejected('subdomains-not-offered', 'Failed to set up subdomain. Please try again.'),
  )
})

test.each(['a@b.c', ' dev@agency.example ', 'a.b+c@d-e.example'])('%j has the shape of an address', (text) =>
  expect(isEmailShaped(text)).toBe(true),
)

test.each(['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'])('%j has not', (text) =>
  expect(isEmailShaped(text)).toBe(false),
)
