/** Cuts the answers of `wholeList` endpoints into pages. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { Reply } from '@parley/kernel/handler.ts'
import { BadCursor } from '@parley/kernel/read-store.query.ts'

const DEFAULT_LIMIT = 50

/**
 * The page of a list that its handler has answered whole: all of it where neither `limit` nor `cursor` is given. A cursor
 * names the last item of the page before, and how many items came before the next. So what stays in a list that changes
 * meanwhile is neither repeated nor left out; only if that very item was removed, the one before it may be repeated.
 * Throws `BadCursor`.
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
  return { ...answer, value: until < items.length ? { ...page, next: `${until}.${names[until - 1]}` } : page }
}

function startOf(cursor: string, names: readonly string[]): number {
  const [, until, name] = /^(\d{1,7})\.([\w-]{16})$/.exec(cursor) ?? []
  if (until === undefined || name === undefined)
    throw new BadCursor('This cursor does not belong to this list.')
  const last = names.lastIndexOf(name)
  return last < 0 ? Math.max(0, Number(until) - 1) : last + 1
}

/** Names items by their ids, which stay while the rest of them changes, if each has another one. */
function namesOf(items: readonly unknown[]): string[] {
  const ids = items.map((item) => Object.entries(Object(item)).find(isId)?.[1])
  const byId = new Set(ids).size === items.length && !ids.includes(undefined)
  return (byId ? ids : items).map((named) =>
    createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 16),
  )
}

const isId = ([key, value]: [string, unknown]) =>
  typeof value === 'string' && (key === 'ID' || key === 'id' || key.endsWith('Id'))
