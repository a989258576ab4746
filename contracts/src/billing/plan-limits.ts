/** The limits of a plan (specification part 2 §3, §5, §9). Without schemas, for screens. */

/** The kinds of channels that a plan may leave out; web chat and all other kinds are always available. */
export const planChannels = ['whatsapp', 'telegram', 'instagram', 'messenger'] as const
export type PlanChannel = (typeof planChannels)[number]

/** Unset limits do not limit. */
export type PlanLimits = {
  /** `channels` of the specification. */
  channelKinds: readonly PlanChannel[] | 'all'
  allowAnalytics: boolean
  allowLeads: boolean
  allowVoiceChannel: boolean
  /** Characters of the knowledge of all agents of a workspace. */
  maxKbDocsCharCount?: number | undefined
  /** Credits that the replies which a workspace pays for may cost in a calendar month (UTC). */
  maxMonthlyCredits?: number | undefined
  /** Calls of the agents of a workspace at the same time. */
  maxConcurrentCalls: number
}

/** Part 2 §9, Default plan limits. */
export const defaultPlanLimits: Omit<PlanLimits, 'maxConcurrentCalls'> & { agents: number } = {
  ...{ channelKinds: 'all', agents: 10 },
  ...{ allowAnalytics: true, allowLeads: true, allowVoiceChannel: true },
}

/** Part 2 §9: what holds where a plan says nothing. */
export const limitsByDefault = { maxConcurrentCalls: 10, clients: 2, seats: 2 } as const

/** The pages of a client's dashboard that a plan may leave out. */
const pagesOf = {
  allowAnalytics: '/analytics',
  allowLeads: '/leads',
  allowVoiceChannel: '/voice',
} as const satisfies Partial<Record<keyof PlanLimits, string>>

export type PlanPages = Pick<PlanLimits, keyof typeof pagesOf>

/** Whether a plan includes a page of a client's dashboard. */
export function isPageInPlan(href: string, plan: PlanPages): boolean {
  return !Object.entries(pagesOf).some(([flag, page]) => page === href && !plan[flag as keyof PlanPages])
}

/** The pages that a client was granted, without those that the plan leaves out. */
export function pagesInPlan(canAccess: readonly string[], plan: PlanPages): string[] {
  return canAccess.filter((href) => isPageInPlan(href, plan))
}

/** Whether a plan includes a kind of channel. */
export function isChannelInPlan(kind: string, channels: PlanLimits['channelKinds']): boolean {
  const limited: readonly string[] = planChannels
  return channels === 'all' || !limited.includes(kind) || channels.some((one) => one === kind)
}

/** Part 2 §5, Channel access by plan. */
export const CHANNEL_NOT_IN_PLAN =
  'Your current subscription plan does not include access to {channel}. Please upgrade to access this channel.'
/** Part 2 §5. */
export const AGENTS_REACHED =
  'You have reached the maximum number of agents ({max}) for your current subscription plan. Please upgrade to add more agents.'
/** The specification has no words for this limit; in those of the others. */
export const KNOWLEDGE_REACHED =
  'You have reached the maximum number of knowledge characters ({number}) for your current subscription plan. Please delete some that are no longer needed, or upgrade to add more.'

/** A message of a limit with its values. */
export function limitMessage(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
