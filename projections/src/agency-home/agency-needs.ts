/** What needs attention in an agency now, of all of its organisations. */

import {
  isNearlyUsedUp,
  longWaitMinutes,
  signInWithinDays,
  unansweredJump,
} from '@parley/contracts/agency/home.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type ClientDocument, clientsProjection } from '../clients/clients.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { existingAgents } from '../organisations/existing-agents.ts'
import { agentAnswersProjection, answersOn, daysBefore } from './agent-answers.projection.ts'
import {
  type OrganisationSummary,
  organisationSummariesProjection,
} from './organisation-summaries.projection.ts'

const PAGE = 1_000
/** Of those that wait, and of those that never signed in, the oldest that are looked at. */
const MOST_READ = 1_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export type Waiting = { conversationId: string; agentId: string; since: string; isLong: boolean }
export type Jump = { agentId: string; share: number; before: number; replies: number }
/** `more`: there are more, which were not read. */
type Some<Item> = { items: Item[]; more: boolean }

/** The organisations of a workspace, the oldest first. */
export function allSummaries(reader: Reader, tenant: string): Promise<OrganisationSummary[]> {
  // bounded: by the organisations that a workspace may have
  return everyDocument(reader, organisationSummariesProjection, tenant, { index: 'all', limit: PAGE })
}

/** The balances of those organisations that have credits of their own, by id. */
export async function balancesOf(
  reader: Reader,
  tenant: string,
  summaries: readonly OrganisationSummary[],
): Promise<Map<string, number>> {
  const ids = summaries.filter(({ allowBilling }) => allowBilling).map(({ organisationId }) => organisationId)
  const found = await reader.getMany(creditBalancesProjection, tenant, ids)
  return new Map(ids.map((id, nth) => [id, found[nth]?.balance ?? 0]))
}

/** Those whose credits are nearly used up, the emptiest first. */
export function lowBalances(
  summaries: readonly OrganisationSummary[],
  balances: ReadonlyMap<string, number>,
): { organisation: OrganisationSummary; balance: number; added: number }[] {
  return summaries
    .flatMap((organisation) => {
      const balance = balances.get(organisation.organisationId)
      const { added = 0 } = organisation
      return balance !== undefined && isNearlyUsedUp({ balance, added })
        ? [{ organisation, balance, added }]
        : []
    })
    .sort((one, other) => one.balance / one.added - other.balance / other.added)
}

/** The conversations that wait for a person, longest first. */
export async function waitingConversations(
  reader: Reader,
  tenant: string,
  now: number,
): Promise<Some<Waiting>> {
  const found = await reader.find(conversationsProjection, tenant, {
    index: 'byWaitingAnywhere',
    where: { listed: true, waiting: true },
    limit: MOST_READ,
  })
  const longBefore = new Date(now - longWaitMinutes * MINUTE_MS).toISOString()
  const existing = await existingAgents(
    reader,
    tenant,
    found.items.map(({ agentId }) => agentId),
  )
  const items = found.items
    .filter(({ agentId }) => existing.has(agentId))
    .map(({ conversationId, agentId, waitingSince: since = '' }) => ({
      ...{ conversationId, agentId, since },
      isLong: since <= longBefore,
    }))
  return { items, more: found.next !== undefined }
}

/** The agents whose share of replies without an answer jumped, the furthest first. */
export async function unansweredJumps(reader: Reader, tenant: string, now: number): Promise<Some<Jump>> {
  const { days, points, replies, unanswered } = unansweredJump
  const today = new Date(now).toISOString().slice(0, 10)
  const from = daysBefore(today, days - 1)
  const found = await reader.find(agentAnswersProjection, tenant, {
    index: 'byManyUnanswered',
    where: { manyUnanswered: true, lastDay: { gte: from } },
    order: 'desc',
    limit: MOST_READ,
  })
  const jumps = found.items.flatMap(({ agentId, days: counts }) => {
    const present = answersOn(counts, from, today)
    const former = answersOn(counts, daysBefore(from, days), daysBefore(from, 1))
    if (present.unanswered < unanswered || present.replies < replies || former.replies < replies) return []
    const [share, before] = [present.unanswered / present.replies, former.unanswered / former.replies]
    return (share - before) * 100 < points ? [] : [{ agentId, share, before, replies: present.replies }]
  })
  const existing = await existingAgents(
    reader,
    tenant,
    jumps.map(({ agentId }) => agentId),
  )
  const items = jumps
    .filter(({ agentId }) => existing.has(agentId))
    .sort((one, other) => other.share - other.before - (one.share - one.before))
  return { items, more: found.next !== undefined }
}

/** The clients that were added a while ago and never signed in, the oldest first. */
export async function neverSignedIn(
  reader: Reader,
  tenant: string,
  now: number,
  limit = MOST_READ,
): Promise<Some<ClientDocument>> {
  const page = await reader.find(clientsProjection, tenant, {
    index: 'byNeverSignedIn',
    where: longAgo(now),
    limit,
  })
  return { items: page.items, more: page.next !== undefined }
}

export function countNeverSignedIn(reader: Reader, tenant: string, now: number): Promise<number> {
  return reader.count(clientsProjection, tenant, { index: 'byNeverSignedIn', where: longAgo(now) })
}

function longAgo(now: number) {
  const before = new Date(now - signInWithinDays * DAY_MS).toISOString()
  return { neverSignedIn: true, createdAt: { lte: before } }
}
