/**
 * Pages of a list whose texts are sealed. No index of texts is stored: a search opens them, newest first, and a page ends
 * with its items or when its time is up.
 */
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { isMoment } from '@parley/kernel/read-models/read-store.query.ts'

/**
 * Where to continue. A place in the order instead of a count, since others may have moved to the top in the meantime.
 */
export type Place = { at: string; id: string }

/** A long search yields to other requests after this time, in ms. */
const TURN_MS = 15

export type SearchedPage<Item> = {
  items: Item[]
  /** The cursor of the next page; absent on the last. */
  next?: string
  /** How many were looked at, and back to when; only of those that the caller may see. */
  looked: number
  backTo?: string
}

/** Looks at a list until there are `limit` items or `budgetMs` are over, at one at least. Refuses a malformed cursor. */
export async function searchedPage<One extends Place & { hidden?: boolean }, Item>(of: {
  cursor: string | undefined
  limit: number
  budgetMs: number
  now: () => number
  /** Everything in question after a place, newest first. `hidden`: what the caller may not see, and that it exists neither. */
  scan(after: Place | undefined): AsyncIterable<One>
  /** Undefined for what does not match. */
  itemOf(one: One): Item | undefined
}): Promise<{ ok: true; page: SearchedPage<Item> } | { ok: false; rejection: Rejection }> {
  const { cursor, limit, budgetMs, now } = of
  const place = cursor === undefined ? undefined : placeIn(cursor)
  if (place && !place.ok) return place
  const began = now()
  let turn = began
  let looked = 0
  let last: Place | undefined
  let backTo: string | undefined
  let next: string | undefined
  const items: Item[] = []
  for await (const one of of.scan(place?.place)) {
    if ((items.length === limit || now() - began > budgetMs) && last) {
      next = cursorAt(last)
      break
    }
    last = one
    if (!one.hidden) {
      looked++
      backTo = one.at
    }
    const item = of.itemOf(one)
    if (item !== undefined) items.push(item)
    if (now() - turn > TURN_MS) {
      await letOthersGo()
      turn = now()
    }
  }
  const page = {
    items,
    looked,
    ...(backTo === undefined ? {} : { backTo }),
    ...(next === undefined ? {} : { next }),
  }
  return { ok: true, page }
}

function letOthersGo(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export function cursorAt({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

function placeIn(cursor: string): { ok: true; place: Place } | { ok: false; rejection: Rejection } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [at, id]: unknown[] = Array.isArray(parsed) && parsed.length === 2 ? parsed : []
    if (typeof at === 'string' && isMoment(at) && typeof id === 'string')
      return { ok: true, place: { at, id } }
  } catch {}
  const message = 'This cursor is not one that a list gave. Begin the list anew, without a cursor.'
  return { ok: false, rejection: { code: 'invalid-input', message, field: 'cursor' } }
}

/** A range of a field with times: `from` on, before `to`, which is included if it is a day, and not newer than `after`. */
export function timesWithin(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  after: Place | undefined,
): { gte?: string; lt?: string; lte?: string } | undefined {
  const range = {
    ...(from === undefined ? {} : { gte: beginningOf(from) }),
    ...(to === undefined ? {} : { lt: endOf(to) }),
    ...(after === undefined ? {} : { lte: after.at }),
  }
  return Object.keys(range).length === 0 ? undefined : range
}

/** Returns the moment as ISO 8601. */
export function beginningOf(moment: string): string {
  return isoOf(Date.parse(moment))
}

/** Returns the moment as ISO 8601; for a day its end. */
export function endOf(moment: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(moment)
  return isoOf(Date.parse(moment) + (isDay ? 86_400_000 : 0))
}

/** Later years have more digits, and would be in another order as texts. */
function isoOf(at: number): string {
  return new Date(Math.min(at, LAST_MOMENT)).toISOString()
}

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
