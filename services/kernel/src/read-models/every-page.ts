import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { TenantProjection } from './projection.ts'
import type { Find } from './read-store.ts'
import type { Reader } from './reader.ts'

/**
 * Yields all that a query finds, page by page. `limit`: the documents of a page. Other requests are served between pages.
 */
export async function* everyPage<Doc extends object, C extends EventCatalogue>(
  reader: Pick<Reader, 'find'>,
  of: TenantProjection<Doc, C>,
  tenant: string,
  query: Omit<Find, 'cursor'>,
): AsyncGenerator<Doc[]> {
  let cursor: string | undefined
  do {
    const page = await reader.find(of, tenant, { ...query, cursor })
    yield page.items
    cursor = page.next
    if (cursor !== undefined) await new Promise((resolve) => setImmediate(resolve))
  } while (cursor !== undefined)
}

/** Returns all that a query finds: for what is bounded elsewhere. */
export async function everyDocument<Doc extends object, C extends EventCatalogue>(
  ...asked: Parameters<typeof everyPage<Doc, C>>
): Promise<Doc[]> {
  const documents: Doc[] = []
  for await (const page of everyPage(...asked)) documents.push(...page)
  return documents
}
