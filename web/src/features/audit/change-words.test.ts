import { expect, test } from 'vitest'
import { pathWithNames, readableWithNames } from './change-words.ts'

const names = { kIp5: 'Jens Petersen', u2: 'Otto Palm' }

test('shows names beside the ids of people and things', () => {
  expect(readableWithNames({ path: 'clientId', after: 'kIp5' }, names)).toEqual({
    after: 'Jens Petersen (kIp5)',
  })
  expect(readableWithNames({ path: '', after: { clientId: 'kIp5' } }, names).after).toContain(
    'Jens Petersen (kIp5)',
  )
  expect(pathWithNames('members[userId=u2].permissions', names)).toBe('members[Otto Palm].permissions')
  expect(pathWithNames('members[userId=u9].permissions', names)).toBe('members[userId=u9].permissions')
})

test('says what a list of plain values gained and lost', () => {
  expect(readableWithNames({ path: 'permissions', added: ['audit.read'] }, names)).toEqual({
    after: 'Added: audit.read',
  })
  expect(readableWithNames({ path: 'ids', removed: ['kIp5'], added: ['a', 'b'] }, names)).toEqual({
    before: 'Removed: Jens Petersen (kIp5)',
    after: 'Added: a, b',
  })
})
