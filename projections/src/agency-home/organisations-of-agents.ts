/**
 * The organisations of an agent, in memory since every turn asks: which of them pays for its replies, and what they say of
 * handoffs. Of several with billing and credits
 * of their own, it is the one that was created first. An agent that only clients were given has none.
 */
import {
  defaultOrganisationInbox,
  type OrganisationHandoffRules,
} from '@parley/contracts/organisation/inbox-rules.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import { categoryIn } from '@parley/kernel/log/stream-name.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentHoldersProjection } from './agent-holders.projection.ts'
import { organisationSummariesProjection } from './organisation-summaries.projection.ts'

export type AgentOrganisations = {
  /** Undefined if the workspace pays alone. */
  paying?: string
  /** Those that were ever given the agent and may have had credits, among them deleted ones. */
  all: string[]
  /** Of each that has the agent now. */
  handoffRules: OrganisationHandoffRules[]
}

export type OrganisationsOfAgents = {
  of(tenant: string, agentId: string): Promise<AgentOrganisations>
  /** Must be called with events once read models show them. */
  projected(events: readonly StoredEvent[]): void
}

const PAGE = 1_000
/** Workspaces and, of each, agents that are remembered. */
const MOST_TENANTS = 2_000
const MOST_AGENTS = 5_000
/**
 * How long an answer is remembered. While read models are built, and in the second in which another process has switched to
 * new ones, answers may be of too few or too old documents, and no event tells of their end.
 */
const LIFETIME_MS = 5_000

type Remembered = { found: Promise<AgentOrganisations>; until: number }

export function organisationsOfAgents(reader: Reader, now = Date.now): OrganisationsOfAgents {
  const known = new Map<string, Map<string, Remembered>>()

  return {
    of(tenant, agentId) {
      const agents = known.get(tenant) ?? new Map<string, Remembered>()
      const remembered = agents.get(agentId)
      if (remembered && remembered.until > now()) return remembered.found
      const remember = (found: Promise<AgentOrganisations>) =>
        agents.set(agentId, { found, until: now() + LIFETIME_MS })
      const found = find(tenant, agentId).catch((error: unknown) => {
        // While read models can't be read, what was read last holds until an event changes it.
        if (!remembered) throw error
        remember(remembered.found)
        return remembered.found
      })
      remember(found)
      known.set(tenant, agents)
      found.catch(() => agents.delete(agentId))
      if (agents.size > MOST_AGENTS) agents.delete(agents.keys().next().value!)
      if (known.size > MOST_TENANTS) known.delete(known.keys().next().value!)
      return found
    },

    projected(events) {
      for (const event of events) if (changesPayer(event)) known.delete(placeOf(event).tenant)
    },
  }

  async function find(tenant: string, agentId: string): Promise<AgentOrganisations> {
    const holders = await everyDocument(reader, agentHoldersProjection, tenant, {
      index: 'byAgent',
      where: { agentId },
      limit: PAGE,
    })
    const ids = holders.flatMap((one) => ('organisationId' in one ? [one.organisationId] : []))
    const summaries = await reader.getMany(organisationSummariesProjection, tenant, ids)
    const having = summaries.flatMap((one) => (one?.widgetIDs.includes(agentId) ? [one] : []))
    const [first] = having
      .filter(({ allowBilling, added }) => allowBilling && added !== undefined)
      .sort(
        (one, other) =>
          compared(one.createdAt, other.createdAt) || compared(one.organisationId, other.organisationId),
      )
    return {
      ...(first && { paying: first.organisationId }),
      all: ids.filter((_, nth) => {
        const summary = summaries[nth]
        return summary === undefined || summary.added !== undefined
      }),
      handoffRules: having.map(handoffRulesOf),
    }
  }
}

function handoffRulesOf(summary: Partial<OrganisationHandoffRules>): OrganisationHandoffRules {
  const { disableHandoff, smartHandoff, disableHandoffMessages } = { ...defaultOrganisationInbox, ...summary }
  return { disableHandoff, smartHandoff, disableHandoffMessages }
}

/** Whether it changes who holds an agent, or is the first that an organisation is given. */
function changesPayer({ stream, type }: StoredEvent): boolean {
  const category = categoryIn(stream)
  return category === 'organisation' || (category === 'orgcredits' && type === 'CreditsTransferred')
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
