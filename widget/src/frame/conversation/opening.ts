/**
 * Steps before the first message: whether the agent may be used, which tab starts the conversation, and the delays
 * between first messages.
 */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import { call } from '../server/api.ts'
import { type ChatMessage, textOf } from './transcript.ts'

/** Checks credits and usage before anything is started. If a check fails to answer, the server's own check decides. */
export async function mayContinue(region: 'na' | 'eu', agent: PublicAgent): Promise<boolean> {
  const [credits, usage] = await Promise.allSettled([
    call('public.checkCredits', { params: { region, ownerId: agent.ownerID }, query: { agentId: agent.ID } }),
    call('public.agentUsage', { params: { region, agentId: agent.ID } }),
  ])
  const stoppedByCredits = credits.status === 'fulfilled' && credits.value.continue === false
  const stoppedByUsage = usage.status === 'fulfilled' && usage.value.data.shouldContinue === false
  return !stoppedByCredits && !stoppedByUsage
}

/** Data about the browser for the server, which keeps of it what the agent needs. */
export function aboutBrowser() {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
  return {
    browser: navigator.userAgent.slice(0, 100),
    platform: (userAgentData?.platform ?? navigator.platform).slice(0, 100),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** Runs `work` in one tab at a time, if the browser supports locks. */
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

/** Reading speed in ms per character, and the minimum in ms. */
const reading = { character: 25, least: 250 }
const longestDelay = 3_000

/**
 * Returns the delay between two first messages in ms: the agent's message delay, at most the time to read the message
 * before and at most 3 seconds.
 */
export function delayAfter(agent: PublicAgent, before: ChatMessage): number {
  const toRead = Math.max(reading.least, textOf(before).length * reading.character)
  return Math.min(agent.messageDelayMS, toRead, longestDelay)
}
