/**
 * Converts documents of read models to BSON, so that MongoDB's own tools can read, query and aggregate them, and back.
 * Lossless: a document reads back as it was written.
 *
 * A text that is a moment as `Date.prototype.toISOString` writes it becomes a date. A text that UTF-8 can't encode
 * (with a lone surrogate) becomes binary data of the subtype 0x80 in UTF-16. In field names `$`, `.`, NUL and `%` are
 * encoded as `%` and two hexadecimal digits, and an empty name as `%`. A list directly within a list, which FerretDB
 * refuses, becomes the field `%list` of an object. MongoDB refuses documents nested more than 100 levels.
 */

import { isMoment } from '@parley/kernel/read-models/read-store.query.ts'
import type { Document, Json } from '@parley/kernel/read-models/read-store.ts'
import { Binary } from 'mongodb'

export type BsonValue = string | number | boolean | null | Date | Binary | BsonValue[] | BsonDocument
export type BsonDocument = { [field: string]: BsonValue }

const UTF16 = 0x80
const LIST = '%list'

export function toBson(document: Document): BsonDocument {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) =>
      value === undefined ? [] : [[toFieldName(name), toBsonValue(value)]],
    ),
  )
}

/** `characters` is the approximate length of the document's JSON. */
export function fromBson(document: BsonDocument): { document: Document; characters: number } {
  let characters = 0
  return { document: fromObject(document), characters }

  function fromObject(value: BsonDocument): Document {
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => {
        const name = fromFieldName(field)
        characters += name.length + 4
        return [name, fromValue(inner)]
      }),
    )
  }

  function fromValue(value: BsonValue): Json {
    if (typeof value === 'string') {
      characters += value.length + 2
      return value
    }
    characters += 8
    if (value === null || typeof value !== 'object') return value
    if (value instanceof Date) return value.toISOString()
    if (value instanceof Binary) return Buffer.from(value.buffer).toString('utf16le')
    if (Array.isArray(value)) return value.map(fromValue)
    const inner = value[LIST]
    return Array.isArray(inner) ? inner.map(fromValue) : fromObject(value)
  }
}

/** Returns a value of a document, or one to compare its values with. */
export function toBsonValue(value: Json | undefined): BsonValue {
  if (typeof value === 'string') return toBsonText(value)
  // JSON has no negative zero and no infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null
  if (!Array.isArray(value)) return toBson(value)
  return value.map((item) => (Array.isArray(item) ? { [LIST]: toBsonValue(item) } : toBsonValue(item)))
}

function toBsonText(text: string): string | Date | Binary {
  if (!text.isWellFormed()) return new Binary(Buffer.from(text, 'utf16le'), UTF16)
  return isMoment(text) ? new Date(text) : text
}

function toFieldName(name: string): string {
  if (name === '') return '%'
  return name.replace(/[%$.\0]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function fromFieldName(field: string): string {
  if (field === '%') return ''
  return field.replace(/%([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
