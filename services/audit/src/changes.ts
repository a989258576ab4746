import { isRecord } from '@parley/contracts/is-record.ts'

/** The differences between two states, value by value, with readable paths. */
export type Change = { path: string; before?: unknown; after?: unknown }

type Fields = Record<string, unknown>

const MOST_CHANGES = 200

export function changesBetween(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  compare(before, after, '', changes)
  return changes
}

function compare(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (changes.length >= MOST_CHANGES || Object.is(before, after)) return
  const records = (isRecord(before) || before === undefined) && (isRecord(after) || after === undefined)
  if (records) compareRecords(before ?? {}, after ?? {}, path, changes)
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, changes)
  else
    changes.push({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })
}

function compareRecords(before: Fields, after: Fields, path: string, changes: Change[]): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(before[key], after[key], path === '' ? key : `${path}.${key}`, changes)
  }
}

/** Items with ids are compared by id, so that one insertion is one change. */
function compareLists(before: unknown[], after: unknown[], path: string, changes: Change[]): void {
  const keyed = [...before, ...after].every((item) => isRecord(item) && typeof item.id === 'string')
  if (keyed) {
    const byId = (items: unknown[]) => new Map(items.filter(isRecord).map((item) => [String(item.id), item]))
    const [old, current] = [byId(before), byId(after)]
    for (const id of new Set([...old.keys(), ...current.keys()]))
      compare(old.get(id), current.get(id), `${path}[${id}]`, changes)
    return
  }
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    compare(before[index], after[index], `${path}[${index}]`, changes)
  }
}
