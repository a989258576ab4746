/** The schemas that follow from a table of fields. */
import { z } from 'zod'
import { sealedFieldsIn } from '../sealed-fields.ts'
import { type Field, type FieldGroup, type Fields, mapFields, type ShapeOf, shapeOf } from './field.ts'

/** A whole or partial document. An unknown field is refused, with the message that `unknown` gives for its name. */
export function documentSchemaOf<Table extends Fields>(
  fields: Table,
  unknown?: (name: string) => string | undefined,
) {
  const error: z.core.$ZodErrorMap = (issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys?.flatMap((key) => unknown?.(key) ?? [])[0] : undefined
  return z.object(shapeOf(fields), { error }).partial().strict()
}

/** The fields of a document that a template has. */
export function templateSchemaOf<Table extends Fields>(fields: Table) {
  return z.object(exportedShapeOf(fields)).partial().strict()
}

/** What the widget gets. Only a public field without a fallback may be absent. Throws if a secret is public. */
export function publicSchemaOf<Table extends Fields>(fields: Table): z.ZodObject<PublicShape<Table>>
export function publicSchemaOf(fields: Fields): z.ZodType {
  const shape = mapFields(fields, (field, name) => {
    if (!isPublic(field)) return undefined
    if (field.fields) return publicSchemaOf(field.fields)
    if (sealedFieldsIn(field.schema).length > 0) throw new Error(`${name}: a secret can't be public.`)
    const schema = withoutLimits(field.schema)
    return field.fallback === undefined ? schema.optional() : schema
  })
  return z.object(shape)
}

/** What is given out may be older than a limit, or a fallback such as an empty name. */
function withoutLimits(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodString) return z.string()
  return schema instanceof z.ZodNumber ? z.number() : schema
}

/** Whether the widget gets a field, or one of a group. */
export function isPublic(field: Field | FieldGroup): boolean {
  return field.fields ? Object.values(field.fields).some(isPublic) : field.public === true
}

type IsPublic<Of> = Of extends { public: true }
  ? true
  : Of extends { fields: infer Inner extends Fields }
    ? { [Name in keyof Inner]: IsPublic<Inner[Name]> }[keyof Inner]
    : false

type PublicShape<Table extends Fields> = {
  -readonly [Name in keyof Table as true extends IsPublic<Table[Name]> ? Name : never]: Table[Name] extends {
    fields: infer Inner extends Fields
  }
    ? z.ZodObject<PublicShape<Inner>>
    : Table[Name] extends { fallback: unknown }
      ? Table[Name]['schema']
      : z.ZodOptional<Table[Name]['schema']>
}

type Exported<Table extends Fields> = {
  -readonly [Name in keyof Table as Table[Name] extends { exported: true }
    ? Name
    : never]: ShapeOf<Table>[Name]
}

function exportedShapeOf<Table extends Fields>(fields: Table): Exported<Table>
function exportedShapeOf(fields: Fields): Record<string, z.ZodType> {
  return mapFields(fields, ({ schema, exported }) => (exported ? schema : undefined))
}
