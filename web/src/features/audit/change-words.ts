/** What an event changed in words, with the names of people and things in place of their ids. */
import type { AuditDetailView } from '@parley/contracts/audit/endpoints.ts'
import { readableAt } from '../../store/readable-value.ts'

type Change = AuditDetailView['changes'][number]
type Names = Readonly<Record<string, string>>

/** Both sides of a change; of a list of plain values, what was removed and added. */
export function readableWithNames(change: Change, names: Names): { before?: string; after?: string } {
  const { path, before, after, removed, added } = change
  const readable = readableAt(path, withNames(before, names), withNames(after, names))
  if (removed === undefined && added === undefined) return readable
  return {
    ...(removed === undefined ? {} : { before: `Removed: ${listed(removed, names)}` }),
    ...(added === undefined ? {} : { after: `Added: ${listed(added, names)}` }),
  }
}

/** Names the items of lists: `members[userId=u1].role` is `members[Ada].role`. */
export function pathWithNames(path: string, names: Names): string {
  return path.replace(/\[\w+=([^[\]]*)\]/g, (whole, id: string) =>
    Object.hasOwn(names, id) ? `[${names[id]}]` : whole,
  )
}

const listed = (values: unknown[], names: Names): string =>
  values.map((value) => String(withNames(value, names))).join(', ')

function withNames(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return Object.hasOwn(names, value) ? `${names[value]} (${value})` : value
  if (Array.isArray(value)) return value.map((item) => withNames(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNames(part, names)]))
}
