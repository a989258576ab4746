import { expect, it } from 'vitest'
import { credentialSettingsSchema } from './credential.ts'

const problemOf = (host: string) =>
  credentialSettingsSchema.safeParse({ name: 'Shop', use: { kind: 'bearer' }, hosts: [host] }).error
    ?.issues[0]?.message

it.each(['api.example.com', 'API.example.com:8443', 'api.example.com:443', '[::1]', 'xn--e1afmkfd.example'])(
  'a credential is for the host %s',
  (host) => expect(problemOf(host)).toBeUndefined(),
)

it.each([
  ['*', 'Enter each host by its whole name, without *.'],
  ['*.example.com', 'Enter each host by its whole name, without *.'],
  ['пример.example', 'Enter the host as it stands in addresses: xn--e1afmkfd.example.'],
  ['example.com/orders', 'Enter a host such as api.example.com.'],
  ['a b', 'Enter a host such as api.example.com.'],
  ['ada@example.com', 'Enter a host such as api.example.com.'],
  ['', 'Enter a host such as api.example.com.'],
])('of %j it is said why it is none', (host, problem) => expect(problemOf(host)).toBe(problem))
