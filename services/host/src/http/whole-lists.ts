/** Cuts the answers of `wholeList` endpoints into pages. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { Reply } from '@parley/kernel/commands/handler.ts'
import { BadCursor } from '@parley/kernel/read-models/read-store.query.ts'

const DEFAULT_LIMIT = 50
/** Items on either side of a page's end that a cursor names. */
const NEIGHBOURS = 4

/**
 * The page of a list that its handler has answered whole: all of it where neither `limit` nor `cursor` is given. A cursor
 * names the last items of the page before, the first of the next one, and how many items came before it. So what stays in a
 * list that changes meanwhile is neither repeated nor left out, also where whoever pages removes what they were shown; only
 * if all of the named items were removed is the number what counts. Throws `BadCursor`.
 */
export function pageOfWholeList(
  { answersWhole }: Endpoint,
  { cursor, limit }: { cursor?: string; limit?: number },
  answer: Reply<unknown>,
): Reply<unknown> {
  if (!answersWhole || !answer.ok || !('value' in answer)) return answer
  if (cursor === undefined && limit === undefined) return answer
  const { items, ...more } = answer.value as { items: unknown[] }
  const names = namesOf(items)
  const from = cursor === undefined ? 0 : startOf(cursor, names)
  const until = from + (limit ?? DEFAULT_LIMIT)
  const page = { ...more, items: items.slice(from, until) }
  return { ...answer, value: until < items.length ? { ...page, next: cursorAt(until, names) } : page }
}

function cursorAt(until: number, names: readonly string[]): string {
  const before = names.slice(Math.max(0, until - NEIGHBOURS), until)
  return `${until}.${before.reverse().join('')}.${names.slice(until, until + NEIGHBOURS).join('')}`
}

function startOf(cursor: string, names: readonly string[]): number {
  const [, until, before, after] =
    /^(\d{1,7})\.((?:[\w-]{16}){1,4})\.((?:[\w-]{16}){1,4})$/.exec(cursor) ?? []
  if (until === undefined || before === undefined || after === undefined)
    throw new BadCursor('This cursor does not belong to this list.')
  const places = new Map(names.map((name, nth) => [name, nth]))
  const placeOf = (named: string) =>
    (named.match(/.{16}/g) ?? []).map((name) => places.get(name)).find((place) => place !== undefined)
  const last = placeOf(before)
  if (last !== undefined) return last + 1
  return placeOf(after) ?? Math.max(0, Number(until) - 1)
}

/**
 * Names items by their ids, which stay while the rest of them changes, if each has another one. Of equal items, each is
 * named with how many came before it.
 */
function namesOf(items: readonly unknown[]): string[] {
  const ids = items.map((item) => Object.entries(Object(item)).find(isId)?.[1])
  const byId = new Set(ids).size === items.length && !ids.includes(undefined)
  const equal = new Map<string, number>()
  return (byId ? ids : items).map((named) => {
    const text = JSON.stringify(named)
    const nth = equal.get(text) ?? 0
    equal.set(text, nth + 1)
    return createHash('sha256').update(`${text}${nth}`).digest('base64url').slice(0, 16)
  })
}

const isId = ([key, value]: [string, unknown]) =>
  typeof value === 'string' && (key === 'ID' || key === 'id' || key.endsWith('Id'))
