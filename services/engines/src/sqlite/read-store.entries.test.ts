import { expect, test } from 'vitest'
import { createCollection } from './read-store.collection.ts'
import { type Entries, writeEntries } from './read-store.entries.ts'
import { indexKey } from './read-store.index-key.ts'
import { openForWriting } from './read-store.layout.ts'

test('sets only the indexed columns whose keys changed', () => {
  const connection = openForWriting(':memory:')
  createCollection(connection, { name: 'people', indexes: { byCity: ['city'], byAge: ['age', 'active'] } })
  const updates: string[] = []
  const observed = {
    ...connection,
    prepare(sql: string) {
      if (sql.startsWith('UPDATE')) updates.push(/SET (.*) WHERE/.exec(sql)?.[1] ?? '')
      return connection.prepare(sql)
    },
  }
  const write = (position: number, city: string | null, age: number | null, active: boolean) => {
    const keys = [city, age, active].map(indexKey)
    const values: Entries['values'] = ['acme', 'a', position, JSON.stringify({ position }), ...keys]
    writeEntries(observed, { collection: 'people', fields: ['city', 'age', 'active'], values })
  }
  write(1, 'Graz', 40, true)
  write(2, 'Graz', 40, true)
  write(3, 'Graz', 40.5, true)
  write(4, null, 40.5, false)
  write(4, 'Wien', 1, false)
  write(5, null, 40.5, false)
  const always = 'position = ?, document = CAST(? AS TEXT)'
  expect(updates).toEqual([
    always,
    `${always}, "f:age" = ?`,
    `${always}, "f:city" = ?, "f:active" = ?`,
    always,
  ])
  const row = connection.prepare('SELECT position, document FROM "c:people"').get()
  expect({ ...row }).toEqual({ position: 5, document: '{"position":5}' })
  connection.database.close()
})
