/**
 * Released events must stay readable: `event-shapes.json` contains the shape of every event in every version as it was
 * released. The present shape may be extended by what old events need not have, which `npx vitest run --project unit
 * contracts/src/event-shapes.test.ts -u` records. Any other change needs a new version with an upcaster
 * (docs/event-versions.md); the shapes of earlier versions never change.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type EventCatalogue, earlierVersion, personal } from './message.ts'
import { sealedFieldsIn } from './sealed-fields.ts'

/**
 * By path: what it may contain, such as `string` or `"user" | "team"`, followed by `?` if it may be absent. Texts that
 * are sealed begin with `sealed`.
 */
type Shape = Record<string, string>
/** By type and version. */
type Released = Record<string, Record<string, Shape>>

const SEALED = 'sealed '

const file = join(import.meta.dirname, 'event-shapes.json')

test('every event can be read as it was released', async () => {
  const events = await allEvents()
  expect(faultsSince(JSON.parse(readFileSync(file, 'utf8')), events)).toEqual([])
  await expect(`${JSON.stringify(shapesOf(events), null, 2)}\n`).toMatchFileSnapshot(file)
})

test('every event has a summary for readers of the audit', async () => {
  const events = Object.entries(await allEvents())
  expect(events.filter(([, { summary }]) => !summary).map(([type]) => type)).toEqual([])
})

test('an event has an upcaster from each of its earlier versions', async () => {
  for (const [type, { version, earlier = {} }] of Object.entries(await allEvents())) {
    const all = Array.from({ length: version - 1 }, (_, at) => String(at + 1))
    expect([type, Object.keys(earlier)]).toEqual([type, all])
  }
})

test('a shape may only be extended by what old events need not have', () => {
  const noted = z.object({
    at: z.string(),
    by: z.enum(['user', 'team']),
    note: z.string().optional(),
    of: z.array(z.union([z.string(), z.object({ id: z.number().int() })])),
  })
  const released = shapesOf({ Noted: { version: 1, data: noted } })
  const faults = (data: z.ZodType) => faultsSince(released, { Noted: { version: 1, data } })

  expect(faults(noted)).toEqual([])
  expect(faults(noted.extend({ more: z.object({ why: z.string() }).optional() }))).toEqual([])
  expect(faults(noted.extend({ by: z.enum(['user', 'team', 'agent']) }))).toEqual([])
  expect(faults(noted.extend({ of: z.array(z.union([z.string(), z.object({ id: z.number() })])) }))).toEqual(
    [],
  )
  expect(faults(noted.extend({ note: personal().optional() }))).toEqual([])

  expect(faults(noted.extend({ more: z.number() }))).toEqual(['Noted more: events were written without it'])
  expect(faults(noted.extend({ note: z.string() }))).toEqual(['Noted note: events were written without it'])
  expect(faults(noted.omit({ note: true }))).toEqual(['Noted note: events were written with it'])
  expect(faults(noted.extend({ at: z.number() }))).toEqual(['Noted at: string was written'])
  expect(faults(noted.extend({ by: z.enum(['user']) }))).toEqual(['Noted by: "team" was written'])
  expect(faults(noted.extend({ of: z.array(z.string()) }))).toEqual([
    'Noted of[]: object was written',
    'Noted of[].id: events were written with it',
  ])
  expect(faultsSince(released, {})).toEqual(['Noted: events of it were written'])

  const sealed = { Noted: { version: 1, data: noted.extend({ note: personal() }) } }
  const opened = { Noted: { version: 1, data: noted.extend({ note: z.string() }) } }
  expect(faultsSince(shapesOf(sealed), opened)).toEqual(['Noted note: sealed string was written'])
})

test('a shape that changes otherwise needs a version, beside which the former one stays as it was', () => {
  const first = z.object({ text: personal() })
  const second = z.object({ words: personal() })
  const upcast = ({ text }: z.infer<typeof first>) => ({ words: text })
  const stepped = { Noted: { version: 2, data: second, earlier: { 1: earlierVersion(first, upcast) } } }
  const atFirst = shapesOf({ Noted: { version: 1, data: first } })
  expect(faultsSince(atFirst, stepped)).toEqual([])
  expect(faultsSince(shapesOf(stepped), stepped)).toEqual([])

  expect(faultsSince(atFirst, { Noted: { version: 1, data: second } })).toEqual([
    'Noted text: events were written with it',
    'Noted words: events were written without it',
  ])
  const changed = z.object({ text: personal(), at: z.string().optional() })
  for (const before of [atFirst, shapesOf(stepped)])
    expect(
      faultsSince(before, {
        Noted: { version: 2, data: second, earlier: { 1: earlierVersion(changed, upcast) } },
      }),
    ).toEqual(['Noted, version 1: its shape is not the one in which events were written'])
  expect(faultsSince(atFirst, { Noted: { version: 2, data: second } })).toEqual([
    'Noted, version 1: events of it were written',
  ])
  expect(faultsSince(shapesOf(stepped), { Noted: { version: 1, data: first } })).toEqual([
    'Noted, version 2: events of it were written',
  ])
})

/** The shapes of all versions. */
function shapesOf(events: EventCatalogue): Released {
  return Object.fromEntries(
    Object.entries(events).map(([type, { version, data, earlier = {} }]) => [
      type,
      Object.fromEntries(
        [...Object.entries(earlier), [String(version), { data }] as const].map(([of, shape]) => [
          of,
          shapeOf(shape.data),
        ]),
      ),
    ]),
  )
}

function faultsSince(released: Released, events: EventCatalogue): string[] {
  const now = shapesOf(events)
  return Object.entries(released).flatMap(([type, versions]) => {
    if (!now[type]) return `${type}: events of it were written`
    return Object.entries(versions).flatMap(([version, before]) => {
      const shape = now[type]?.[version]
      if (!shape) return `${type}, version ${version}: events of it were written`
      if (Number(version) === events[type]?.version)
        return faultsIn(before, shape).map((fault) => `${type} ${fault}`)
      return isDeepStrictEqual(before, shape)
        ? []
        : `${type}, version ${version}: its shape is not the one in which events were written`
    })
  })
}

function faultsIn(before: Shape, now: Shape): string[] {
  const written = Object.entries(before).flatMap(([path, value]) => {
    const read = now[path]
    if (read === undefined) return `${path}: events were written with it`
    const lost = kindsOf(value).filter((kind) => !takes(kindsOf(read), kind))
    return lost.map((kind) => `${path}: ${kind} was written`)
  })
  const asked = Object.keys(now).filter((path) => {
    if (now[path]?.endsWith('?')) return false
    const former = before[path]
    return former === undefined ? parentOf(path) in before : former.endsWith('?')
  })
  return [...written, ...asked.map((path) => `${path}: events were written without it`)]
}

/** Opening a text that was stored unsealed leaves it as it is; nothing opens a sealed text of an unsealed field. */
function takes(kinds: string[], kind: string): boolean {
  if (kinds.includes(kind)) return true
  if (kind.startsWith(SEALED)) return false
  if (kinds.includes('any') || kinds.includes(`${SEALED}${kind}`)) return true
  return kind === 'integer' ? kinds.includes('number') : kind.startsWith('"') && kinds.includes('string')
}

const kindsOf = (value: string): string[] => value.replace(/\?$/, '').split(' | ')

const parentOf = (path: string): string => /^(.*?)(?:\.[^.[\]]+|\[\])$/.exec(path)?.[1] ?? ''

type Place = { kinds: Set<string>; optional: boolean }
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
}

/** In alphabetical order, so that declaring fields in another order is no change. */
function shapeOf(data: z.ZodType): Shape {
  const places = placesIn(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as Schema, '', false)
  const sealed = sealedFieldsIn(data).map(({ path }) => path.join('.'))
  const isSealed = (path: string) => {
    const field = path.replaceAll('[]', '.*')
    return sealed.some((each) => field === each || field.startsWith(`${each}.`))
  }
  return Object.fromEntries(
    [...places].sort().map(([path, { kinds, optional }]) => {
      const may = [...kinds].map((kind) => (isSealed(path) ? `${SEALED}${kind}` : kind))
      return [path, `${may.join(' | ')}${optional ? '?' : ''}`]
    }),
  )
}

function placesIn(schema: Schema, path: string, optional: boolean): Map<string, Place> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return either(options.map((option) => placesIn(option, path, optional)))
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const kinds = values ? values.map((value) => JSON.stringify(value)) : [schema.type ?? 'any']
  const places = new Map([[path, { kinds: new Set(kinds), optional }]])
  const within = (inner: Schema, at: string, mayMiss: boolean) => {
    for (const [where, place] of placesIn(inner, at, mayMiss)) places.set(where, place)
  }
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    within(inner, path === '' ? key : `${path}.${key}`, !schema.required?.includes(key))
  if (typeof schema.additionalProperties === 'object') within(schema.additionalProperties, `${path}.*`, true)
  if (schema.items) within(schema.items, `${path}[]`, true)
  return places
}

/** Merges alternative shapes; a path that only some of them have is optional. */
function either(options: Map<string, Place>[]): Map<string, Place> {
  const paths = new Set(options.flatMap((option) => [...option.keys()]))
  return new Map(
    [...paths].map((path) => {
      const places = options.flatMap((option) => option.get(path) ?? [])
      const kinds = new Set(places.flatMap((place) => [...place.kinds]))
      return [
        path,
        { kinds, optional: places.length < options.length || places.some((place) => place.optional) },
      ]
    }),
  )
}

/** Returns the events of all event files. */
async function allEvents(): Promise<EventCatalogue> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules: object[] = await Promise.all(
    files.filter((name) => name.endsWith('events.ts')).map((name) => import(join(import.meta.dirname, name))),
  )
  const catalogues = modules.flatMap((module) => Object.values(module)).filter(isCatalogue)
  return Object.fromEntries(catalogues.flatMap((catalogue) => Object.entries(catalogue)).sort())
}

function isCatalogue(value: unknown): value is EventCatalogue {
  const shapes = typeof value === 'object' && value !== null ? Object.values(value) : []
  return shapes.length > 0 && shapes.every((shape) => shape?.data instanceof z.ZodType)
}
