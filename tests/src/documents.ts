/** The documents of read models, for tests that compare those of one log. */
import { merged } from '@parley/host/modules/modules.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'

/** Every document of every read model as it is stored, except that fields are in alphabetical order. */
export async function documentsIn(
  store: ReadStore,
  collectionOf: (name: string) => string,
): Promise<string[]> {
  const documents: string[] = []
  for (const { name } of merged.projections)
    for await (const entry of store.scan(collectionOf(name)))
      if (entry.document !== undefined) documents.push(JSON.stringify([name, entry], alphabetically))
  return documents.sort()
}

function alphabetically(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
