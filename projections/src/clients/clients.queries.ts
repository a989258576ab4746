/** The query handlers of clients. */

import type {
  ClientFilters,
  ClientOnboardingState,
  ClientView,
  clientEndpoints,
} from '@parley/contracts/client/endpoints.ts'
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument, everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import type { ReturnedMailOf } from '../bounces/returned-mail.ts'
import { byName } from '../by-name.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import { existingAgents } from '../organisations/existing-agents.ts'
import { organisationNames } from '../organisations/organisation-names.ts'
import { pageOfSorted } from '../page-of-sorted.ts'
import { type ClientDocument, clientsProjection } from './clients.projection.ts'

const PAGE = 50
const SCAN_PAGE = 500

type Queries = Pick<Handlers<typeof clientEndpoints>, 'clients.list' | 'clients.get' | 'clients.export'>
type Opened = ClientDocument & { onboardingState: ClientOnboardingState }

/** The sealed texts of a client, in the order in which they are opened. */
const SEALED = 6
function sealedIn({ name, email, squarePhotoURL, onboardingState }: ClientDocument): string[] {
  const { companyName = '', companyWebsite = '', companyDescription = '' } = onboardingState ?? {}
  return [name, email, squarePhotoURL, companyName, companyWebsite, companyDescription]
}

export function clientQueries({
  reader,
  seatsOf,
  returnedMailOf,
}: {
  reader: Reader
  seatsOf(tenant: string): Promise<number>
  returnedMailOf: ReturnedMailOf
}): Queries {
  return {
    async 'clients.list'({ tenant, query }) {
      const { cursor, limit = PAGE, ...filters } = query
      const [clients, seats] = await Promise.all([countAllClients(reader, tenant), seatsOf(tenant)])
      const { items, next } = needsNames(filters)
        ? await named(tenant, filters, cursor, limit)
        : await byTime(tenant, filters, cursor, limit)
      return reply({
        items: await viewsOf(tenant, items),
        clients,
        seats,
        ...(next === undefined ? {} : { next }),
      })
    },

    async 'clients.get'({ tenant, params }) {
      const document = await reader.get(clientsProjection, tenant, params.clientId)
      const [view] = document ? await viewsOf(tenant, await opened(tenant, [document])) : []
      return view
        ? replyWithTag(view, reader.newestIn([document]))
        : refuse('not-found', 'This client does not exist.')
    },

    async 'clients.export'({ tenant, query }) {
      return {
        ok: true,
        text: csv(tenant, query, query.ids?.split(',')),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="clients.csv"' },
      }
    },
  }

  /** One page in the order of an index, which needs no name. */
  async function byTime(tenant: string, filters: ClientFilters, cursor: string | undefined, limit: number) {
    const page = await reader.find(clientsProjection, tenant, { ...indexOf(filters), limit, cursor })
    return { items: await opened(tenant, page.items), next: page.next }
  }

  /** Names are sealed, so a search or an order by them opens all of the workspace's. */
  async function named(
    tenant: string,
    filters: ClientFilters,
    cursor: string | undefined,
    limit: number,
  ): Promise<{ items: Opened[]; next?: string }> {
    return pageOfSorted(await matching(tenant, filters), { cursor, limit })
  }

  async function matching(tenant: string, filters: ClientFilters): Promise<Opened[]> {
    const words = wordsIn(filters.q ?? '')
    // bounded: by the seats of the workspace
    const found: Opened[] = []
    for await (const batch of batches(tenant, filters))
      found.push(...batch.filter(({ name, email }) => hasWords(`${name}\n${email}`, words)))
    const { sort } = filters
    if (sort === 'name' || sort === 'email') found.sort((one, other) => byName(one[sort], other[sort]))
    if (sort === 'lastSeen') found.sort((one, other) => timeOf(other.lastSeenAt) - timeOf(one.lastSeenAt))
    return found
  }

  async function* batches(tenant: string, filters: ClientFilters): AsyncGenerator<Opened[]> {
    const query = { ...indexOf(filters), limit: SCAN_PAGE }
    const { agentId } = filters
    for await (const page of everyPage(reader, clientsProjection, tenant, query))
      yield await opened(
        tenant,
        page.filter(({ widgetIDs }) => agentId === undefined || widgetIDs.includes(agentId)),
      )
  }

  async function opened(tenant: string, documents: readonly ClientDocument[]): Promise<Opened[]> {
    const texts = await reader.open(tenant, documents.flatMap(sealedIn))
    return documents.map((document, nth) => {
      const [name = '', email = '', squarePhotoURL = '', ...company] = texts.slice(
        nth * SEALED,
        (nth + 1) * SEALED,
      )
      const [companyName = '', companyWebsite = '', companyDescription = ''] = company
      const onboardingState = {
        isCompleted: document.onboardingState?.isCompleted ?? false,
        goals: document.onboardingState?.goals ?? [],
        ...{ companyName, companyWebsite, companyDescription },
      }
      return { ...document, name, email, squarePhotoURL, onboardingState }
    })
  }

  async function viewsOf(tenant: string, clients: readonly Opened[]): Promise<ClientView[]> {
    const [names, existing, returned] = await Promise.all([
      organisationNames(
        reader,
        tenant,
        clients.map(({ orgId }) => orgId),
      ),
      existingAgents(
        reader,
        tenant,
        clients.flatMap(({ widgetIDs }) => widgetIDs),
      ),
      returnedMailOf(
        tenant,
        clients.map(({ email }) => email),
      ),
    ])
    return clients.map(({ clientId: ID, widgetIDs, neverSignedIn: _, ...rest }, nth) => {
      const orgName = names.get(rest.orgId)
      return {
        ID,
        ...rest,
        status: rest.status ?? 'offline',
        hasOpenId: rest.hasOpenId ?? false,
        isNewSignup: rest.isNewSignup ?? false,
        isOrgAdmin: rest.isOrgAdmin ?? false,
        allowCreateAgents: rest.allowCreateAgents ?? false,
        canDelegateChats: rest.canDelegateChats ?? false,
        hideAdvancedSettings: rest.hideAdvancedSettings ?? false,
        notificationsSettings: {
          ...defaultClientNotifications,
          ...withoutUndefined(rest.notificationsSettings ?? {}),
        },
        preferredLanguage: rest.preferredLanguage ?? defaultClientLanguage,
        ...(orgName === undefined ? {} : { orgName }),
        ...returned[nth],
        widgetIDs: widgetIDs.filter((id) => existing.has(id)),
      }
    })
  }

  /** `ids`: only these. */
  async function* csv(
    tenant: string,
    filters: ClientFilters,
    ids?: readonly string[],
  ): AsyncGenerator<string> {
    yield CSV_START +
      csvLine(['name', 'email', 'organization', 'access', 'agents', 'createdAt', 'lastSeenAt', 'clientId'])
    const found = needsNames(filters) ? [await matching(tenant, filters)] : batches(tenant, filters)
    const chosen = ids && new Set(ids)
    for await (const batch of found)
      for (const client of await viewsOf(
        tenant,
        batch.filter(({ clientId }) => chosen?.has(clientId) ?? true),
      )) {
        const { ID, name, email, orgName, canAccess, widgetIDs, createdAt, lastSeenAt } = client
        const [access, agents] = [canAccess.join(' '), widgetIDs.join(' ')]
        yield csvLine([name, email, orgName, access, agents, createdAt, lastSeenAt, ID])
      }
  }
}

const timeOf = (at: string | undefined) => (at === undefined ? 0 : Date.parse(at))

/** What no index knows is found among all. */
function needsNames({ q, sort, agentId }: ClientFilters): boolean {
  const byIndex = sort === undefined || sort === 'newest' || sort === 'oldest'
  return (q ?? '').trim() !== '' || !byIndex || agentId !== undefined
}

function indexOf({ orgId, sort }: ClientFilters) {
  const order = sort === 'oldest' ? ('asc' as const) : ('desc' as const)
  return orgId === undefined ? { index: 'all', order } : { index: 'byOrganisation', where: { orgId }, order }
}

export function countAllClients(reader: Reader, tenant: string): Promise<number> {
  return reader.count(clientsProjection, tenant, { index: 'all' })
}

/** Returns the ids of all clients of a workspace. */
export async function clientIdsOf(reader: Reader, tenant: string): Promise<string[]> {
  const clients = await everyDocument(reader, clientsProjection, tenant, { index: 'all', limit: 1_000 })
  return clients.map(({ clientId }) => clientId)
}

/** The ids of an organisation's clients, oldest first; at most that many. */
export async function clientIdsIn(
  reader: Reader,
  tenant: string,
  orgId: string,
  most: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await reader.find(clientsProjection, tenant, {
      index: 'byOrganisation',
      where: { orgId },
      order: 'asc',
      limit: Math.min(500, most - ids.length),
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...page.items.map(({ clientId }) => clientId))
    cursor = page.next
    if (cursor === undefined || ids.length >= most) return ids
  }
}
