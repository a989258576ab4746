import { expect, test } from 'vitest'
import { contactKeys, normalAddress } from './addresses.ts'
import { readList } from './read-list.ts'

test.each([
  ['email', ' Ada@Example.COM ', undefined, 'ada@example.com'],
  ['email', 'ada', undefined, undefined],
  ['whatsapp', '+49 (0)30 901820', undefined, '4930901820'],
  ['whatsapp', '030 901820', 'DE', '4930901820'],
  ['whatsapp', '030 901820', undefined, undefined],
  ['whatsapp', '+49 1', 'DE', undefined],
  ['telegram', '123456', undefined, '123456'],
  ['telegram', '@ada', undefined, undefined],
  ['webhook', ' a ', undefined, 'a'],
] as const)('%s: %s', (medium, written, country, expected) => {
  expect(normalAddress(medium, written, country)).toBe(expected)
})

test('keeps who agreed, with their columns as variables, and says who is dropped and why', () => {
  const csv = [
    'Name;Email;Consent;Timezone',
    'Ada;Ada@example.com;yes;Europe/Berlin',
    'Bob;bob@example.com;no;',
    ';;yes;',
    'Eve;eve;TRUE;',
    'Mia;mia@example.com;1;Nowhere/Land',
    'a;b@example.com;yes;UTC;more',
  ].join('\n')
  expect(readList(csv, { medium: 'email' })).toEqual({
    ok: true,
    recipients: [
      {
        ...{ row: 2, address: 'ada@example.com', timeZone: 'Europe/Berlin' },
        variables: { Name: 'Ada', Email: 'Ada@example.com' },
      },
      { row: 6, address: 'mia@example.com', variables: { Name: 'Mia', Email: 'mia@example.com' } },
    ],
    dropped: [
      { row: 3, reason: 'no-consent', address: 'bob@example.com' },
      { row: 4, reason: 'no-address', address: '' },
      { row: 5, reason: 'invalid-address', address: 'eve' },
      { row: 7, reason: 'invalid-row', address: 'b@example.com' },
    ],
  })
})

test.each([
  ['email\na@example.com', 'no-consent-column'],
  ['name,consent\nAda,yes', 'no-address-column'],
  ['email,consent\n"a,yes', 'invalid-csv'],
  [`email,consent\n${'a@example.com,yes\n'.repeat(1_001)}`, 'too-many-rows'],
])('refuses %#', (csv, code) => {
  expect(readList(csv, { medium: 'email' })).toMatchObject({ ok: false, rejection: { code } })
})

test('keys tell apart workspaces, media and channels, but not the channels of one number', () => {
  const keys = contactKeys(Buffer.alloc(32, 1))
  const key = keys.of('w1', 'whatsapp', '4930901820', 'c1')
  expect(keys.of('w1', 'whatsapp', '4930901820', 'c2')).toBe(key)
  const others = [
    keys.of('w2', 'whatsapp', '4930901820'),
    keys.of('w1', 'telegram', '4930901820', 'c1'),
    keys.of('w1', 'telegram', '4930901820', 'c2'),
    keys.ofConversation('w1', '4930901820'),
    contactKeys(Buffer.alloc(32, 2)).of('w1', 'whatsapp', '4930901820'),
  ]
  expect(new Set([key, ...others]).size).toBe(6)
})
