/** Turns the plan of a query into MongoDB's filters on the fields of the documents themselves. */
import { fieldsOf, type Kind, kindOf, type Plan } from '@parley/kernel/read-models/read-store.query.ts'
import type { Scalar } from '@parley/kernel/read-models/read-store.ts'
import { Binary, type Filter } from 'mongodb'
import { type BsonDocument, toBsonValue } from './read-store.bson.ts'

/**
 * How a document is stored: `_id` (tenant and id in one text that orders as they do), the position `p`, tenant `t`, id
 * `i`, and the document `d`. A tombstone has only its position.
 */
export type Stored = { _id: string; p: number; t?: string; i?: string; d?: BsonDocument }

type Where = Pick<Plan, 'index' | 'equals' | 'bounds'>
type Comparison = Record<string, unknown>

/** The name of a field of the document, for filters and indexes. */
export const pathOf = (field: string) => `d.${field}`

/** Tombstones have no tenant, so a query with a tenant does not find them. */
export function whereFilter(tenant: string, { index, equals, bounds }: Where): Filter<Stored> {
  const compared: Record<string, Comparison> = {}
  for (const { field, value } of equals) compared[pathOf(field)] = { $eq: toBsonValue(value) }
  for (const { field, operator, value } of bounds)
    compared[pathOf(field)] = { ...compared[pathOf(field)], [operators[operator]]: toBsonValue(value) }
  if ('sparse' in index)
    for (const field of fieldsOf(index)) compared[pathOf(field)] ??= { $exists: true, $ne: null }
  return { t: tenant, ...compared }
}

/**
 * Matches a query's page: what comes after the last item of the previous page is beyond it in the first field of the
 * order, or equal in it and beyond it in the next, and so on. Each of these is a filter of its own, so that each is a
 * range of the index.
 */
export function pageFilter(tenant: string, plan: Plan): Filter<Stored> {
  const where = whereFilter(tenant, plan)
  if (!plan.after) return where
  const { values, id } = plan.after
  const places: { path: string; beyond: Comparison[]; equal: Comparison }[] = [
    ...plan.order.map((field, nth) => ({
      path: pathOf(field),
      beyond: beyond(values[nth] ?? null, plan.descending),
      equal: { $eq: toBsonValue(values[nth]) },
    })),
    { path: 'i', beyond: [{ [plan.descending ? '$lt' : '$gt']: id }], equal: {} },
  ]
  const choices = places.flatMap(({ path, beyond }, nth) =>
    beyond.map((comparison) => ({
      $and: [
        where,
        ...places.slice(0, nth).map(({ path, equal }) => ({ [path]: equal })),
        { [path]: comparison },
      ],
    })),
  )
  return { $or: choices }
}

export function pageOrder(plan: Plan): Record<string, 1 | -1> {
  const direction = plan.descending ? -1 : 1
  return Object.fromEntries([...plan.order.map(pathOf), 'i'].map((path) => [path, direction]))
}

const operators = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const

/** MongoDB's comparisons find values of the same type only: the least value of each type finds all of it. */
const kinds: { kind: Kind; all: Comparison }[] = [
  { kind: 'missing', all: { $eq: null } },
  { kind: 'number', all: { $gte: Number.NEGATIVE_INFINITY } },
  { kind: 'text', all: { $gte: '' } },
  // Texts that UTF-8 can't encode.
  { kind: 'text', all: { $gte: new Binary(Buffer.alloc(0), 0) } },
  { kind: 'boolean', all: { $gte: false } },
  { kind: 'moment', all: { $gte: new Date('0000-01-01T00:00:00.000Z') } },
]

/** Returns what is beyond a value in the order: further values of its type, and all of the types that follow. */
function beyond(value: Scalar | null, descending: boolean): Comparison[] {
  const own = toBsonValue(value ?? undefined)
  const place = own instanceof Binary ? 3 : kinds.findIndex(({ kind }) => kind === kindOf(value))
  const following = descending ? kinds.slice(0, place) : kinds.slice(place + 1)
  const further = value === null ? [] : [{ [descending ? '$lt' : '$gt']: own }]
  return [...further, ...following.map(({ all }) => all)]
}
