import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { secret } from '../message.ts'
import { sealedFieldsIn } from '../sealed-fields.ts'
import { agentDocumentSchema, publicAgentSchema } from './document.ts'
import { type Field, type FieldGroup, type Fields, field, group } from './field.ts'
import { documentSchemaOf, publicSchemaOf, templateSchemaOf } from './field-schemas.ts'
import { fieldTextsOf } from './field-texts.ts'
import { callerValuesOf, defaultsOf, exportedValuesOf, publicValuesOf } from './field-values.ts'
import { agentFields } from './fields.ts'
import { fieldsNotOffered, refusalOfNotOffered, withoutFieldsNotOffered } from './not-offered.ts'
import { publicAgentOf } from './public-agent.ts'

const launcherSize = field(z.number().int().min(40).max(80), {
  label: 'Launcher size',
  help: 'In pixels',
  place: 'ui',
  words: 'button diameter',
  default: 60,
  fallback: 56,
  public: true,
  exported: true,
})
const quietHours = field(z.string().max(20), { label: 'Quiet hours', default: '22-7' })
const extended = { ...agentFields, launcherSize, quietHours }

test('a field that is added to the table is part of all that follows from it', () => {
  const document = { title: 'Ada', launcherSize: 64, quietHours: '20-8' }
  expect(documentSchemaOf(extended).parse(document)).toEqual(document)
  expect(documentSchemaOf(extended).safeParse({ launcherSize: 39 }).success).toBe(false)
  expect(defaultsOf(extended, 'default')).toMatchObject({ launcherSize: 60, quietHours: '22-7' })
  expect(fieldTextsOf(extended).launcherSize).toMatchObject({
    name: 'Launcher size',
    help: 'In pixels',
    place: 'ui',
    words: 'button diameter',
    limits: { min: 40, max: 80 },
  })
})

test('a field is public and travels with a template only where its entry says so', () => {
  const document = { title: 'Ada', launcherSize: 64, quietHours: '20-8' }
  const seen = publicValuesOf(extended, document)
  expect(seen).toMatchObject({ title: 'Ada', launcherSize: 64 })
  expect(seen).not.toHaveProperty('quietHours')
  expect(publicValuesOf(extended, {})).toMatchObject({ launcherSize: 56 })
  expect(publicValuesOf(extended, { fontFamily: '', branding: '' })).toMatchObject({
    fontFamily: 'DM Sans',
    branding: '',
  })
  expect(publicSchemaOf(extended).strict().parse(seen)).toEqual(seen)
  expect(Object.keys(publicSchemaOf(extended).shape)).not.toContain('quietHours')
  const exported = exportedValuesOf(extended, document)
  expect(exported).toEqual({ title: 'Ada', launcherSize: 64 })
  expect(templateSchemaOf(extended).safeParse(exported).success).toBe(true)
  expect(templateSchemaOf(extended).safeParse(document).success).toBe(false)
})

test('within a group each field is public by itself', () => {
  const fields = {
    shop: group(
      {
        currency: field(z.string(), { label: 'Currency', default: 'EUR', fallback: 'USD', public: true }),
        note: field(z.string(), { label: 'Note', public: true }),
        margin: field(z.number(), { label: 'Margin' }),
        synced: field(z.boolean(), { label: 'Synced', setByServer: true }),
      },
      { label: 'Shop' },
    ),
    internal: group({ key: field(z.string(), { label: 'Key' }) }, { label: 'Internal' }),
  }
  const document = { shop: { currency: 'CHF', margin: 3, synced: true }, internal: { key: 'k' } }
  expect(publicValuesOf(fields, document)).toEqual({ shop: { currency: 'CHF' } })
  expect(publicValuesOf(fields, {})).toEqual({ shop: { currency: 'USD' } })
  expect(defaultsOf(fields, 'default')).toEqual({ shop: { currency: 'EUR' } })
  expect(callerValuesOf(fields, document)).toEqual({ ...document, shop: { currency: 'CHF', margin: 3 } })
  expect(exportedValuesOf(fields, document)).toEqual({})
  expect(Object.keys(fieldTextsOf(fields))).toContain('shop.margin')
})

test('a secret can not be declared public', () => {
  const token = field(secret(), { label: 'Token', public: true })
  expect(() => publicSchemaOf({ token })).toThrow("token: a secret can't be public.")
  expect(() => publicSchemaOf({ crm: group({ token }, { label: 'CRM' }) })).toThrow()
})

test('what the widget gets of any document has every public field, and none that is sealed', () => {
  for (const document of [{}, { messageDelayMS: 90_000, description: 'x'.repeat(3_000) }]) {
    const given = publicAgentOf(document)
    expect(publicAgentSchema.strict().parse(given)).toEqual(given)
  }
  expect(sealedFieldsIn(publicAgentSchema)).toEqual([])
})

test('defaults and fallbacks are values that the schema accepts', () => {
  // An empty name, id and workspace are those of a document that is not whole.
  for (const [name, { schema, default: initial, defaultWithoutNodes, fallback }] of leaves(agentFields))
    for (const value of [initial, defaultWithoutNodes, fallback])
      if (value !== undefined && !['ID', 'title'].includes(name))
        expect([name, schema.safeParse(value).success]).toEqual([name, true])
})

test('the schema refuses with the message of the entry', () => {
  const refused = {
    title: ' ',
    delayBeforeSubmit: 10_001,
    allowedOrigins: ['shop'],
    openingHours: { timeZone: 'UTC', weekly: [{ day: 'monday', from: '17:00', to: '17:00' }], holidays: [] },
    SECRET_API_KEY: 'vg_short',
    vgOptions: { maxChunkSize: 999 },
  }
  const answered = agentDocumentSchema.safeParse(refused).error?.issues.map(({ message }) => message) ?? []
  const declared = leaves(agentFields).flatMap(([, { message }]) => message ?? [])
  expect(answered.toSorted()).toEqual(declared.toSorted())
})

test('no two fields have the same name', () => {
  const names = Object.values(fieldTextsOf(agentFields)).map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a field that is not offered is refused by its label, and left out of an imported template', () => {
  for (const [path, { label }] of leaves(fieldsNotOffered)) {
    const outer = path.split('.')[0] ?? ''
    const given = path.split('.').reduceRight<unknown>((value, part) => ({ [part]: value }), undefined)
    expect(leaves(agentFields).map(([offered]) => offered)).not.toContain(path)
    expect(label).toBeTruthy()
    expect(agentDocumentSchema.safeParse(given).success).toBe(false)
    expect(outer in agentFields || refusalOfNotOffered(outer)).toBeTruthy()
  }
  expect(agentDocumentSchema.safeParse({ vapiConfig: {} }).error?.issues[0]?.message).toBe(
    'Calls is not offered yet. Save the agent without vapiConfig.',
  )
  expect(
    withoutFieldsNotOffered({
      title: 'Ada',
      starred: true,
      internal: { template: 'exported', websocketServer: 'nodejs' },
      vfSettings: { projectID: 'p1' },
    }),
  ).toEqual({
    document: { title: 'Ada', internal: { template: 'exported' } },
    leftOut: ['Starred', 'Server', 'Project'],
  })
})

test('something reads every field, besides the table and the form', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = ['contracts/src', 'services', 'projections/src', 'widget/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/node_modules|\/dist\/|\.test\.|\/bench\/|agent\/fields?[/.]|agent\/not-offered|initial-content|features\/settings|services\/agent\/src\/templates/.test(
          file,
        ),
    )
    .map((file) => withoutComments(readFileSync(join(root, file), 'utf8')))
  // As a property, taken out of an object, or by its name: not a word that happens to be the same.
  const isRead = (path: string) => {
    const names = path
      .split('.')
      .map((name) => new RegExp(`\\.${name}\\b|['"]([a-z]+\\.)?${name}['"]|[{,]\\s*${name}\\s*[,}=:]`))
    return sources.some((source) => names.every((name) => name.test(source)))
  }
  expect(leaves(agentFields).flatMap(([path]) => (isRead(path) ? [] : path))).toEqual([])
})

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

function leaves(fields: Fields, within = ''): [name: string, field: Field][] {
  return Object.entries(fields).flatMap(([name, one]: [string, Field | FieldGroup]) =>
    one.fields ? leaves(one.fields, `${within}${name}.`) : [[within + name, one]],
  )
}
