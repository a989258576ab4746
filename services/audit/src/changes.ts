import { isRecord } from '@parley/contracts/is-record.ts'

/** The differences between two states, value by value, with readable paths. */
export type Change = {
  path: string
  before?: unknown
  after?: unknown
  /** In place of both: what a list of plain values lost and gained. */
  removed?: unknown[]
  added?: unknown[]
}

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

/** Items with ids are compared by id, so that one insertion is one change; plain values as a set. */
function compareLists(before: unknown[], after: unknown[], path: string, changes: Change[]): void {
  const key = keyOf(before, after)
  if (key !== undefined) {
    const byId = (items: unknown[]) =>
      new Map(items.filter(isRecord).map((item) => [String(item[key]), item]))
    const [old, current] = [byId(before), byId(after)]
    for (const id of new Set([...old.keys(), ...current.keys()]))
      compare(old.get(id), current.get(id), `${path}[${key === 'id' ? id : `${key}=${id}`}]`, changes)
    return
  }
  if ([...before, ...after].every(isPlain)) {
    comparePlain(before, after, path, changes)
    return
  }
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    compare(before[index], after[index], `${path}[${index}]`, changes)
  }
}

function comparePlain(before: unknown[], after: unknown[], path: string, changes: Change[]): void {
  const removed = before.filter((value) => !after.includes(value))
  const added = after.filter((value) => !before.includes(value))
  if (removed.length > 0 || added.length > 0)
    changes.push({
      path,
      ...(removed.length === 0 ? {} : { removed }),
      ...(added.length === 0 ? {} : { added }),
    })
  else if (before.length !== after.length || before.some((value, nth) => value !== after[nth]))
    changes.push({ path, before, after })
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the field whose text tells the items of both lists apart. */
function keyOf(before: unknown[], after: unknown[]): string | undefined {
  const items = [...before, ...after]
  const [first] = items
  if (!isRecord(first) || !items.every(isRecord)) return undefined
  const tells = (key: string) =>
    items.every((item) => typeof item[key] === 'string') &&
    [before, after].every(
      (list) => new Set(list.filter(isRecord).map((item) => item[key])).size === list.length,
    )
  return ['id', ...Object.keys(first).filter((key) => /^ID$|Id$/.test(key))].find(tells)
}
