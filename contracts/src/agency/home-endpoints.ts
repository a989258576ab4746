/** The home of an agency: how its organisations do, and what needs attention. */
import { z } from 'zod'
import { measured } from '../analytics/endpoints.ts'
import { range, rangeQuery, since } from '../analytics/range.ts'
import { defineEndpoints, pageOf, pageQuery, workspaceParams } from '../endpoint.ts'
import { domainTypes } from './domain-names.ts'
import { attentionKinds, homeFigures, homeSorts } from './home.ts'

const homePath = '/api/{region}/v2/workspaces/{workspaceId}/agency/home'

export const organisationHealth = z.object({
  ID: z.string(),
  name: z.string(),
  squarePhotoURL: z.string(),
  /** How many clients it has, and agents: its own and those of its clients. */
  clients: z.number(),
  agents: z.number(),
  /** Of its agents together. An agent of two organisations counts in both. */
  figures: z.record(z.enum(homeFigures), measured),
  /**
   * Of the credits that its agents used in the range, in USD: what they cost the agency at the default price, and what it
   * asks its clients for them.
   */
  costs: z.object({ cost: z.number(), price: z.number() }),
  /** Conversations that wait for a person now. */
  waiting: z.number(),
  /** Its credits; absent if it has none of its own. */
  balance: z.number().optional(),
  /** When one of its clients last signed in, ISO 8601. */
  lastSignInAt: z.string().optional(),
  /** Why it needs attention, the most urgent first. */
  attention: z.array(z.enum(attentionKinds)),
})
export type OrganisationHealth = z.infer<typeof organisationHealth>

/** The first items of a list, and how many there are. `atLeast`: there are more, which were not counted. */
function first<Item extends z.ZodType>(item: Item) {
  return z.object({ total: z.number(), atLeast: z.literal(true).optional(), items: z.array(item) })
}

/** `organisations`: the names of those that have the agent. */
const ofAgent = { agentId: z.string(), agentTitle: z.string(), organisations: z.array(z.string()) }

const agencyAttention = z.object({
  /** Domains that no longer resolve to this server, with when they are removed, ISO 8601. */
  domains: z.array(z.object({ domainType: z.enum(domainTypes), domain: z.string(), removeAt: z.string() })),
  /** Conversations that wait long for a person, longest first; `since` in ISO 8601. */
  waiting: first(z.object({ ...ofAgent, conversationId: z.string(), since: z.string() })),
  /** Organisations whose credits are nearly used up, the emptiest first. `added`: the credits that were added last. */
  balances: first(
    z.object({ organisationId: z.string(), name: z.string(), balance: z.number(), added: z.number() }),
  ),
  /** Agents whose share of replies without an answer jumped, by how much. */
  unanswered: first(z.object({ ...ofAgent, share: z.number(), before: z.number(), replies: z.number() })),
  /** Clients that were added a while ago and never signed in, the oldest first. */
  neverSignedIn: first(
    z.object({
      clientId: z.string(),
      name: z.string(),
      /** Absent if it was deleted. */
      organisation: z.string().optional(),
      /** ISO 8601. */
      createdAt: z.string(),
    }),
  ),
})
export type AgencyAttention = z.infer<typeof agencyAttention>

export const agencyHomeEndpoints = defineEndpoints({
  'agencyHome.organisations': {
    summary:
      'How the organisations of an agency do in a range of days, beside as many days before; what needs attention first by default',
    method: 'GET',
    path: `${homePath}/organisations`,
    permission: 'client.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend(rangeQuery.shape).extend({
      /** Words in the name. */
      q: z.string().max(200).optional(),
      sort: z.enum(homeSorts).optional(),
      /** By default `asc` for names and `desc` for the rest. Those without a value are last either way. */
      order: z.enum(['asc', 'desc']).optional(),
    }),
    output: pageOf(organisationHealth).extend({
      range,
      before: range,
      since,
      /** How many organisations match the search, and how many there are. */
      found: z.number(),
      total: z.number(),
    }),
  },
  'agencyHome.attention': {
    summary: 'What needs attention in an agency today, with at most five of each kind',
    method: 'GET',
    path: `${homePath}/attention`,
    permission: 'client.read',
    kind: 'query',
    params: workspaceParams,
    output: agencyAttention,
  },
})
