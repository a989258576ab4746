/** The query handlers of leads. */

import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type {
  LeadFilters,
  LeadRequestView,
  LeadView,
  leadEndpoints,
} from '@parley/contracts/conversation/lead-endpoints.ts'
import { type LeadStatus, leadStatuses } from '@parley/contracts/conversation/lead-events.ts'
import { namedTexts } from '@parley/contracts/conversation/named-texts.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import { type Place, searchedPage, timesWithin } from '../searched-list/searched-list.ts'
import { type LeadDocument, leadsProjection } from './leads.projection.ts'

type Queries = Pick<
  Handlers<typeof leadEndpoints>,
  'leads.list' | 'leads.counts' | 'leads.get' | 'leads.export'
>

export type LeadQueriesDeps = {
  reader: Reader
  /** Maximum time of one search, in ms. */
  budgetMs?: number
  now?: () => number
}

const PAGE = 50
const SCAN_PAGE = 200
/** A file with more columns is not useful; further fields share one column. */
const MOST_COLUMNS = 40

export function leadQueries({
  reader,
  budgetMs = 700,
  now = () => performance.now(),
}: LeadQueriesDeps): Queries {
  return {
    async 'leads.list'(call) {
      const { cursor, limit = PAGE, ...filters } = call.query
      const found = await searchedPage({
        ...{ cursor, limit, budgetMs, now },
        scan: (after) => scan(call.tenant, call.params.agentId, filters, after),
        itemOf: (one) => one.lead,
      })
      if (!found.ok) return found
      const { looked: leads, backTo, ...page } = found.page
      return reply({ ...page, searched: { leads, ...(backTo === undefined ? {} : { backTo }) } })
    },

    async 'leads.counts'(call) {
      const { agentId } = call.params
      const counts = await Promise.all(leadStatuses.map((status) => countOf(call.tenant, agentId, status)))
      const [fresh = 0, contacted = 0, qualified = 0, won = 0, lost = 0] = counts
      const all = counts.reduce((sum, each) => sum + each, 0)
      return reply({ all, new: fresh, contacted, qualified, won, lost })
    },

    async 'leads.get'(call) {
      const { agentId, leadId } = call.params
      const document = await reader.get(leadsProjection, call.tenant, leadId)
      if (document?.agentId !== agentId) return refuse('not-found', 'This lead does not exist.')
      const [view] = await openLeads(reader, call.tenant, [document])
      return view
        ? replyWithTag(view, reader.newestIn([document]))
        : refuse('not-found', 'This lead does not exist.')
    },

    async 'leads.export'(call) {
      const { tenant, query, params } = call
      return {
        ok: true,
        text: csv(() => scan(tenant, params.agentId, query)),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="leads.csv"' },
      }
    },
  }

  function countOf(tenant: string, agentId: string, status: LeadStatus): Promise<number> {
    return reader.count(leadsProjection, tenant, { index: 'byStatus', where: { agentId, status } })
  }

  async function* scan(
    tenant: string,
    agentId: string,
    filters: LeadFilters,
    after?: Place,
  ): AsyncGenerator<Place & { lead?: LeadView }> {
    const { status, channel, from, to, q } = filters
    const words = wordsIn(q ?? '')
    const range = timesWithin({ from, to }, after)
    const where = { agentId, ...(range && { createdAt: range }) }
    let cursor: string | undefined
    do {
      const page = await reader.find(leadsProjection, tenant, {
        ...(status === undefined
          ? { index: 'byAgent', where }
          : { index: 'byStatus', where: { ...where, status } }),
        order: 'desc',
        limit: SCAN_PAGE,
        cursor,
      })
      const documents = page.items.filter(
        ({ createdAt, leadId }) => after === undefined || createdAt !== after.at || leadId < after.id,
      )
      for (const lead of await openLeads(reader, tenant, documents)) {
        const place = { at: lead.createdAt, id: lead.leadId }
        const fits = (channel === undefined || lead.channel === channel) && has(lead, words)
        yield fits ? { ...place, lead } : place
      }
      cursor = page.next
    } while (cursor !== undefined)
  }
}

/** Yields every lead of an agent, for an export of the workspace. */
export async function* everyLead(reader: Reader, tenant: string, agentId: string): AsyncGenerator<LeadView> {
  const query = { index: 'byAgent', where: { agentId }, limit: SCAN_PAGE }
  for await (const page of everyPage(reader, leadsProjection, tenant, query))
    yield* await openLeads(reader, tenant, page)
}

export async function openLeads(
  reader: Pick<Reader, 'open'>,
  tenant: string,
  documents: readonly LeadDocument[],
): Promise<LeadView[]> {
  const sealed = documents.flatMap(({ fields, note, requests = [] }) => [
    ...[fields, note ?? ''],
    ...requests.map((request) => request.fields),
  ])
  const texts = (await reader.open(tenant, sealed)).values()
  const next = () => texts.next().value ?? ''
  return documents.map(({ requests = [], ...document }) => ({
    ...document,
    conversationIds: document.conversationIds.toReversed(),
    fields: readJson(namedTexts, next()),
    note: next(),
    requests: requests.map((request) => ({ ...request, fields: readJson(namedTexts, next()) })).toReversed(),
  }))
}

function has({ fields, note, requests }: LeadView, words: string[]): boolean {
  if (words.length === 0) return true
  const all = [fields, ...requests.map((request) => request.fields)]
  return hasWords([...all.flatMap((one) => Object.values(one)), note].join('\n'), words)
}

const leading = ['name', 'email', 'phone', 'company']

/** Reads the leads twice, first for the names of their fields, so that they need not be kept in memory. */
async function* csv(leads: () => AsyncIterable<{ lead?: LeadView }>): AsyncGenerator<string> {
  const names = new Set<string>()
  for await (const { lead } of leads())
    for (const row of rowsOf(lead)) for (const name of Object.keys(row.fields)) names.add(name)
  const known = leading.filter((name) => names.has(name))
  const others = [...names].filter((name) => !leading.includes(name)).sort()
  const columns = [...known, ...others].slice(0, MOST_COLUMNS)
  const rest = [...known, ...others].slice(MOST_COLUMNS)
  const facts = [
    'status',
    'channel',
    'createdAt',
    'updatedAt',
    'note',
    'leadId',
    'visitorId',
    'conversations',
    'request',
    'requestedAt',
  ]
  yield CSV_START + csvLine([...columns, ...(rest.length > 0 ? ['further fields'] : []), ...facts])
  for await (const { lead } of leads()) {
    if (!lead) continue
    const { status, channel, createdAt, updatedAt, note, leadId, visitorId } = lead
    for (const { fields, conversationIds, request } of rowsOf(lead)) {
      const further = rest.filter((name) => fields[name]).map((name) => `${name}: ${fields[name]}`)
      yield csvLine([
        ...columns.map((name) => fields[name]),
        ...(rest.length > 0 ? [further.join('; ')] : []),
        ...[status, channel, createdAt, updatedAt, note, leadId, visitorId],
        conversationIds.join(' '),
        ...[request?.status, request?.startedAt],
      ])
    }
  }
}

type Row = Pick<LeadView, 'fields' | 'conversationIds'> & { request?: LeadRequestView }

/** The lead with what it shows, which is the newest request that was concluded, then each of its other requests. */
function rowsOf(lead: LeadView | undefined): Row[] {
  if (!lead) return []
  const { fields, conversationIds, requests } = lead
  const isShown = ({ fields: told }: LeadRequestView) =>
    Object.entries(told).every(([name, text]) => fields[name] === text)
  const request = requests.find(({ status }) => status !== 'started') ?? requests.find((one) => isShown(one))
  const others = requests.filter((one) => one !== request)
  return [
    { fields, conversationIds, ...(request && isShown(request) ? { request } : {}) },
    ...[...(request && !isShown(request) ? [request] : []), ...others].map((one) => ({
      fields: one.fields,
      conversationIds: [one.conversationId],
      request: one,
    })),
  ]
}
