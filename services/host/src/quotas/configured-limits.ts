/** The limits that the operator gives to all workspaces, until plans are bought. */
import { planChannels } from '@parley/contracts/billing/plan-limits.ts'
import type { Config } from '../config.ts'
import { MOST_AGENTS, type PlanQuotas } from './plans.ts'

type Limits = Pick<
  Config,
  | 'WORKSPACE_SEATS'
  | 'CLIENT_SEATS'
  | 'MAX_AGENTS'
  | 'PLAN_CHANNELS'
  | 'ALLOW_ANALYTICS'
  | 'ALLOW_LEADS'
  | 'ALLOW_VOICE_CHANNEL'
  | 'MAX_KB_DOCS_CHAR_COUNT'
  | 'MAX_MONTHLY_CREDITS'
  | 'MAX_CONCURRENT_CALLS'
>

export function configuredLimits(config: Limits): Partial<PlanQuotas> {
  const { PLAN_CHANNELS: named } = config
  return {
    seats: config.WORKSPACE_SEATS,
    clients: config.CLIENT_SEATS,
    agents: config.MAX_AGENTS === 'unlimited' ? MOST_AGENTS : config.MAX_AGENTS,
    channelKinds: named.includes('all') ? 'all' : planChannels.filter((kind) => named.includes(kind)),
    allowAnalytics: config.ALLOW_ANALYTICS,
    allowLeads: config.ALLOW_LEADS,
    allowVoiceChannel: config.ALLOW_VOICE_CHANNEL,
    maxConcurrentCalls: config.MAX_CONCURRENT_CALLS,
    maxKbDocsCharCount: config.MAX_KB_DOCS_CHAR_COUNT,
    maxMonthlyCredits: config.MAX_MONTHLY_CREDITS,
  }
}
