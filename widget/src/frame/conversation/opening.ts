/** What comes before the first message: whether there may be a conversation, who begins it, how it is revealed. */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import { call } from '../server/api.ts'
import { type ChatMessage, textOf } from './transcript.ts'

/** Asks both before anything is begun. A question that can't be answered is left to the server's own check. */
export async function mayContinue(region: 'na' | 'eu', agent: PublicAgent): Promise<boolean> {
  const [credits, usage] = await Promise.allSettled([
    call('public.checkCredits', { params: { region, ownerId: agent.ownerID } }),
    call('public.agentUsage', { params: { region, agentId: agent.ID } }),
  ])
  const stoppedByCredits = credits.status === 'fulfilled' && credits.value.continue === false
  const stoppedByUsage = usage.status === 'fulfilled' && usage.value.data.shouldContinue === false
  return !stoppedByCredits && !stoppedByUsage
}

/** What the server is told of the browser. The time zone tells a country: said only where the agent counts them. */
export function aboutBrowser(agent: PublicAgent) {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
  return {
    browser: navigator.userAgent.slice(0, 100),
    platform: (userAgentData?.platform ?? navigator.platform).slice(0, 100),
    timeZone: agent.enableGeoAnalytics ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined,
  }
}

/** One tab at a time, where the browser can see to it. */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return work()
  try {
    await locks.request(name, work)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    await work()
  }
}

/** Nobody reads faster than this: ms a character, and at least. */
const reading = { character: 25, least: 250 }
const longestDelay = 3_000

/** Ms between two first messages: the agent's message delay, never longer than one reads the one before. */
export function delayAfter(agent: PublicAgent, before: ChatMessage): number {
  const toRead = Math.max(reading.least, textOf(before).length * reading.character)
  return Math.min(agent.messageDelayMS, toRead, longestDelay)
}
