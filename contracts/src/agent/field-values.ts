/** What follows from a table of fields for the values of a document. */
import type { z } from 'zod'
import { isRecord } from '../is-record.ts'
import { type Field, type Fields, mapFields } from './field.ts'
import { type documentSchemaOf, isPublic, type publicSchemaOf } from './field-schemas.ts'

type DocumentOf<Table extends Fields> = z.infer<ReturnType<typeof documentSchemaOf<Table>>>
type PublicOf<Table extends Fields> = z.infer<ReturnType<typeof publicSchemaOf<Table>>>

/** The defaults that the table names, those within groups included. */
export function defaultsOf<Table extends Fields>(
  fields: Table,
  which: 'default' | 'defaultWithoutNodes',
): DocumentOf<Table>
export function defaultsOf(fields: Fields, which: 'default' | 'defaultWithoutNodes'): object {
  return mapFields(fields, (field) => {
    if (!field.fields) return field[which]
    const inner = defaultsOf(field.fields, which)
    return Object.keys(inner).length === 0 ? undefined : inner
  })
}

/** Exactly the public fields of a document, with their fallbacks. A group is always there. */
export function publicValuesOf<Table extends Fields>(fields: Table, document: object): PublicOf<Table>
export function publicValuesOf(fields: Fields, document: object): object {
  const values = new Map(Object.entries(document))
  return mapFields(fields, (field, name) => {
    if (!isPublic(field)) return undefined
    const value: unknown = values.get(name)
    return field.fields ? publicValuesOf(field.fields, isRecord(value) ? value : {}) : effective(field, value)
  })
}

/** The fields of a document that an exported template has. */
export function exportedValuesOf<Document extends object>(fields: Fields, document: Document): Document
export function exportedValuesOf(fields: Fields, document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([name]) => fields[name]?.exported))
}

/** The fields of a document that a blueprint of it has, secrets included. */
export function blueprintValuesOf<Document extends object>(fields: Fields, document: Document): Document
export function blueprintValuesOf(fields: Fields, document: object): object {
  const values = exportedValuesOf(fields, document)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.own))
}

/** A document without what callers can't set. */
export function callerValuesOf<Document extends object>(fields: Fields, document: Document): Document
export function callerValuesOf(fields: Fields, document: object): object {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) => {
      const field = fields[name]
      if (field?.fields && isRecord(value)) return [[name, callerValuesOf(field.fields, value)]]
      return field?.fields || !field?.setByServer ? [[name, value]] : []
    }),
  )
}

/** The names of the fields that callers can't set, without those within groups. */
export function serverFieldsOf(fields: Fields): ReadonlySet<string> {
  return new Set(Object.keys(mapFields(fields, (field) => (field.fields ? undefined : field.setByServer))))
}

function effective(field: Field, value: unknown): unknown {
  const absent = value === undefined || (value === '' && field.emptyIsAbsent)
  return absent ? field.fallback : value
}
