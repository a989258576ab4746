/** The query handlers of the log of a workspace. */
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { LogEntryView, LogFilters, logEndpoints } from '@parley/contracts/integration/log-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type Place, searchedPage, timesWithin } from '../searched-list/searched-list.ts'
import { type LogEntryDocument, logEntriesProjection } from './log-entries.projection.ts'

type Queries = Pick<Handlers<typeof logEndpoints>, 'log.list' | 'log.get'>

export type LogQueriesDeps = {
  reader: Reader
  /** Maximum time of one search, in ms. */
  budgetMs?: number
  now?: () => number
}

const PAGE = 50
const SCAN_PAGE = 100

export function logQueries({
  reader,
  budgetMs = 500,
  now = () => performance.now(),
}: LogQueriesDeps): Queries {
  return {
    async 'log.list'({ tenant, query }) {
      const { cursor, limit = PAGE, ...filters } = query
      const found = await searchedPage({
        ...{ cursor, limit, budgetMs, now },
        scan: (after) => scan(tenant, filters, after),
        itemOf: (one) => one.entry,
      })
      if (!found.ok) return found
      const { looked: entries, backTo, ...page } = found.page
      return reply({ ...page, searched: { entries, ...(backTo === undefined ? {} : { backTo }) } })
    },

    async 'log.get'({ tenant, params: { entryId } }) {
      const document = await reader.get(logEntriesProjection, tenant, entryId)
      const [view] = document ? await opened(tenant, [document]) : []
      return view ? reply(view) : refuse('not-found', 'This entry does not exist.')
    },
  }

  /** Every entry in question, newest first, with its content if it fits the filters. */
  async function* scan(
    tenant: string,
    { type, agentId, channel, from, to, q }: LogFilters,
    after?: Place,
  ): AsyncGenerator<Place & { entry?: LogEntryView }> {
    const words = wordsIn(q ?? '')
    const range = timesWithin({ from, to }, after)
    const [index, of] =
      type !== undefined
        ? (['byType', { type }] as const)
        : agentId !== undefined
          ? (['byAgent', { agentId }] as const)
          : (['newest', {}] as const)
    const where = { ...of, ...(range && { at: range }) }
    let cursor: string | undefined
    do {
      const page = await reader.find(logEntriesProjection, tenant, {
        index,
        where,
        order: 'desc',
        limit: SCAN_PAGE,
        cursor,
      })
      const documents = page.items.filter(
        ({ at, entryId }) => after === undefined || at !== after.at || entryId < after.id,
      )
      const fitting = documents.filter(
        (one) =>
          (agentId === undefined || one.agentId === agentId) &&
          (channel === undefined || one.channel === channel),
      )
      const views = new Map((await opened(tenant, fitting)).map((view) => [view.entryId, view]))
      for (const { at, entryId: id } of documents) {
        const entry = views.get(id)
        yield entry && has(entry, words) ? { at, id, entry } : { at, id }
      }
      cursor = page.next
    } while (cursor !== undefined)
  }

  async function opened(tenant: string, documents: readonly LogEntryDocument[]): Promise<LogEntryView[]> {
    const texts = await reader.open(
      tenant,
      documents.flatMap(({ content, metadata = '' }) => [content, metadata]),
    )
    return documents.map((document, nth) => ({
      ...document,
      content: texts[nth * 2] ?? '',
      metadata: metadataIn(texts[nth * 2 + 1] ?? ''),
    }))
  }
}

/** None where there is none, or it was erased. */
function metadataIn(text: string): Record<string, unknown> {
  return text.startsWith('{') ? JSON.parse(text) : {}
}

function has({ type, channel = '', content, metadata }: LogEntryView, words: string[]): boolean {
  if (words.length === 0) return true
  return hasWords([type, channel, content, JSON.stringify(metadata)].join('\n'), words)
}
