import { hash } from 'node:crypto'
import type { CollectionSpec, Condition, Document, Find, Found, Json, Range } from './read-store.ts'

/**
 * What the read store's engines share: how a value is ordered in an index, how a query is planned, and its cursors.
 * Engines compare only the texts that `indexKey` returns, so that all of them filter and order alike.
 */

/** A cursor that is damaged or belongs to another query. */
export class BadCursor extends Error {
  readonly code = 'bad-cursor'
}

/** A bound on the index key of a field; engines translate the operator. */
export type Bound = { field: string; operator: '>' | '>=' | '<' | '<='; key: string }

export type Plan = {
  /** The index's fields. */
  fields: readonly string[]
  equals: { field: string; key: string }[]
  bounds: Bound[]
  /** The fields that order the result, before the id. */
  order: string[]
  descending: boolean
  limit: number
  /** Index keys of `order`, then the id, of the last item of the previous page. */
  after: string[] | undefined
  /** Identifies the query that a cursor belongs to. */
  fingerprint: string
}

/**
 * Plans a query. Throws an Error for a query that no declared index serves, and `BadCursor` for a cursor of another
 * query.
 */
export function planFind(spec: CollectionSpec, tenant: string, query: Find): Plan {
  const { equals, bounds, fields } = planWhere(spec, query)
  const descending = query.order === 'desc'
  const fingerprint = hash(
    'sha256',
    JSON.stringify([spec.name.split('@')[0], tenant, query.index, fields, equals, bounds, descending]),
    'base64url',
  ).slice(0, 12)
  const order = fields.slice(equals.length)
  return {
    fields,
    equals,
    bounds,
    order,
    descending,
    limit: planLimit(query.limit),
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, fingerprint, order.length + 1),
    fingerprint,
  }
}

/** Returns the conditions of a query as in `planFind`, for counting. */
export function planWhere(spec: CollectionSpec, query: Pick<Find, 'index' | 'where'>) {
  const fields = Object.hasOwn(spec.indexes, query.index) ? spec.indexes[query.index] : undefined
  if (!fields)
    throw new Error(`Collection ${spec.name} declares no index "${query.index}"; add it to its declaration.`)
  const where = Object.entries(query.where ?? {}).filter(([, condition]) => condition !== undefined)
  for (const [field] of where) {
    if (!fields.includes(field)) throw refused(spec, query.index, `"${field}" is not one of its fields`)
  }
  const conditions = fields.map((field) => ({
    field,
    condition: where.find(([name]) => name === field)?.[1],
  }))
  const firstOther = conditions.findIndex(({ condition }) => condition === undefined || isRange(condition))
  const prefix = firstOther === -1 ? conditions : conditions.slice(0, firstOther)
  const equals = prefix.map(({ field, condition }) => ({ field, key: indexKey(condition as Json) }))
  const ranged = conditions[equals.length]
  const bounds =
    ranged && isRange(ranged.condition) ? boundsOf(spec, query.index, ranged.field, ranged.condition) : []
  if (where.length > equals.length + (bounds.length > 0 ? 1 : 0)) {
    throw refused(spec, query.index, 'filter by equality from the left, then at most one field by range')
  }
  return { equals, bounds, fields }
}

/** Returns the cursor of the page after this item. */
export function cursorAfter(plan: Plan, item: { id: string; document: Document }): string {
  const keys = plan.order.map((field) => indexKey(item.document[field]))
  return Buffer.from(JSON.stringify([plan.fingerprint, ...keys, item.id])).toString('base64url')
}

/**
 * Returns a text that orders as the value does: first values that are not indexed (null, missing, lists, objects), then
 * numbers, strings by code point, false, true.
 */
export function indexKey(value: Json | undefined): string {
  if (typeof value === 'string') return `2${value}`
  if (typeof value === 'number' && !Number.isNaN(value)) return `1${orderedHex(value)}`
  if (typeof value === 'boolean') return value ? '31' : '30'
  return '0'
}

/** Returns the fields that any index of the collection needs, each once. */
export function indexedFields(spec: CollectionSpec): string[] {
  return [...new Set(Object.values(spec.indexes).flat())]
}

/** Throws for names that an engine could not use unescaped. */
export function checkSpec(spec: CollectionSpec): void {
  if (!/^[A-Za-z][\w-]{0,80}(@[\w-]{1,40})?$/.test(spec.name)) {
    throw new Error(`"${spec.name}" can't name a collection: letters, digits, - and _, then @ and a version.`)
  }
  for (const [index, fields] of Object.entries(spec.indexes)) {
    const wrong = fields.find((field) => !/^[A-Za-z_]\w{0,80}$/.test(field))
    if (wrong !== undefined || fields.length === 0 || new Set(fields).size < fields.length) {
      throw new Error(
        `Index "${index}" of ${spec.name} must list distinct top-level fields; got [${fields.join(', ')}].`,
      )
    }
  }
}

/** Merges two declarations of a collection; the newer one decides what an index name means. */
export function mergeSpecs(older: CollectionSpec | undefined, newer: CollectionSpec): CollectionSpec {
  return { name: newer.name, indexes: { ...older?.indexes, ...newer.indexes } }
}

function boundsOf(spec: CollectionSpec, index: string, field: string, range: Range): Bound[] {
  const given = Object.entries(range).filter(([, value]) => value !== undefined)
  const types = new Set(given.map(([, value]) => typeof value))
  const [type] = types
  if (types.size !== 1 || (type !== 'string' && type !== 'number')) {
    throw refused(spec, index, `the range of "${field}" must compare with strings or with numbers`)
  }
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
  const bounds: Bound[] = given.map(([name, value]) => {
    const operator = operators[name as keyof Range]
    if (!operator) throw refused(spec, index, `"${name}" is no comparison; there are gt, gte, lt and lte`)
    return { field, operator, key: indexKey(value) }
  })
  // A range stays within its type: no string is above a number.
  const [first, past] = type === 'number' ? ['1', '2'] : ['2', '3']
  if (range.gt === undefined && range.gte === undefined) bounds.push({ field, operator: '>=', key: first })
  if (range.lt === undefined && range.lte === undefined) bounds.push({ field, operator: '<', key: past })
  return bounds
}

/** Maximum characters of the documents of one page, unless a single document is longer. */
export const MOST_PAGE_CHARACTERS = 8_000_000

/** Collects the documents of a page: as many as requested, and fewer if they are large. */
export function collectPage(plan: Plan): {
  /**
   * `characters` is the approximate length of the document's JSON. Returns false when the page is full; the document is
   * then on the next one.
   */
  add(id: string, position: number, characters: number, document: () => Document): boolean
  page(): Found
} {
  const items: Found['items'] = []
  let characters = 0
  let more = false
  return {
    add(id, position, length, document) {
      characters += length
      more = items.length === plan.limit || (items.length > 0 && characters > MOST_PAGE_CHARACTERS)
      if (!more) items.push({ id, position, document: document() })
      return !more
    },
    page() {
      const last = items.at(-1)
      return more && last ? { items, next: cursorAfter(plan, last) } : { items }
    },
  }
}

function planLimit(limit = 50): number {
  if (!Number.isInteger(limit) || limit < 1)
    throw new Error(`A page holds 1 to 1,000 documents; ${limit} were asked.`)
  return Math.min(limit, 1000)
}

function readCursor(cursor: string, fingerprint: string, length: number): string[] {
  const parsed = parseCursor(cursor)
  const [of, ...after] = parsed ?? []
  if (of !== fingerprint || after.length !== length) {
    throw new BadCursor('This cursor does not belong to this query; start again from the first page.')
  }
  return after
}

function parseCursor(cursor: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : undefined
  } catch {
    return undefined
  }
}

const float = new DataView(new ArrayBuffer(8))

function orderedHex(value: number): string {
  float.setFloat64(0, value + 0)
  const negative = value < 0
  const high = float.getUint32(0)
  const low = float.getUint32(4)
  return negative ? hex(~high) + hex(~low) : hex(high ^ 0x80000000) + hex(low)
}

const hex = (bits: number) => (bits >>> 0).toString(16).padStart(8, '0')

const isRange = (condition: Condition | undefined): condition is Range =>
  typeof condition === 'object' && condition !== null

const refused = (spec: CollectionSpec, index: string, why: string) =>
  new Error(`Index "${index}" of ${spec.name} can't serve this query: ${why}.`)
