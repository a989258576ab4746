import type { Document } from '@parley/kernel/read-models/read-store.ts'
import fc from 'fast-check'
import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { type BsonDocument, fromBson, toBson } from './read-store.bson.ts'

/** Returns a document as a server returns it. */
const stored = (document: Document): BsonDocument =>
  BSON.deserialize(BSON.serialize(toBson(document)), { promoteBuffers: false }) as BsonDocument

test('any document reads back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '$where',
      'a.b',
      '%2e',
      '%list',
      '%',
      '',
      '\ud800',
      'x\udc00y',
      '__proto__',
      '2026-11-22T10:00:00.000Z',
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        text.filter((name) => name.isWellFormed()),
        tie('value'),
        { maxKeys: 3 },
      ),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (given) => {
      const document: Document = JSON.parse(JSON.stringify(given))
      const { document: found, characters } = fromBson(stored(document))
      expect(found).toEqual(document)
      expect(JSON.stringify(found)).toBe(JSON.stringify(document))
      expect(characters).toBeGreaterThanOrEqual(Object.keys(document).length)
    }),
    { numRuns: 1_000 },
  )
})

test('moments become dates, and similar texts do not', () => {
  expect(toBson({ at: '2026-11-22T10:00:00.000Z' }).at).toEqual(new Date('2026-11-22T10:00:00.000Z'))
  for (const text of [
    '2026-11-22',
    '2026-11-22T10:00:00Z',
    '2026-02-30T10:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
  ])
    expect(toBson({ text }).text).toBe(text)
})
