import type { UsageView } from '@parley/contracts/credits/endpoints.ts'
import { type CreditsEvent, creditsEvents } from '@parley/contracts/credits/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Call, Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentsProjection } from '../agents/agents.projection.ts'
import { organisationsProjection } from '../organisations/organisations.projection.ts'
import { creditUsageProjection } from './credit-usage.projection.ts'
import { creditUsageQueries } from './credit-usage.queries.ts'

type Charge = Extract<CreditsEvent, { type: 'RepliesCharged' }>['data']['charges'][number]

const charge = (at: string, amount: number, more: Partial<Charge> = {}): Charge => ({
  ...{ reservationId: 'r1', holdId: `h${at}`, conversationId: 'c1', agentId: 'a1', at, amount },
  ...{ modelId: 'm', inputTokens: 10, outputTokens: 5, ...more },
})
const charged = (...charges: Charge[]): CreditsEvent => ({
  type: 'RepliesCharged',
  data: { through: 1, charges },
})
const settled: CreditsEvent = {
  type: 'CreditsSettled',
  data: {
    ...{ holdId: 'h', amount: 0.2, agentId: 'a2', conversationId: 'c2', modelId: 'm', purpose: 'assistant' },
    ...{ inputTokens: 3, outputTokens: 0 },
  },
}

describe('the documents', () => {
  it('sum each quarter of an hour by agent, feature and model, when the reply was given', () => {
    const documents = projected(creditUsageProjection, [
      charged(charge('2026-11-20T23:59:59.000Z', 0.1), charge('2026-11-21T00:00:00.000Z', 0.2)),
      charged(
        charge('2026-11-21T00:14:59.000Z', 0.1),
        charge('2026-11-21T00:01:00.000Z', 1, { agentId: 'a2' }),
        charge('2026-11-21T00:01:00.000Z', 2, { purpose: 'translation', modelId: 'n' }),
        charge('2026-11-21T00:01:00.000Z', 0, { inputTokens: 0, outputTokens: 0 }),
      ),
      settled,
      { type: 'CreditsGranted', data: { amount: 50, reason: 'sign-up' } } satisfies CreditsEvent,
    ])
    expect(Object.fromEntries(documents)).toEqual({
      '2026-11-20T23:45': { quarter: '2026-11-20T23:45', used: [['a1', 'reply', 'm', 1, 0.1, 10, 5]] },
      '2026-11-21T00:00': {
        quarter: '2026-11-21T00:00',
        used: [
          ['a1', 'reply', 'm', 2, 0.3, 20, 10],
          ['a2', 'reply', 'm', 1, 1, 10, 5],
          ['a1', 'translation', 'n', 1, 2, 10, 5],
        ],
      },
      // At the time of the event: `projected` gives them seconds from noon on.
      '2026-11-21T12:00': { quarter: '2026-11-21T12:00', used: [['a2', 'assistant', 'm', 1, 0.2, 3, 0]] },
    })
  })

  it('tell what an organisation paid from what the workspace did', () => {
    const one = charged(charge('2026-11-21T00:00:00.000Z', 1))
    const of = { ...one, stream: 'orgcredits-o1' }
    const [usage] = projected(creditUsageProjection, [one, of, of]).values()
    expect(usage?.used).toEqual([
      ['a1', 'reply', 'm', 1, 1, 10, 5],
      ['a1', 'reply', 'm', 2, 2, 20, 10, 'o1'],
    ])
  })
})

describe('the queries', () => {
  let region: TestRegion
  beforeEach(async () => {
    region = await openTestRegion({
      projections: [creditUsageProjection, agentsProjection, organisationsProjection],
    })
  })
  afterEach(() => region.close())

  const ledger: Aggregate<null, CreditsEvent[], CreditsEvent> = {
    category: 'credits',
    events: creditsEvents,
    decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
  }
  const ofOrganisation: typeof ledger = { ...ledger, category: 'orgcredits' }
  async function happened(tenant: string, ...events: CreditsEvent[]) {
    await appended(ledger, tenant, tenant, events)
  }
  async function appended(of: typeof ledger, id: string, tenant: string, events: CreditsEvent[]) {
    const handled = await region.handle(of, id, events, {
      tenant,
      actor: { kind: 'system', id: 'test' },
      cause: { via: 'policy', by: 'test', command: tenant, correlation: 'c' },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  async function ask<Answer = UsageView>(
    name: 'credits.usage' | 'credits.exportUsage',
    query: Record<string, string>,
    tenant = 'w1',
  ): Promise<Answer> {
    await region.settled()
    const queries = creditUsageQueries({
      reader: region.reader,
      now: () => Date.parse('2026-11-21T12:00:00Z'),
    })
    const call = { params: { region: 'na', workspaceId: tenant }, query, tenant }
    const answer = (await queries[name]?.(call as unknown as Call<never>)) as unknown as Reply<Answer>
    if (!answer.ok) throw new Error(answer.rejection.code)
    if ('value' in answer) return answer.value
    if (!('text' in answer)) throw new Error('neither a value nor a text')
    return (await Array.fromAsync(answer.text)).join('') as Answer
  }
  const days = { from: '2026-11-20', to: '2026-11-22', timeZone: 'UTC' }

  it('answer for each chart, in the days of the time zone, beside the days before', async () => {
    await happened(
      'w1',
      charged(
        charge('2026-11-17T10:00:00.000Z', 4),
        charge('2026-11-20T23:50:00.000Z', 1),
        charge('2026-11-21T10:00:00.000Z', 2, { agentId: 'a2', modelId: 'n', inputTokens: 100 }),
        charge('2026-11-21T11:00:00.000Z', 0.5, { purpose: 'test' }),
      ),
    )
    await happened('w2', charged(charge('2026-11-21T10:00:00.000Z', 99)))
    const usage = await ask('credits.usage', days)
    expect(usage).toMatchObject({
      since: '2026-11-17T10:00:00.000Z',
      step: 'day',
      credits: { value: 3.5, before: 4 },
      tokens: { input: 120, output: 15 },
      features: [
        { feature: 'reply', credits: 3, before: 4 },
        { feature: 'test', credits: 0.5, before: 0 },
      ],
      agents: [
        { agentId: 'a2', credits: 2, before: 0 },
        { agentId: 'a1', credits: 1.5, before: 4 },
      ],
      models: [
        { modelId: 'n', inputTokens: 100, outputTokens: 5 },
        { modelId: 'm', inputTokens: 20, outputTokens: 10 },
      ],
      points: [
        { day: '2026-11-20', credits: 1, before: 4, agents: [0, 1], models: [0, 15] },
        { day: '2026-11-21', credits: 2.5, before: 0, agents: [2, 0.5], models: [105, 15] },
        { day: '2026-11-22', credits: 0, before: 0, agents: [0, 0], models: [0, 0] },
      ],
    })
    // In Kathmandu, 5:45 ahead, the first evening belongs to the next day.
    const kathmandu = await ask('credits.usage', { ...days, timeZone: 'Asia/Kathmandu' })
    expect(kathmandu.points.map(({ credits }) => credits)).toEqual([0, 3.5, 0])
    expect((await ask('credits.usage', days, 'w3')).points.every(({ credits }) => credits === 0)).toBe(true)
    await expect(ask('credits.usage', { ...days, timeZone: 'Mars/Olympus' })).rejects.toThrow('invalid-input')
  })

  it('have the first agents by themselves and all others together', async () => {
    const at = '2026-11-21T10:00:00.000Z'
    const charges = Array.from({ length: 8 }, (_, nth) => charge(at, 8 - nth, { agentId: `a${nth}` }))
    await happened('w1', charged(...charges))
    const { agents, points } = await ask('credits.usage', days)
    expect(agents).toHaveLength(8)
    expect(points[1]?.agents).toEqual([8, 7, 6, 5, 4, 3 + 2 + 1])
  })

  it('export a line for each agent, feature, model and payer of a day', async () => {
    await happened(
      'w1',
      charged(
        charge('2026-11-20T10:00:00.000Z', 1),
        charge('2026-11-20T18:00:00.000Z', 0.25),
        charge('2026-11-21T10:00:00.000Z', 2, { purpose: 'assistant' }),
      ),
    )
    await appended(ofOrganisation, 'o1', 'w1', [charged(charge('2026-11-20T11:00:00.000Z', 3))])
    expect((await ask('credits.usage', days)).agents).toMatchObject([{ agentId: 'a1', credits: 6.25 }])
    const lines = (await ask<string>('credits.exportUsage', days)).trimEnd().split('\r\n')
    expect(lines).toEqual([
      '\uFEFFDay,Agent,Agent ID,Used for,Model,Charges,Input tokens,Output tokens,Credits,Paid by,Organization ID',
      '2026-11-20,Deleted agent,a1,Replies,m,2,20,10,1.25,Workspace,',
      '2026-11-20,Deleted agent,a1,Replies,m,1,10,5,3,Deleted organization,o1',
      '2026-11-21,Deleted agent,a1,Writing assistants,m,1,10,5,2,Workspace,',
    ])
  })
})
