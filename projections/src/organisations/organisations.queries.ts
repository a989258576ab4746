/** The query handlers of organisations. */

import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultDashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import type {
  OrganisationSort,
  OrganisationView,
  organisationEndpoints,
} from '@parley/contracts/organisation/endpoints.ts'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { byName } from '../by-name.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import { pageOfSorted } from '../page-of-sorted.ts'
import { existingAgents } from './existing-agents.ts'
import { organisationTransfersProjection } from './organisation-transfers.projection.ts'
import { type OrganisationDocument, organisationsProjection } from './organisations.projection.ts'

const PAGE = 50
const SCAN_PAGE = 500
const TRANSFERS = 20

export function organisationQueries({
  reader,
}: {
  reader: Reader
}): Pick<
  Handlers<typeof organisationEndpoints>,
  | 'organisations.list'
  | 'organisations.export'
  | 'organisations.names'
  | 'organisations.get'
  | 'organisations.creditHistory'
> {
  return {
    // Names are sealed, so a search or an order by them opens all of the workspace's.
    async 'organisations.list'({ tenant, query }) {
      const { cursor, limit = PAGE } = query
      const all = await everyNamed(reader, tenant)
      const { items, next } = pageOfSorted(await chosen(tenant, all, query), { cursor, limit })
      return reply({
        items: await viewsOf(tenant, items),
        total: all.length,
        ...(next === undefined ? {} : { next }),
      })
    },

    async 'organisations.export'({ tenant, query }) {
      return {
        ok: true,
        text: csv(tenant, query),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="organizations.csv"' },
      }
    },

    async 'organisations.names'({ tenant }) {
      const all = await everyNamed(reader, tenant)
      const items = all.map(({ document, name }) => ({ ID: document.organisationId, name }))
      return reply({ items: items.sort((one, other) => byName(one.name, other.name)) })
    },

    async 'organisations.get'({ tenant, params }) {
      const document = await reader.get(organisationsProjection, tenant, params.organisationId)
      const [view] = document ? await viewsOf(tenant, await named(reader, tenant, [document])) : []
      return view
        ? replyWithTag(view, reader.newestIn([document]))
        : refuse('not-found', 'This organization does not exist.')
    },

    async 'organisations.creditHistory'({ tenant, params, query }) {
      const { organisationId } = params
      const stored = await reader.get(organisationsProjection, tenant, organisationId)
      if (!stored) return refuse('not-found', 'This organization does not exist.')
      const [credits, page] = await Promise.all([
        reader.get(creditBalancesProjection, tenant, organisationId),
        reader.find(organisationTransfersProjection, tenant, {
          index: 'byOrganisation',
          where: { organisationId },
          order: 'desc',
          limit: query.limit ?? TRANSFERS,
          cursor: query.cursor,
        }),
      ])
      const items = page.items.map(({ position, at, amount }) => ({ id: String(position), at, amount }))
      const balance = credits?.balance ?? 0
      return reply({ items, balance, ...(page.next === undefined ? {} : { next: page.next }) })
    },
  }

  async function* csv(tenant: string, query: Filters & { ids?: string | undefined }): AsyncGenerator<string> {
    yield CSV_START +
      csvLine(['name', 'clients', 'agents', 'billing', 'credits', 'createdAt', 'organizationId'])
    const ids = query.ids && new Set(query.ids.split(','))
    const all = await everyNamed(reader, tenant)
    const listed = ids ? all.filter(({ document }) => ids.has(document.organisationId)) : all
    const found = await chosen(tenant, listed, query)
    for (let from = 0; from < found.length; from += SCAN_PAGE)
      for (const organisation of await viewsOf(tenant, found.slice(from, from + SCAN_PAGE))) {
        const { ID, name, clients, widgetIDs, allowBilling, balance, createdAt } = organisation
        yield csvLine([name, clients, widgetIDs.join(' '), allowBilling, balance, createdAt, ID])
      }
  }

  function chosen(
    tenant: string,
    all: readonly Named[],
    { q = '', sort = 'name' }: Filters,
  ): Promise<Named[]> {
    const words = wordsIn(q)
    return inOrder(
      tenant,
      all.filter(({ name }) => hasWords(name, words)),
      sort,
    )
  }

  async function inOrder(tenant: string, found: Named[], sort: OrganisationSort): Promise<Named[]> {
    const sorted = found.sort((one, other) => byName(one.name, other.name))
    if (sort === 'name') return sorted
    if (sort === 'newest')
      return sorted.sort((one, other) => (one.document.createdAt < other.document.createdAt ? 1 : -1))
    const figureOf = { clients: clientsIn, balance: balancesOf }[sort]
    const figures = await figureOf(tenant, sorted)
    const byId = new Map(sorted.map(({ document }, nth) => [document.organisationId, figures[nth] ?? 0]))
    const rank = ({ document }: Named) => byId.get(document.organisationId) ?? 0
    return sorted.sort((one, other) => rank(other) - rank(one))
  }

  async function viewsOf(tenant: string, organisations: readonly Named[]): Promise<OrganisationView[]> {
    const documents = organisations.map(({ document }) => document)
    const [texts, balances, clients, existing] = await Promise.all([
      reader.open(
        tenant,
        documents.flatMap(({ squarePhotoURL, disableClientAccessMessage: message = '' }) => [
          squarePhotoURL,
          message,
        ]),
      ),
      balancesOf(tenant, organisations),
      clientsIn(tenant, organisations),
      existingAgents(
        reader,
        tenant,
        documents.flatMap(({ widgetIDs }) => widgetIDs),
      ),
    ])
    return organisations.map(({ document, name }, nth) => {
      const { organisationId: ID, widgetIDs, ...rest } = document
      return {
        ID,
        ...defaultOrganisationInbox,
        ...withoutUndefined(rest),
        name,
        squarePhotoURL: texts[nth * 2] ?? '',
        preferredLanguage: rest.preferredLanguage ?? defaultClientLanguage,
        dashboardLayout: rest.dashboardLayout ?? defaultDashboardLayout,
        disableClientAccess: rest.disableClientAccess ?? false,
        disableClientAccessMessage: texts[nth * 2 + 1] ?? '',
        widgetIDs: widgetIDs.filter((id) => existing.has(id)),
        clients: clients[nth] ?? 0,
        balance: balances[nth] ?? 0,
      }
    })
  }

  function clientsIn(tenant: string, organisations: readonly Named[]): Promise<number[]> {
    return Promise.all(
      organisations.map(({ document }) => countClients(reader, tenant, document.organisationId)),
    )
  }

  async function balancesOf(tenant: string, organisations: readonly Named[]): Promise<number[]> {
    const ids = organisations.map(({ document }) => document.organisationId)
    const found = await reader.getMany(creditBalancesProjection, tenant, ids)
    return found.map((one) => one?.balance ?? 0)
  }
}

type Filters = { q?: string | undefined; sort?: OrganisationSort | undefined }
type Named = { document: OrganisationDocument; name: string }

async function everyNamed(reader: Reader, tenant: string): Promise<Named[]> {
  // bounded: by MOST_ORGANISATIONS of the context
  const documents = await everyDocument(reader, organisationsProjection, tenant, {
    index: 'all',
    limit: SCAN_PAGE,
  })
  return named(reader, tenant, documents)
}

async function named(
  reader: Reader,
  tenant: string,
  documents: readonly OrganisationDocument[],
): Promise<Named[]> {
  const names = await reader.open(
    tenant,
    documents.map(({ name }) => name),
  )
  return documents.map((document, nth) => ({ document, name: names[nth] ?? '' }))
}

export function countOrganisations(reader: Reader, tenant: string): Promise<number> {
  return reader.count(organisationsProjection, tenant, { index: 'all' })
}

/** Whether an organisation of the workspace has this name, whatever its case. */
export async function isNameTaken(reader: Reader, tenant: string, name: string): Promise<boolean> {
  const all = await everyNamed(reader, tenant)
  return all.some((one) => one.name.toLowerCase() === name.toLowerCase())
}

export function countClients(reader: Reader, tenant: string, orgId: string): Promise<number> {
  return reader.count(clientsProjection, tenant, { index: 'byOrganisation', where: { orgId } })
}
