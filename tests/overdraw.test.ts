/** Many concurrent visitors with few credits: no reply is given without payment, and the owner sees its price. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { signUpCredits } from '@parley/contracts/credits/prices.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

/**
 * A reply is this many pieces, a token each, and its question 20: credits with this model; slightly more is held for
 * it.
 */
const TOKENS = 1_000
const COST = 75.3
const MODEL = 'claude-opus-4'
const VISITORS = 30

let parley: TestPlatform
let model: ModelDouble

beforeAll(async () => {
  model = await startModelDouble({
    behaviour: 'slow',
    delayMs: 1,
    record: false,
    reply: () => Array.from({ length: TOKENS }, () => 'word '),
  })
  parley = await startTestPlatform({
    REGIONS: 'na',
    RATE_LIMIT_FACTOR: '1000',
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: `${model.url}/v1`,
  })
})
afterAll(async () => {
  await parley.stop()
  await model.stop()
})

test('of many concurrent conversations, as many get replies as there are credits for', async () => {
  const owner = await ownerOf({})
  const outcomes = await Promise.all(visitors().map(() => visit(owner)))
  const { charged, lowest } = await ledgerOf(owner, outcomes)
  const answered = outcomes.filter(({ reply }) => reply === 'answered').length
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThanOrEqual(signUpCredits / COST)
  expect(outcomes.filter(({ reply }) => reply === 'failed')).toHaveLength(VISITORS - answered)
  expect(lowest).toBeGreaterThanOrEqual(0)
  expect(charged).toBeGreaterThan(COST)
  expect(charged).toBeLessThanOrEqual(signUpCredits)
})

test('an agent’s monthly credits are not exceeded by concurrent turns', async () => {
  const monthlyCreditsLimit = 250
  const owner = await ownerOf({ monthlyCreditsLimit })
  const outcomes = await Promise.all(visitors().map(() => visit(owner)))
  const { charged } = await ledgerOf(owner, outcomes)
  expect(charged).toBeGreaterThan(COST)
  expect(charged).toBeLessThanOrEqual(monthlyCreditsLimit)
})

test('an agent’s monthly tokens end with the reply that reaches the limit', async () => {
  const maxTokensUsage = 2_500
  const owner = await ownerOf({ maxTokensUsage })
  const outcomes = await Promise.all(visitors().map(() => visit(owner)))
  const { tokens } = await ledgerOf(owner, outcomes)
  expect(tokens).toBeGreaterThan(TOKENS)
  expect(tokens).toBeLessThan(maxTokensUsage + TOKENS + 20)
  const shouldContinue = tokens < maxTokensUsage
  // The read model of the usage follows the ledger.
  await expect
    .poll(() =>
      parley.client().call('public.agentUsage', { params: { region: 'na', agentId: owner.agentId } }),
    )
    .toEqual({ data: { shouldContinue } })
  const late = await visit(owner)
  expect(late.reply).toBe(shouldContinue ? 'answered' : 'failed')
})

test('credits that processes reserve are never overdrawn, and all that was used is charged', async () => {
  const owner = await ownerOf({ vg_defaultModel: 'claude-3-5-haiku' })
  const outcomes = await Promise.all(visitors().map(() => visit(owner)))
  expect(outcomes.filter(({ reply }) => reply === 'answered')).toHaveLength(VISITORS)
  const { lowest, reserved } = await ledgerOf(owner, outcomes)
  expect(reserved.size).toBeGreaterThan(0)
  expect(lowest).toBeGreaterThanOrEqual(0)
})

test('a conversation gets no more replies than its message limit, however they are sent', async () => {
  const messagesLimit = 3
  const owner = await ownerOf({ messagesLimit })
  const outcomes = await Promise.all([1, 2, 3].map(() => visit(owner, [1, 1, 6, 2])))
  for (const { replies, messages } of outcomes) {
    expect(replies).toBeGreaterThan(1)
    expect(replies).toBeLessThanOrEqual(messagesLimit)
    expect(messages.filter(({ role }) => role === 'visitor')).toHaveLength(10)
    expect(messages.at(-1)?.failed).toBe(true)
  }
  const { charged } = await ledgerOf(owner, outcomes)
  expect(charged).toBeLessThanOrEqual(3 * messagesLimit * COST + 0.001)
})

type Owner = Person & { agentId: string }
type Outcome = Awaited<ReturnType<typeof visit>>

const visitors = () => Array.from({ length: VISITORS })

let owners = 0
async function ownerOf(limits: Partial<AgentDocument>): Promise<Owner> {
  const person = await parley.signUp()
  const agentId = `overdraw${String(++owners).padStart(8, '0')}`
  const body = { title: 'Desk', enableNodes: false, vg_defaultModel: MODEL, vg_maxTokens: TOKENS, ...limits }
  await person.client.call('agents.save', { params: { region: 'na', agentId }, body })
  return { ...person, agentId }
}

/** A new visitor who sends this many messages at once, one round after the other; returns the outcome. */
async function visit({ agentId }: Owner, rounds = [1]) {
  const client = parley.client()
  const params = { region: 'na', agentId } as const
  const started = await client.call('conversations.start', { params, body: {} })
  const { conversationId, visitorToken } = started
  const own = { params: { ...params, conversationId } }
  const bearer = { token: visitorToken }
  for (const [round, times] of rounds.entries()) {
    const bodies = Array.from({ length: times }, (_, nth) => ({ id: `m${round}-${nth}`, text: 'Hello' }))
    await Promise.all(bodies.map((body) => client.call('conversations.send', { ...own, body }, bearer)))
  }
  const { messages, pending } = await client.call('conversations.messages', { ...own, query: {} }, bearer)
  expect(pending).toBe(false)
  const given = messages.filter(({ role, index }) => role === 'agent' && index >= started.messages.length)
  const last = given.at(-1)
  return {
    conversationId,
    messages,
    replies: given.filter(({ failed }) => !failed).length,
    reply: last === undefined ? 'none' : last.failed ? 'failed' : 'answered',
  }
}

/**
 * The ledger when it has charged what the owner sees as the cost of the conversations: what was charged, and the lowest
 * free balance at any time.
 */
async function ledgerOf(owner: Owner, outcomes: Outcome[]) {
  const { engines } = parley.platform.regions.get('na')!
  const cost = await costsSeenBy(owner, outcomes)
  // Replies are charged in batches, after they were shown.
  return vi.waitFor(
    async () => {
      const ledger = added(await engines.eventStore.readStream(`credits-${owner.workspaceId}`))
      expect(ledger.charged).toBeCloseTo(cost, 3)
      return ledger
    },
    { timeout: 60_000 },
  )
}

function added(events: readonly StoredEvent[]) {
  const ledger = {
    balance: 0,
    reserved: new Map<string, number>(),
    lowest: 0,
    charged: 0,
    tokens: 0,
  }
  for (const { type, data } of events) {
    const { reservationId, charges = [], amount } = JSON.parse(data)
    if (type === 'CreditsGranted') ledger.balance += amount
    if (type === 'CreditsReserved' || type === 'CreditsReturned') {
      const more = type === 'CreditsReserved' ? amount : -amount
      ledger.reserved.set(reservationId, (ledger.reserved.get(reservationId) ?? 0) + more)
    }
    for (const charge of charges) {
      ledger.reserved.set(charge.reservationId, ledger.reserved.get(charge.reservationId)! - charge.amount)
      ledger.balance -= charge.amount
      ledger.charged += charge.amount
      ledger.tokens += charge.inputTokens + charge.outputTokens
    }
    const free = [...ledger.reserved.values()].reduce((left, held) => left - held, ledger.balance)
    ledger.lowest = Math.min(ledger.lowest, free)
  }
  return ledger
}

async function costsSeenBy({ client, agentId }: Owner, outcomes: Outcome[]): Promise<number> {
  let sum = 0
  for (const { conversationId } of outcomes) {
    const params = { region: 'na', agentId, conversationId } as const
    sum += (await client.call('conversations.get', { params })).cost
  }
  return sum
}
