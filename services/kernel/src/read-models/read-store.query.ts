import { hash } from 'node:crypto'
import type {
  CollectionSpec,
  Condition,
  CountedEach,
  Document,
  Find,
  Found,
  Index,
  Range,
  Scalar,
} from './read-store.ts'

/** What the read store's engines share: the kinds of values in an index, how a query is planned, and its cursors. */

/** A cursor that is damaged or belongs to another query. */
export class BadCursor extends Error {
  readonly code = 'bad-cursor'
}

/** The kinds of values in an index, in their order. A range compares values of its own kind only. */
export type Kind = 'missing' | 'number' | 'text' | 'boolean' | 'moment'

/** A bound on a field; engines translate the operator. */
export type Bound = { field: string; operator: '>' | '>=' | '<' | '<='; value: string | number }

export type Plan = {
  index: Index
  equals: { field: string; value: Scalar }[]
  /** All on the same field, with values of one kind. */
  bounds: Bound[]
  /** The fields that order the result, before the id. */
  order: string[]
  descending: boolean
  limit: number
  /** Values of `order`, null where missing, and the id, of the last item of the previous page. */
  after: { values: (Scalar | null)[]; id: string } | undefined
  /** Identifies the query that a cursor belongs to. */
  fingerprint: string
}

/**
 * Plans a query. Throws an Error for a query that no declared index serves, and `BadCursor` for a cursor of another
 * query.
 */
export function planFind(spec: CollectionSpec, tenant: string, query: Find): Plan {
  const { equals, bounds, index } = planWhere(spec, query)
  const fields = fieldsOf(index)
  const descending = query.order === 'desc'
  const fingerprint = hash(
    'sha256',
    JSON.stringify([spec.name.split('@')[0], tenant, query.index, fields, equals, bounds, descending]),
    'base64url',
  ).slice(0, 12)
  const order = fields.slice(equals.length)
  return {
    index,
    equals,
    bounds,
    order,
    descending,
    limit: planLimit(query.limit),
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, fingerprint, order.length),
    fingerprint,
  }
}

/** Returns the conditions of a query as in `planFind`, for counting. */
export function planWhere(
  spec: CollectionSpec,
  query: Pick<Find, 'index' | 'where'>,
): Pick<Plan, 'index' | 'equals' | 'bounds'> {
  const index = Object.hasOwn(spec.indexes, query.index) ? spec.indexes[query.index] : undefined
  if (!index)
    throw new Error(`Collection ${spec.name} declares no index "${query.index}"; add it to its declaration.`)
  const fields = fieldsOf(index)
  const where = Object.entries(query.where ?? {}).filter(([, condition]) => condition !== undefined)
  for (const [field] of where) {
    if (!fields.includes(field)) throw refused(spec, query.index, `"${field}" is not one of its fields`)
  }
  const conditions = fields.map((field) => ({
    field,
    condition: where.find(([name]) => name === field)?.[1],
  }))
  const equals: Plan['equals'] = []
  for (const { field, condition } of conditions) {
    if (condition === undefined || isRange(condition)) break
    equals.push({ field, value: condition })
  }
  const ranged = conditions[equals.length]
  const bounds =
    ranged && isRange(ranged.condition) ? boundsOf(spec, query.index, ranged.field, ranged.condition) : []
  if (where.length > equals.length + (bounds.length > 0 ? 1 : 0)) {
    throw refused(spec, query.index, 'filter by equality from the left, then at most one field by range')
  }
  return { equals, bounds, index }
}

/** Returns the cursor of the page after this item. */
export function cursorAfter(plan: Plan, item: { id: string; document: Document }): string {
  const values = plan.order.map((field) => indexedValue(item.document, field))
  return Buffer.from(JSON.stringify([plan.fingerprint, ...values, item.id])).toString('base64url')
}

/** Returns the conditions of a count for each value: `equals` begins with the field whose values they are. */
export function planEach(
  spec: CollectionSpec,
  { index, where, each, sum }: CountedEach,
): Pick<Plan, 'index' | 'equals' | 'bounds'> {
  if (each.length > MOST_EACH)
    throw new Error(`At most ${MOST_EACH} values are counted at once; ${each.length} were asked.`)
  const declared = Object.hasOwn(spec.indexes, index) ? spec.indexes[index] : undefined
  const first = declared && fieldsOf(declared)[0]
  if (declared && sum !== undefined && !fieldsOf(declared).includes(sum))
    throw refused(spec, index, `"${sum}" is not one of its fields`)
  if (first !== undefined && where?.[first] !== undefined)
    throw refused(spec, index, `"${first}" is the field of the values that are counted`)
  return planWhere(spec, { index, where: first === undefined ? where : { ...where, [first]: '' } })
}

/** Returns the value of an indexed field; null if it is missing. Throws for a list and an object. */
export function indexedValue(document: Document, field: string): Scalar | null {
  const value = document[field] ?? null
  if (typeof value === 'object' && value !== null)
    throw new Error(`"${field}" is indexed: it must be a text, a number or a boolean.`)
  // JSON has neither.
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

export function kindOf(value: Scalar | null): Kind {
  if (typeof value === 'string') return isMoment(value) ? 'moment' : 'text'
  return value === null ? 'missing' : typeof value === 'number' ? 'number' : 'boolean'
}

const MOMENT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/

/** Whether a text is a moment as `Date.prototype.toISOString` writes it. */
export function isMoment(text: string): boolean {
  if (text.length !== 24 || !MOMENT.test(text)) return false
  // Every month has 28 days.
  if (text.slice(8, 10) <= '28') return true
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString() === text
}

export const fieldsOf = (index: Index): readonly string[] => ('sparse' in index ? index.sparse : index)

/** Returns the fields that any index of the collection needs, each once. */
export function indexedFields(spec: CollectionSpec): string[] {
  return [...new Set(Object.values(spec.indexes).flatMap(fieldsOf))]
}

/** Throws for names that an engine could not use unescaped. */
export function checkSpec(spec: CollectionSpec): void {
  if (!/^[A-Za-z][\w-]{0,80}(@[\w-]{1,40})?$/.test(spec.name)) {
    throw new Error(`"${spec.name}" can't name a collection: letters, digits, - and _, then @ and a version.`)
  }
  for (const [index, declared] of Object.entries(spec.indexes)) {
    const fields = fieldsOf(declared)
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
  const bounds: Bound[] = []
  for (const [name, value] of Object.entries(range)) {
    if (value === undefined) continue
    const operator = operators[name as keyof Range]
    if (!operator) throw refused(spec, index, `"${name}" is no comparison; there are gt, gte, lt and lte`)
    bounds.push({ field, operator, value })
  }
  const kinds = new Set(bounds.map(({ value }) => kindOf(value)))
  const [kind] = kinds
  if (kinds.size !== 1 || kind === 'boolean' || kind === 'missing')
    throw refused(
      spec,
      index,
      `the range of "${field}" must compare with numbers, with moments or with other texts`,
    )
  return bounds
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const MOST_EACH = 1_000

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
  // bounded: by the limit of a page
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

function readCursor(cursor: string, fingerprint: string, length: number): NonNullable<Plan['after']> {
  const [of, ...after] = parseCursor(cursor)
  const id = after.pop()
  const values = after.filter(isValue)
  if (of !== fingerprint || typeof id !== 'string' || after.length !== length || values.length !== length)
    throw new BadCursor('This cursor does not belong to this query; start again from the first page.')
  return { values, id }
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

const isValue = (value: unknown): value is Scalar | null => value === null || typeof value !== 'object'

const isRange = (condition: Condition | undefined): condition is Range =>
  typeof condition === 'object' && condition !== null

const refused = (spec: CollectionSpec, index: string, why: string) =>
  new Error(`Index "${index}" of ${spec.name} can't serve this query: ${why}.`)
