/** The home of an agency. Names are opened to be searched and sorted; figures are those of the organisations on a page. */

import { domainTypes } from '@parley/contracts/agency/domain-names.ts'
import { defaultSettings } from '@parley/contracts/agency/folded.ts'
import { type AttentionKind, attentionKinds, type HomeSort } from '@parley/contracts/agency/home.ts'
import type { agencyHomeEndpoints, OrganisationHealth } from '@parley/contracts/agency/home-endpoints.ts'
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import { usdPerCredit } from '@parley/contracts/credits/prices.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { everyDocument, everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agenciesProjection } from '../agencies/agencies.projection.ts'
import { agencyDomainsProjection } from '../agency-domains/agency-domains.projection.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { firstOfWorkspace } from '../analytics/first-moments.ts'
import { type Range, rangesOf } from '../analytics/periods.ts'
import { byName } from '../by-name.ts'
import { type ClientDocument, clientsProjection } from '../clients/clients.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { existingAgents } from '../organisations/existing-agents.ts'
import { organisationsProjection } from '../organisations/organisations.projection.ts'
import { pageOfSorted } from '../page-of-sorted.ts'
import {
  allSummaries,
  balancesOf,
  countNeverSignedIn,
  lowBalances,
  neverSignedIn,
  unansweredJumps,
  waitingConversations,
} from './agency-needs.ts'
import { clientAgentsProjection } from './client-agents.projection.ts'
import { holdingOrganisations } from './holding-organisations.ts'
import { figuresOfAgents, oneFigureOfAgents } from './organisation-figures.ts'
import type { OrganisationSummary } from './organisation-summaries.projection.ts'

const PAGE = 20
const FIRST = 5
const CLIENTS_PAGE = 1_000

type Named = { summary: OrganisationSummary; name: string }
/** Of each organisation, by id. */
type Needs = { kinds: Map<string, Set<AttentionKind>>; waiting: Map<string, number> }

export function agencyHomeQueries({
  reader,
  now = Date.now,
}: {
  reader: Reader
  now?: () => number
}): Handlers<typeof agencyHomeEndpoints> {
  return {
    async 'agencyHome.organisations'({ tenant, query }) {
      const asked = rangesOf(query, now())
      if (!asked.ok) return asked
      const { range, before } = asked
      const { q = '', cursor, limit = PAGE, sort = 'attention', order } = query
      const summaries = await allSummaries(reader, tenant)
      const [all, balances] = await Promise.all([
        named(tenant, summaries),
        balancesOf(reader, tenant, summaries),
      ])
      const needs = await needsOf(tenant, summaries, balances)
      const words = wordsIn(q)
      const found = all.filter(({ name }) => hasWords(name, words))
      const rank = await rankBy(tenant, found, { sort, range, balances, needs })
      const sorted = inOrder(found, rank, sort, order ?? (sort === 'name' ? 'asc' : 'desc'))
      const page = pageOfSorted(sorted, { cursor, limit })
      const items = await healthOf(tenant, page.items, { range, before, balances, needs })
      const since = await firstOfWorkspace({ reader, tenant })
      return reply({ range, before, ...since, found: found.length, total: all.length, ...page, items })
    },

    async 'agencyHome.attention'({ tenant }) {
      const at = now()
      const summaries = await allSummaries(reader, tenant)
      const [balances, waiting, jumps, absent, absentTotal, domains] = await Promise.all([
        balancesOf(reader, tenant, summaries),
        waitingConversations(reader, tenant, at),
        unansweredJumps(reader, tenant, at),
        neverSignedIn(reader, tenant, at, FIRST),
        countNeverSignedIn(reader, tenant, at),
        reader.get(agencyDomainsProjection, tenant, tenant),
      ])
      const low = lowBalances(summaries, balances)
      const long = waiting.items.filter(({ isLong }) => isLong)
      const shownLow = low.slice(0, FIRST)
      const shownLong = long.slice(0, FIRST)
      const shownJumps = jumps.items.slice(0, FIRST)
      const agentIds = [...shownLong, ...shownJumps].map(({ agentId }) => agentId)
      const [titles, holders] = await Promise.all([
        agentTitles(reader, tenant, agentIds),
        holdingOrganisations(reader, tenant, agentIds),
      ])
      const byId = new Map(summaries.map((summary) => [summary.organisationId, summary]))
      const mentioned = new Set([
        ...shownLow.map(({ organisation }) => organisation.organisationId),
        ...[...holders.values()].flat(),
        ...absent.items.map(({ orgId }) => orgId),
      ])
      const names = new Map(
        (
          await named(
            tenant,
            [...mentioned].flatMap((id) => byId.get(id) ?? []),
          )
        ).map(({ summary, name }) => [summary.organisationId, name] as const),
      )
      const clientNames = await reader.open(
        tenant,
        absent.items.map(({ name }) => name),
      )
      const ofAgent = (agentId: string) => ({
        agentId,
        agentTitle: titles.get(agentId) ?? '',
        organisations: (holders.get(agentId) ?? []).flatMap((id) => names.get(id) ?? []).sort(byName),
      })
      return reply({
        domains: domainTypes.flatMap((domainType) => {
          const { domain = '', removeAt } = domains?.[domainType] ?? {}
          return removeAt === undefined ? [] : [{ domainType, domain, removeAt }]
        }),
        waiting: {
          total: long.length,
          // Those that were not read wait for less long than these.
          ...(waiting.more && long.length === waiting.items.length && { atLeast: true as const }),
          items: shownLong.map(({ agentId, conversationId, since }) => ({
            ...ofAgent(agentId),
            conversationId,
            since,
          })),
        },
        balances: {
          total: low.length,
          items: shownLow.map(({ organisation: { organisationId }, balance, added }) => ({
            ...{ organisationId, name: names.get(organisationId) ?? '', balance, added },
          })),
        },
        unanswered: {
          total: jumps.items.length,
          ...(jumps.more && { atLeast: true as const }),
          items: shownJumps.map(({ agentId, ...jump }) => ({ ...ofAgent(agentId), ...jump })),
        },
        neverSignedIn: {
          total: absentTotal,
          items: absent.items.map(({ clientId, orgId, createdAt }, nth) => {
            const organisation = names.get(orgId)
            const client = { clientId, name: clientNames[nth] ?? '', createdAt }
            return organisation === undefined ? client : { ...client, organisation }
          }),
        },
      })
    },
  }

  async function named(tenant: string, summaries: readonly OrganisationSummary[]): Promise<Named[]> {
    const names = await reader.open(
      tenant,
      summaries.map(({ name }) => name),
    )
    return summaries.map((summary, nth) => ({ summary, name: names[nth] ?? '' }))
  }

  async function needsOf(
    tenant: string,
    summaries: readonly OrganisationSummary[],
    balances: ReadonlyMap<string, number>,
  ): Promise<Needs> {
    const at = now()
    const [waiting, jumps, absent] = await Promise.all([
      waitingConversations(reader, tenant, at),
      unansweredJumps(reader, tenant, at),
      neverSignedIn(reader, tenant, at),
    ])
    const agentIds = [...waiting.items, ...jumps.items].map(({ agentId }) => agentId)
    const holders = await holdingOrganisations(reader, tenant, agentIds)
    const needs: Needs = { kinds: new Map(), waiting: new Map() }
    const add = (id: string, kind: AttentionKind) => {
      const kinds = needs.kinds.get(id) ?? new Set()
      needs.kinds.set(id, kinds.add(kind))
    }
    for (const { agentId, isLong } of waiting.items)
      for (const id of holders.get(agentId) ?? []) {
        needs.waiting.set(id, (needs.waiting.get(id) ?? 0) + 1)
        if (isLong) add(id, 'waiting')
      }
    for (const { organisation } of lowBalances(summaries, balances))
      add(organisation.organisationId, 'balance')
    for (const { agentId } of jumps.items) for (const id of holders.get(agentId) ?? []) add(id, 'unanswered')
    for (const { orgId } of absent.items) add(orgId, 'never-signed-in')
    return needs
  }

  /** Returns what the organisations are sorted by, by id. */
  async function rankBy(
    tenant: string,
    found: readonly Named[],
    of: { sort: HomeSort; range: Range; balances: ReadonlyMap<string, number>; needs: Needs },
  ): Promise<ReadonlyMap<string, number | string | undefined>> {
    const { sort, range, balances, needs } = of
    switch (sort) {
      case 'attention':
        return new Map([...needs.kinds].map(([id, kinds]) => [id, urgency(kinds)]))
      case 'name':
        return new Map()
      case 'waiting':
        return needs.waiting
      case 'balance':
        return balances
      case 'lastSignIn':
        return new Map(found.map(({ summary: one }) => [one.organisationId, one.lastSignInAt]))
      default: {
        const ids = found.map(({ summary }) => summary.organisationId)
        const lists = await agentsOfAll(tenant, found)
        const place = { reader, tenant }
        const values = await oneFigureOfAgents(place, lists, sort, range)
        return new Map(ids.map((id, nth) => [id, values[nth]]))
      }
    }
  }

  /** The agents of many organisations, and of all of their clients. */
  async function agentsOfAll(tenant: string, found: readonly Named[]): Promise<string[][]> {
    const own = new Map(found.map(({ summary }) => [summary.organisationId, new Set(summary.widgetIDs)]))
    const query = { index: 'all', limit: CLIENTS_PAGE }
    for await (const page of everyPage(reader, clientAgentsProjection, tenant, query))
      for (const { clients } of page)
        for (const [orgId, ...agentIds] of Object.values(clients)) {
          const agents = own.get(orgId)
          if (agents) for (const id of agentIds) agents.add(id)
        }
    const existing = await existingAgents(
      reader,
      tenant,
      [...own.values()].flatMap((ids) => [...ids]),
    )
    return [...own.values()].map((ids) => [...ids].filter((id) => existing.has(id)))
  }

  async function healthOf(
    tenant: string,
    page: readonly Named[],
    of: { range: Range; before: Range; balances: ReadonlyMap<string, number>; needs: Needs },
  ): Promise<OrganisationHealth[]> {
    const ids = page.map(({ summary }) => summary.organisationId)
    const [documents, clients] = await Promise.all([
      reader.getMany(organisationsProjection, tenant, ids),
      Promise.all(ids.map((orgId) => clientsOf(tenant, orgId))),
    ])
    const agents = page.map(({ summary }, nth) => [
      ...new Set([summary, ...(clients[nth] ?? [])].flatMap(({ widgetIDs }) => widgetIDs)),
    ])
    const existing = await existingAgents(reader, tenant, agents.flat())
    const lists = agents.map((own) => own.filter((id) => existing.has(id)))
    const [agency, photos, figures, waiting] = await Promise.all([
      reader.get(agenciesProjection, tenant, tenant),
      reader.open(
        tenant,
        documents.map((document) => document?.squarePhotoURL ?? ''),
      ),
      figuresOfAgents({ reader, tenant }, lists, of),
      Promise.all(lists.map((own) => countWaiting(tenant, own))),
    ])
    const { USDPerToken } = agency ?? defaultSettings
    return page.map(({ summary, name }, nth) => {
      const credits = figures[nth]?.credits.value ?? 0
      const { organisationId: ID, lastSignInAt } = summary
      const balance = of.balances.get(ID)
      const kinds = of.needs.kinds.get(ID)
      return {
        ...{ ID, name, squarePhotoURL: photos[nth] ?? '', clients: clients[nth]?.length ?? 0 },
        ...{ agents: lists[nth]?.length ?? 0, figures: figures[nth]!, waiting: waiting[nth] ?? 0 },
        costs: { cost: credits * usdPerCredit, price: credits * USDPerToken },
        ...(balance === undefined ? {} : { balance }),
        ...(lastSignInAt === undefined ? {} : { lastSignInAt }),
        attention: attentionKinds.filter((kind) => kinds?.has(kind)),
      }
    })
  }

  function clientsOf(tenant: string, orgId: string): Promise<ClientDocument[]> {
    const query = { index: 'byOrganisation', where: { orgId }, limit: CLIENTS_PAGE }
    return everyDocument(reader, clientsProjection, tenant, query)
  }

  async function countWaiting(tenant: string, agentIds: readonly string[]): Promise<number> {
    const counts = agentIds.map((agentId) =>
      reader.count(conversationsProjection, tenant, {
        index: 'byWaitingSince',
        where: { agentId, listed: true, waiting: true },
      }),
    )
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
}

/** Higher for what is more urgent: one of the first kind before any of the others. */
function urgency(kinds: ReadonlySet<AttentionKind>): number {
  return attentionKinds.reduce((sum, kind) => sum * 2 + (kinds.has(kind) ? 1 : 0), 0)
}

/** Sorted by rank, those without one last, and by name where that is equal. */
function inOrder(
  found: readonly Named[],
  rank: ReadonlyMap<string, number | string | undefined>,
  sort: HomeSort,
  order: 'asc' | 'desc',
): Named[] {
  const turn = order === 'asc' ? 1 : -1
  return found.toSorted((one, other) => {
    if (sort === 'name') return turn * byName(one.name, other.name)
    const a = rank.get(one.summary.organisationId)
    const b = rank.get(other.summary.organisationId)
    if (a === b) return byName(one.name, other.name)
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return turn * (a < b ? -1 : 1)
  })
}
