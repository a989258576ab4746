/** The documents of read models, for tests that compare those of one log. */
import { merged } from '@parley/host/modules/modules.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'

/** Every document of every read model, as it is stored. */
export async function documentsIn(
  store: ReadStore,
  collectionOf: (name: string) => string,
): Promise<string[]> {
  const documents: string[] = []
  for (const { name } of merged.projections)
    for await (const entry of store.scan(collectionOf(name)))
      if (entry.document !== undefined) documents.push(JSON.stringify([name, entry]))
  return documents.sort()
}
