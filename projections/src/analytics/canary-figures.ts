/** Compares the conversations that began with a canary version and with the published one beside it. */
import { type CanaryRate, type Counted, differenceOf, intervalOf } from '@parley/contracts/agent/canary.ts'
import type { CanaryArm, CanaryView } from '@parley/contracts/agent/canary-endpoints.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import {
  type AnalyzedConversation,
  analyticsConversationsProjection,
} from './analytics-conversations.projection.ts'

/** What of a canary the figures need. */
export type ComparedVersions = { version: number; controlVersion: number; startedAt: string }

const PAGE = 1_000
/** Of each version, the newest conversations that are looked at. */
const MOST_COUNTED = 20_000

export async function canaryArms(
  reader: Reader,
  place: { tenant: string; agentId: string },
  canary: ComparedVersions,
): Promise<Record<'canary' | 'control', CanaryArm>> {
  const [tried, control] = await Promise.all([
    armOf(reader, place, canary.version, canary.startedAt),
    armOf(reader, place, canary.controlVersion, canary.startedAt),
  ])
  return { canary: tried, control }
}

/** By rate, where there are enough conversations of both. */
export function differencesOf(canary: CanaryArm, control: CanaryArm): CanaryView['differences'] {
  const rates = ['resolution', 'failure', 'handoff', 'feedback'] as const
  return Object.fromEntries(
    rates.flatMap((rate) => {
      const difference = differenceOf(canary.rates[rate], control.rates[rate])
      return difference ? [[rate, difference]] : []
    }),
  )
}

async function armOf(
  reader: Reader,
  { tenant, agentId }: { tenant: string; agentId: string },
  version: number,
  startedAt: string,
): Promise<CanaryArm> {
  const arm = { conversations: 0, engaged: 0, cost: 0 }
  const counts = { resolution: 0, failure: 0, handoff: 0, up: 0, rated: 0 }
  const firstReplies: number[] = []
  for await (const one of conversationsOf(reader, tenant, agentId, version, startedAt)) {
    arm.conversations++
    if (!one.engaged) continue
    arm.engaged++
    arm.cost += one.cost ?? 0
    if (one.resolved) counts.resolution++
    if (one.failed) counts.failure++
    if (one.handedOff) counts.handoff++
    if (one.ratedDown !== undefined) counts.rated++
    if (one.ratedDown === false) counts.up++
    if (one.firstReplyMs !== undefined) firstReplies.push(one.firstReplyMs)
  }
  const of = (count: number) => rateOf({ count, of: arm.engaged })
  return {
    version,
    conversations: arm.conversations,
    engaged: arm.engaged,
    rates: {
      resolution: of(counts.resolution),
      failure: of(counts.failure),
      handoff: of(counts.handoff),
      feedback: rateOf({ count: counts.up, of: counts.rated }),
    } satisfies Record<CanaryRate, Counted>,
    ...(firstReplies.length === 0 ? {} : { firstReplyMs: median(firstReplies) }),
    ...(arm.engaged === 0 ? {} : { creditsPerConversation: thousandths(arm.cost / arm.engaged) }),
  }
}

async function* conversationsOf(
  reader: Reader,
  tenant: string,
  agentId: string,
  version: number,
  startedAt: string,
): AsyncGenerator<AnalyzedConversation> {
  let cursor: string | undefined
  for (let counted = 0; counted < MOST_COUNTED; counted += PAGE) {
    const page = await reader.find(analyticsConversationsProjection, tenant, {
      index: 'byVersion',
      where: { agentId, agentVersion: version, startedAt: { gte: startedAt } },
      order: 'desc',
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield* page.items
    cursor = page.next
    if (cursor === undefined) return
  }
}

function rateOf(counted: Counted) {
  const interval = intervalOf(counted)
  return interval ? { ...counted, interval } : counted
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
