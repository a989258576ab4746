/** The quotas follow from what things take: a figure that changes here or there has to be derived again. */
import { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import { maxDocumentMB } from '@parley/contracts/knowledge/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { MOST_AGENTS, plans, sizes } from './plans.ts'

const { machine, shareOfWorkspace } = sizes
const LARGEST_DRAFT = conversationEndpoints['conversations.test'].maxBodyBytes ?? Number.POSITIVE_INFINITY
const BYTES_A_CHARACTER = 2

describe.each(Object.entries(plans))('the plan %s', (_, plan) => {
  it('gives a workspace no more than its share of the disk', () => {
    const most = shareOfWorkspace * machine.disk
    expect(plan.storage).toBeLessThanOrEqual(most)
    const content =
      MOST_AGENTS * sizes.agent +
      plan.blueprints * sizes.blueprint +
      plan.prompts * sizes.prompt +
      plan.sources * sizes.source
    expect(content).toBeLessThanOrEqual(most)
  })

  it('gives a workspace no more than its share of the memory', () => {
    const team = plan.streams * (sizes.stream + sizes.waitingNotices)
    const visitors = plan.visitorStreams * sizes.stream
    expect(team + visitors + plan.drafts).toBeLessThanOrEqual(shareOfWorkspace * machine.memory)
  })

  it('has room for the largest draft, and leaves room for the drafts of at least four others', () => {
    expect(plan.drafts).toBeGreaterThanOrEqual(BYTES_A_CHARACTER * LARGEST_DRAFT)
    expect(5 * plan.drafts).toBeLessThanOrEqual(sizes.drafts)
  })

  it('lets a workspace send a hundred of the largest documents in an hour', () => {
    expect(plan.writes).toBe(100 * maxDocumentMB * 1_000_000)
    expect(plan.storage / plan.writes).toBeGreaterThanOrEqual(20)
  })

  it('has a channel for each agent', () => expect(plan.channels).toBe(MOST_AGENTS))

  it('has the limits of the specification (part 2 §9)', () => {
    expect(plan).toMatchObject({
      ...{ channelKinds: 'all', agents: 10, allowAnalytics: true, allowLeads: true, allowVoiceChannel: true },
      ...{ clients: 2, seats: 2, maxConcurrentCalls: 10 },
    })
    expect(plan).not.toHaveProperty('maxKbDocsCharCount')
    expect(plan).not.toHaveProperty('maxMonthlyCredits')
  })
})
