import { expect, test } from 'vitest'
import { createReturnPaths } from './return-path.ts'

const paths = createReturnPaths(Buffer.alloc(32, 1))
const tenant = 'Zz9AbcdefGhijKlmnoPqrst0'
const email = 'Cleo@Example.com'
const local = (of: Partial<{ region: 'na' | 'eu'; tenant: string; email: string }> = {}) =>
  paths.localOf({ region: 'na', tenant, email, ...of }) ?? ''

test('names region, workspace and address, within the letters of a local part, in any case', () => {
  expect(local()).toMatch(/^bounces\+n[0-9a-z]{53}$/)
  const path = paths.read(`${local().toUpperCase()}@SEND.north.example`)
  expect(path).toMatchObject({ region: 'na', tenant })
  expect(path && paths.isTo(path, ' cleo@example.COM ')).toBe(true)
  expect(path && paths.isTo(path, 'ada@example.com')).toBe(false)
  for (const other of ['A'.repeat(24), '9'.repeat(24), '0123456789abcdef01234567'])
    expect(paths.read(local({ tenant: other }))?.tenant).toBe(other)
})

test('is no address that somebody made up, or of another key', () => {
  const eu = local({ region: 'eu' })
  const ada = local({ email: 'ada@example.com' })
  const forged = [
    local().replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    local().replace('+n', '+e'),
    `${local().slice(0, 9)}${'z'.repeat(28)}${local().slice(37)}`,
    // The mark of another address, with this one’s signature.
    `${local().slice(0, 37)}${ada.slice(37, 46)}${local().slice(46)}`,
    `${eu.slice(0, 46)}${local().slice(46)}`,
    ...['bounces', 'bounces+', `${local()}0`, '', '@'],
  ]
  for (const one of forged) expect(paths.read(`${one}@send.north.example`), one).toBeUndefined()
  expect(createReturnPaths(Buffer.alloc(32, 2)).read(local())).toBeUndefined()
  expect(paths.localOf({ region: 'na', tenant: 'short', email })).toBeUndefined()
})

test('an address has another id in another workspace, and the same in any case', () => {
  const id = paths.addressIdOf(tenant, email)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(paths.addressIdOf(tenant, ' cleo@example.com')).toBe(id)
  expect(paths.addressIdOf('A'.repeat(24), email)).not.toBe(id)
})
