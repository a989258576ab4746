import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import type { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { organisationEvents as events } from '@parley/contracts/organisation/events.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { expect, onTestFinished, test } from 'vitest'
import { agentHoldersProjection } from './agent-holders.projection.ts'
import { organisationSummariesProjection } from './organisation-summaries.projection.ts'
import { organisationsOfAgents } from './organisations-of-agents.ts'

type Organisation = SealedEventOf<typeof organisationEvents>

async function open() {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const region = await openTestRegion({
    now: () => new Date(now),
    projections: [agentHoldersProjection, organisationSummariesProjection],
  })
  onTestFinished(() => region.close())
  let isBuilt = true
  let isAway = false
  /** Of a collection that is not built yet, or was dropped when another process switched to a new one, nothing is found. */
  const reader: Reader = {
    ...region.reader,
    async find(...asked) {
      if (isAway) throw new Error('away')
      return isBuilt ? region.reader.find(...asked) : { items: [] }
    },
  }
  const agents = organisationsOfAgents(reader, () => now)
  let nth = 0
  /** Appends an event, and tells once read models show it. */
  async function happened(category: 'organisation' | 'orgcredits', id: string, event: object, tenant = 'w1') {
    const any: Aggregate<null, never, never> = {
      category,
      events: { ...events, ...creditsEvents } as never,
      decider: { initialState: null, evolve: () => null, decide: (one) => accept(one) },
    }
    now += 1_000
    const command = `c${nth++}`
    const cause = { via: 'system', command, correlation: command } as const
    await region.handle(any, id, event as never, { tenant, actor: { kind: 'system', id: 'test' }, cause })
    await region.settled()
    agents.projected(await region.eventStore.readAll((await region.eventStore.head()) - 1, 1))
  }
  return {
    async of(agentId: string, tenant = 'w1') {
      const { handoffRules: _, ...found } = await agents.of(tenant, agentId)
      return found
    },
    rulesOf: async (agentId: string) => (await agents.of('w1', agentId)).handoffRules,
    async whileAway(ask: () => Promise<unknown>) {
      isAway = true
      await ask()
      isAway = false
    },
    async whileBuilt(ask: () => Promise<unknown>) {
      isBuilt = false
      await ask()
      isBuilt = true
    },
    pass: (ms: number) => {
      now += ms
    },
    begins: (organisationId: string, widgetIDs: string[], allowBilling = true, tenant = 'w1') => {
      const settings = { defaultClientAccess: [], defaultClientTabOrder: [], squarePhotoURL: '' }
      const data = { organisationId, name: organisationId, ...settings, widgetIDs, allowBilling }
      return happened('organisation', organisationId, { type: 'OrganisationCreated', data }, tenant)
    },
    changes: (organisationId: string, data: object) =>
      happened('organisation', organisationId, {
        type: 'OrganisationChanged',
        data: { organisationId, ...data },
      } as Organisation),
    ends: (organisationId: string) =>
      happened('organisation', organisationId, {
        type: 'OrganisationDeleted',
        data: { organisationId, name: organisationId },
      } as Organisation),
    given: (organisationId: string) =>
      happened('orgcredits', organisationId, {
        type: 'CreditsTransferred',
        data: { transferId: 't', organisationId, from: 'workspace', direction: 'in', amount: 5 },
      }),
  }
}

test('of organisations with billing and credits of their own, the first that was created pays for their agent', async () => {
  const { of, begins, given, changes } = await open()
  expect(await of('a1')).toEqual({ all: [] })
  await begins('o3', ['a1'], false)
  await begins('o2', ['a1', 'a2'])
  await begins('o1', ['a1'])
  for (const id of ['o1', 'o3']) await given(id)
  expect(await of('a1')).toMatchObject({ paying: 'o1' })
  expect(await of('a2')).toEqual({ all: [] })
  await given('o2')
  expect(await of('a1')).toMatchObject({ paying: 'o2' })
  await changes('o3', { allowBilling: true })
  expect(await of('a1')).toMatchObject({ paying: 'o3' })
})

test('each organisation that has an agent says what it wants of handoffs, until it has it no more', async () => {
  const { rulesOf, begins, changes, ends } = await open()
  const none = { disableHandoff: false, smartHandoff: false, disableHandoffMessages: false }
  expect(await rulesOf('a1')).toEqual([])
  await begins('o1', ['a1'])
  await begins('o2', ['a1'])
  expect(await rulesOf('a1')).toEqual([none, none])
  await changes('o1', { disableHandoff: true })
  await changes('o1', { smartHandoff: true, name: 'Acme' })
  expect(await rulesOf('a1')).toEqual([{ ...none, disableHandoff: true, smartHandoff: true }, none])
  expect(await rulesOf('a2')).toEqual([])
  await changes('o2', { widgetIDs: ['a2'], disableHandoffMessages: true })
  expect(await rulesOf('a1')).toEqual([{ ...none, disableHandoff: true, smartHandoff: true }])
  expect(await rulesOf('a2')).toEqual([{ ...none, disableHandoffMessages: true }])
  await ends('o1')
  expect(await rulesOf('a1')).toEqual([])
})

test('what an agent used stays known when its organisation changes or is deleted', async () => {
  const { of, begins, given, changes, ends } = await open()
  await begins('o1', ['a1'])
  await given('o1')
  await begins('o2', [])
  await given('o2')
  expect(await of('a1')).toEqual({ paying: 'o1', all: ['o1'] })
  await changes('o1', { widgetIDs: [] })
  expect(await of('a1')).toEqual({ all: ['o1'] })
  await changes('o2', { widgetIDs: ['a1'] })
  const { paying, all } = await of('a1')
  expect([paying, all.toSorted()]).toEqual(['o2', ['o1', 'o2']])
  await changes('o2', { allowBilling: false })
  expect(await of('a1')).not.toHaveProperty('paying')
  await ends('o1')
  expect((await of('a1')).all.toSorted()).toEqual(['o1', 'o2'])
})

test('another workspace has its own', async () => {
  const { of, begins, given } = await open()
  await begins('o1', ['a1'])
  await given('o1')
  expect(await of('a1', 'w2')).toEqual({ all: [] })
})

test('what was read while read models were built anew is soon read again', async () => {
  const { of, begins, given, whileBuilt, pass } = await open()
  await begins('o1', ['a1'])
  await given('o1')
  await whileBuilt(async () => expect(await of('a1')).toEqual({ all: [] }))
  pass(5_000)
  expect(await of('a1')).toEqual({ paying: 'o1', all: ['o1'] })
})

test('while read models can’t be read, what was read last holds', async () => {
  const { of, begins, given, whileAway, changes, pass } = await open()
  await begins('o1', ['a1', 'a2'])
  await given('o1')
  expect(await of('a1')).toMatchObject({ paying: 'o1' })
  await whileAway(async () => {
    for (const _ of [1, 2, 3]) {
      pass(5_000)
      expect(await of('a1')).toMatchObject({ paying: 'o1' })
    }
    await expect(of('a2')).rejects.toThrow('away')
  })
  expect(await of('a2')).toMatchObject({ paying: 'o1' })
  await changes('o1', { allowBilling: false })
  await whileAway(() => expect(of('a1')).rejects.toThrow('away'))
  expect(await of('a1')).toEqual({ all: ['o1'] })
})
