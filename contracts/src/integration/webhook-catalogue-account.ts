/** Events of agents, channels, knowledge, clients, domains, members and credits. */
import { z } from 'zod'
import { domainEnds, domainTypes } from '../agency/domain-names.ts'
import { type ChannelKind, channelKindNames, channelLabels } from '../channel/names.ts'
import { memberRoles } from '../workspace/roles.ts'

const agentId = 'a7Xk29LmQp04TzRb'
const source = { sourceId: 'k2Pz7HqW', agentId }
const ofDomain = { agencyId: z.string(), domain: z.string(), domainType: z.enum(domainTypes) }
const connected = { agentId, agentType: 'vg', channelId: 'h3Ks9TdY' }
const domain = { agencyId: 'w3Ns8PbV', domain: 'app.harbour.example', domainType: 'customDomain' }

export const catalogueOfAccount = {
  new_agent_created: {
    group: 'Agents',
    summary: 'An agent was created.',
    version: 1,
    payload: z.object({ agentId: z.string(), title: z.string(), template: z.string().optional() }),
    example: { agentId, title: 'Shop assistant', template: 'customer-support' },
  },
  agent_published: {
    group: 'Agents',
    summary: 'Changes to an agent were published.',
    version: 1,
    /** `changed`: names of its settings. */
    payload: z.object({ agentId: z.string(), changed: z.array(z.string()) }),
    example: { agentId, changed: ['vg_systemPrompt', 'title'] },
  },
  agent_version_restored: {
    group: 'Agents',
    summary: 'An earlier version of an agent became the present one.',
    version: 1,
    payload: z.object({ agentId: z.string(), version: z.number(), restoredFrom: z.number() }),
    example: { agentId, version: 7, restoredFrom: 4 },
  },
  agent_deleted: {
    group: 'Agents',
    summary: 'An agent was deleted.',
    version: 1,
    payload: z.object({ agentId: z.string(), title: z.string() }),
    example: { agentId, title: 'Shop assistant' },
  },
  new_channel_connected: {
    group: 'Channels',
    summary: 'A channel was connected to an agent.',
    version: 1,
    payload: connectedPayload(z.enum(channelKindNames)),
    example: { ...connected, channelType: 'webhook' },
  },
  whatsapp_channel_added: channelAdded('whatsapp'),
  instagram_channel_added: channelAdded('instagram'),
  discord_channel_added: channelAdded('discord'),
  telegram_channel_added: channelAdded('telegram'),
  channel_disconnected: {
    group: 'Channels',
    summary: 'A channel was disconnected from an agent.',
    version: 1,
    payload: z.object({
      agentId: z.string(),
      channelId: z.string(),
      reason: z.enum(['person', 'agent-deleted']),
    }),
    example: { agentId, channelId: 'h3Ks9TdY', reason: 'person' },
  },
  channels_viewed: {
    group: 'Channels',
    summary: 'Somebody looked at the channels of an agent; once an hour for each person.',
    version: 1,
    payload: z.object({ agentId: z.string() }),
    example: { agentId },
  },
  knowledge_added: {
    group: 'Knowledge',
    summary: 'A source was added to the knowledge of an agent.',
    version: 1,
    payload: z.object({ sourceId: z.string(), agentId: z.string(), kind: z.string(), name: z.string() }),
    example: { ...source, kind: 'text', name: 'Opening hours' },
  },
  knowledge_ready: {
    group: 'Knowledge',
    summary: 'A source was read, and the agent answers from it.',
    version: 1,
    payload: z.object({
      sourceId: z.string(),
      agentId: z.string(),
      charCount: z.number(),
      chunkCount: z.number(),
    }),
    example: { ...source, charCount: 1280, chunkCount: 3 },
  },
  knowledge_failed: {
    group: 'Knowledge',
    summary: 'A source could not be read.',
    version: 1,
    payload: z.object({ sourceId: z.string(), agentId: z.string(), reason: z.string() }),
    example: { ...source, reason: 'This file holds no text.' },
  },
  knowledge_deleted: {
    group: 'Knowledge',
    summary: 'A source was removed from the knowledge of an agent.',
    version: 1,
    payload: z.object({ sourceId: z.string(), agentId: z.string(), name: z.string() }),
    example: { ...source, name: 'Opening hours' },
  },
  client_created: {
    group: 'Clients',
    summary: 'A client of the agency was created.',
    version: 1,
    payload: z.object({
      organisationId: z.string(),
      clientId: z.string(),
      clientName: z.string(),
      clientEmail: z.string(),
      operation: z.literal('create'),
    }),
    example: {
      organisationId: 'o6Yt4BnM',
      clientId: 'c9Df2KsL',
      clientName: 'Harbour Tea',
      clientEmail: 'hello@harbour-tea.example',
      operation: 'create',
    },
  },
  new_agency_domain: {
    group: 'Agency',
    summary: 'A subdomain or a custom domain was added to the agency.',
    version: 1,
    payload: z.object({ ...ofDomain, userId: z.string() }),
    example: { ...domain, userId: 'u8Rq1LzT' },
  },
  agency_domain_verified: {
    group: 'Agency',
    summary: 'The DNS records of a domain of the agency were found.',
    version: 1,
    payload: z.object(ofDomain),
    example: domain,
  },
  agency_domain_removed: {
    group: 'Agency',
    summary: 'A domain is the agency’s no more.',
    version: 1,
    payload: z.object({ ...ofDomain, reason: z.enum(domainEnds) }),
    example: { ...domain, reason: 'person' },
  },
  member_joined: {
    group: 'Members',
    summary: 'Somebody joined the workspace.',
    version: 1,
    payload: z.object({ userId: z.string(), email: z.string(), role: z.enum(memberRoles) }),
    example: { userId: 'u8Rq1LzT', email: 'grace@example.com', role: 'member' },
  },
  member_left: {
    group: 'Members',
    summary: 'Somebody left the workspace or was removed from it.',
    version: 1,
    payload: z.object({ userId: z.string(), reason: z.enum(['account-deleted', 'removed', 'left']) }),
    example: { userId: 'u8Rq1LzT', reason: 'left' },
  },
  credits_granted: {
    group: 'Credits',
    summary: 'Credits were added to the workspace.',
    version: 1,
    payload: z.object({ amount: z.number(), reason: z.string() }),
    example: { amount: 5000, reason: 'purchase' },
  },
} as const

/** Besides `new_channel_connected`: who subscribes to both is told under both names. */
function channelAdded<Kind extends ChannelKind>(kind: Kind) {
  return {
    group: 'Channels',
    summary: `A channel of ${channelLabels[kind]} was connected to an agent.`,
    version: 1,
    payload: connectedPayload(z.literal(kind)),
    example: { ...connected, channelType: kind },
  } as const
}

function connectedPayload<ChannelType extends z.ZodType>(channelType: ChannelType) {
  return z.object({ agentId: z.string(), agentType: z.string(), channelType, channelId: z.string() })
}
