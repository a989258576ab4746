/** The ledger under concurrency, and the widget's questions to it. */
import { agent } from '@parley/agent/agent.decider.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { type CreditsCommands, creditsCommands } from '@parley/credits/credits.commands.ts'
import { credits, holdLifetimeMs } from '@parley/credits/credits.decider.ts'
import { createReservations } from '@parley/credits/reservations.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { agentUsageProjection } from '@parley/projections/agent-usage/agent-usage.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { creditsQueries } from '@parley/projections/credit-balances/credits.queries.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let region: TestRegion
let ledger: CreditsCommands
let commands = 0
let now = Date.now()

beforeEach(async () => {
  now = Date.now()
  region = await openTestRegion({
    now: () => new Date(now),
    projections: [
      creditBalancesProjection,
      agentUsageProjection,
      agentDocumentsProjection,
      publicAgentsProjection,
    ],
  })
  ledger = creditsCommands(region)
})
afterEach(() => region.close())

const context = (command = `c${commands++}`): CommandContext => ({
  tenant: 'w1',
  actor: { kind: 'system', id: 'test' },
  cause: { via: 'system', command, correlation: command },
})
const grant = (amount: number, reason: 'sign-up' | 'purchase' = 'sign-up') =>
  ledger.grantCredits({ workspaceId: 'w1', amount, reason }, context())
const hold = (holdId: string, amount: number, by = ledger) =>
  by.holdCredits({ workspaceId: 'w1', holdId, amount, agentId: 'a1', conversationId: 'c1' }, context())
const settle = (holdId: string, amount: number, inputTokens = 10, outputTokens = 5) =>
  ledger.settleCredits(
    { workspaceId: 'w1', holdId, amount, modelId: 'gpt-4o', inputTokens, outputTokens },
    context(),
  )

async function ask(
  name: 'public.checkCredits' | 'public.agentUsage',
  params: object,
  query: object = {},
): Promise<unknown> {
  await region.settled()
  const { mayHold, close } = createReservations({ ...region.commands, now: () => now })
  const smallestHold = ({ vg_maxTokens = 0 }: AgentDocument) => vg_maxTokens / 100
  const handler = creditsQueries({ reader: region.reader, mayHold, smallestHold })[name] as unknown as (
    call: Call,
  ) => unknown
  const answer = (await handler({ params, query } as unknown as Call)) as
    | { ok: true; value: unknown }
    | { ok: false; rejection: { code: string } }
  await close()
  return answer.ok ? creditsEndpoints[name].output.strict().parse(answer.value) : answer.rejection.code
}

test('of many concurrent holds by two processes, only as many succeed as there are credits for', async () => {
  await grant(10)
  const { eventStore, keyring } = region
  const other = creditsCommands(createCommandHandler({ eventStore, keyring }))
  const wanted = Array.from({ length: 60 }, (_, i) => hold(`h${i}`, 1, i % 2 ? other : ledger))
  const outcomes = await Promise.all(wanted)
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10)
  const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]))
  expect(new Set(refusals)).toEqual(new Set(['no-credits']))
})

test('a hold is settled once and the rest is released', async () => {
  await grant(10)
  await hold('h1', 4)
  await Promise.all([settle('h1', 2.5), settle('h1', 2.5), hold('h1', 4)])
  await region.settled()
  expect(await region.reader.get(creditBalancesProjection, 'w1', 'w1')).toEqual({
    balance: 7.5,
    held: 0,
    hasEverPaid: false,
    holds: [],
  })
  expect((await region.load(credits, 'w1'))?.state.balance).toBe(7_500)
})

test('an owner may continue while there are credits left; an unknown one counts as without credits', async () => {
  expect(await ask('public.checkCredits', { ownerId: 'w1' })).toEqual({ continue: false, hasEverPaid: false })
  await grant(2)
  expect(await ask('public.checkCredits', { ownerId: 'w1' })).toEqual({ continue: true, hasEverPaid: false })
  await hold('h1', 2)
  expect(await ask('public.checkCredits', { ownerId: 'w1' })).toEqual({ continue: false, hasEverPaid: false })
  await grant(1, 'purchase')
  expect(await ask('public.checkCredits', { ownerId: 'w1' })).toEqual({ continue: true, hasEverPaid: true })
})

test('the credits of a killed process count for an owner as they do for a reply', async () => {
  const may = async () => Object(await ask('public.checkCredits', { ownerId: 'w1' })).continue
  await grant(160)
  const until = now + 1_000
  const reserve = { reservationId: 'r1', amount: 1, adds: false, until, endsAt: until + 1_000 }
  await region.handle(credits, 'w1', { type: 'ReserveCredits', ...reserve }, context())
  await hold('h1', 150)
  // Its process may still return what it does not use, so a reply would wait for it.
  expect(await may()).toBe(true)
  now = until
  expect(await may()).toBe(false)
  expect((await hold('h2', 1)).ok).toBe(false)
  now += holdLifetimeMs
  expect(await may()).toBe(true)
  expect((await hold('h2', 1)).ok).toBe(true)
})

test('an owner may not continue with an agent whose replies cost more than is left', async () => {
  const save = (agentId: string, ownerID: string, vg_maxTokens: number) =>
    region.handle(
      agent,
      agentId,
      {
        type: 'SaveAgent',
        agentId,
        ownerID,
        region: 'eu',
        document: { title: 'Ada', vg_maxTokens },
        newSecretKey: 'vg_abcdefghijklmnopqrst',
      },
      { ...context(), tenant: ownerID },
    )
  const may = async (agentId: string) =>
    Object(await ask('public.checkCredits', { ownerId: 'w1' }, { agentId })).continue
  await save('costly', 'w1', 300)
  await save('cheap', 'w1', 200)
  await save('foreign', 'w2', 300)
  await grant(2)
  expect(await may('costly')).toBe(false)
  expect(await may('cheap')).toBe(true)
  expect(await may('foreign')).toBe(true)
  expect(await may('unknown')).toBe(true)
  await grant(1)
  expect(await may('costly')).toBe(true)
})

test('an agent may continue until its tokens or credits of the month reach its limit, 0 being none', async () => {
  const save = (maxTokensUsage: number, monthlyCreditsLimit = 0) =>
    region.handle(
      agent,
      'a1',
      {
        type: 'SaveAgent',
        agentId: 'a1',
        ownerID: 'w1',
        region: 'eu',
        document: { title: 'Ada', maxTokensUsage, monthlyCreditsLimit },
        newSecretKey: 'vg_abcdefghijklmnopqrst',
      },
      context(),
    )
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toBe('not-found')
  await save(0)
  await grant(10)
  await hold('h1', 1)
  await settle('h1', 1, 60, 40)
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toEqual({ data: { shouldContinue: true } })
  await save(101)
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toEqual({ data: { shouldContinue: true } })
  await save(100)
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toEqual({ data: { shouldContinue: false } })
  await save(101, 1.5)
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toEqual({ data: { shouldContinue: true } })
  await save(101, 1)
  expect(await ask('public.agentUsage', { agentId: 'a1' })).toEqual({ data: { shouldContinue: false } })
})
