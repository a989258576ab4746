/**
 * Any number of processes on one log, in any interleaving, killed at any time: the chain stays intact, the ledger adds
 * up, a model is called once per message (plus calls that a kill interrupted), and nobody was shown anything that is
 * not in the log. Processes are simulated in one: each has its own command handler, leases and turns on shared stores.
 */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type ConversationCommand, conversation } from '@parley/conversation/conversation.decider.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { createModels } from '@parley/conversation/models/models.ts'
import { transcriptsInLog } from '@parley/conversation/transcripts.test-log.ts'
import { chargeRepliesPolicy } from '@parley/conversation/turn/charge/charge-replies.policy.ts'
import { answerWaitingPolicy } from '@parley/conversation/turn/queue/answer-waiting.policy.ts'
import { createTurns } from '@parley/conversation/turn/turn.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { endReservations } from '@parley/credits/end-reservations.ts'
import { ledgerAt } from '@parley/credits/ledgers.ts'
import { costOf, estimateMaxCost } from '@parley/credits/reply-cost.ts'
import { createReservations } from '@parley/credits/reservations.ts'
import { createTransfers } from '@parley/credits/transfers.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { checkpointOf, startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startDeadlines } from '@parley/kernel/process-managers/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { createLeases, leaseStoreInMemory } from '@parley/kernel/running/leases.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runsOf } from './src/part-of-list.ts'
import { replyCalls } from './src/reply-calls.ts'

const RUNS = runsOf(25)
const TENANT = 'w1'
const AGENT = 'a1'
const GRANT = 1_000
/** Pays for the agent's visitors first, of so many credits that the workspace has to pay too. */
const ORGANISATION = 'o1'
const TRANSFERRED = 0.7
const leaseTimes = { leaseMs: 250, renewEveryMs: 15, askEveryMs: 5 }
const reservationTimes = { lifeMs: 300, marginMs: 50, graceMs: 200, idleMs: 30, lookEveryMs: 10, waitMs: 500 }
const document: AgentDocument = { ID: AGENT, title: 'Desk', lang: 'en', vg_defaultModel: 'gpt-4o-mini' }

type Step =
  | { do: 'say'; at: number; conversation: number }
  /** The client was disconnected, and repeats the message at another process. */
  | { do: 'repeat'; at: number; conversation: number }
  | { do: 'kill'; at: number }
  | { do: 'wait'; rounds: number }

const process_ = fc.nat({ max: 3 })
const conversation_ = fc.nat({ max: 2 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('say' as const), at: process_, conversation: conversation_ }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('repeat' as const), at: process_, conversation: conversation_ }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), at: process_ }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), rounds: fc.nat({ max: 60 }) }) },
  ),
  { minLength: 5, maxLength: 25 },
)

let model: ModelDouble
beforeAll(async () => {
  model = await startModelDouble({ behaviour: 'slow', delayMs: 1 })
})
afterAll(() => model.stop())

test('with any number of processes each message gets one reply, whoever is killed', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 2, max: 4 }), fc.nat(), async (taken, count, seed) => {
      const region = await openTestRegion()
      try {
        await live(region, taken, count, seed)
      } finally {
        await region.close()
      }
    }),
    { numRuns: RUNS },
  )
  console.info(
    `${paidBy.organisation} replies paid by the organisation, ${paidBy.workspace} by the workspace`,
  )
  expect(paidBy.organisation).toBeGreaterThan(0)
  expect(paidBy.workspace).toBeGreaterThan(0)
})

async function live(region: TestRegion, taken: Step[], count: number, seed: number): Promise<void> {
  const leaseStore = leaseStoreInMemory()
  const random = randomOf(seed)
  const clock = startClock()
  const called = replyCalls(model.requests).length
  let cut = 0
  const start = () => startProcess(region, leaseStore, random, clock.now)
  const processes = Array.from({ length: count }, start)
  await grant(processes[0]!)
  const conversations = await Promise.all([0, 1, 2].map((nth) => begin(processes[0]!, `c${nth}`)))
  const heard: Promise<void>[] = []
  const shown: { id: string; text: string; conversationId: string }[] = []

  const say = (at: Process, conversationId: string, messageId: string) => {
    const listening = listen(at, conversationId, messageId, shown)
    // A listener at a killed process receives nothing more.
    heard.push(Promise.race([listening, at.killed]))
  }
  for (const step of taken) {
    const at = 'at' in step ? processes[step.at % processes.length]! : undefined
    const talk = 'conversation' in step ? conversations[step.conversation] : undefined
    if (step.do === 'wait') for (let round = 0; round < step.rounds; round++) await tick()
    else if (step.do === 'kill') {
      cut += model.underway()
      at?.kill()
      processes[step.at % processes.length] = start()
    } else if (at && talk) {
      if (step.do === 'say') talk.said++
      if (talk.said > 0) say(at, talk.id, `m${talk.said - 1}`)
    }
  }
  await Promise.all(heard)
  // Messages that were interrupted before they were stored are sent again, as clients should.
  for (const { id, said } of conversations)
    for (let nth = 0; nth < said; nth++) say(processes[0]!, id, `m${nth}`)
  await Promise.all(heard)
  await recover(region, processes[0]!, clock.now)
  for (const one of processes) await one.stop()
  clock.stop()

  expect((await verifyLog(region.eventStore)).faults).toEqual([])
  const messages = conversations.reduce((sum, { said }) => sum + said, 0)
  expect(replyCalls(model.requests).length - called).toBeLessThanOrEqual(messages + cut)
  const replies = new Map<string, string>()
  for (const { id, said } of conversations) {
    const { visitorMessages: asked, messages } = (await region.load(conversation, id))!.state
    expect(asked.map(({ messageId }) => messageId).toSorted()).toEqual(
      Array.from({ length: said }, (_, nth) => `m${nth}`).toSorted(),
    )
    expect(asked.filter(({ outcome }) => outcome !== 'answered')).toEqual([])
    expect(messages.map(({ index }) => index)).toEqual(messages.map((_, nth) => nth))
    for (const message of messages) {
      const [block] = message.blocks
      if (message.role === 'agent') replies.set(message.id, block?.type === 'text' ? block.text : '')
    }
  }
  for (const { id, text } of shown) expect([id, text]).toEqual([id, replies.get(id)])
  await expectPaid(region)
}

type Process = ReturnType<typeof startProcess>

/** The resources of one process. When it is killed, none of its work completes, and nobody is told. */
function startProcess(
  region: TestRegion,
  leaseStore: ReturnType<typeof leaseStoreInMemory>,
  random: () => number,
  now: () => number,
) {
  const { keyring } = region
  const dying = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let alive = true
  const mortal =
    <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      for (let round = Math.floor(random() * 6); round > 0; round--) await tick()
      if (!alive) return new Promise(() => {})
      const value = await call(...args)
      for (let round = Math.floor(random() * 6); round > 0; round--) await tick()
      return alive ? value : new Promise(() => {})
    }
  const eventStore: EventStore = {
    ...region.eventStore,
    append: mortal(region.eventStore.append),
    readStream: mortal(region.eventStore.readStream),
  }
  const leases = createLeases(
    {
      take: mortal(leaseStore.take),
      isHeld: mortal(leaseStore.isHeld),
      renew: mortal(leaseStore.renew),
      release: mortal(leaseStore.release),
      clean: leaseStore.clean,
      close: leaseStore.close,
    },
    { ...leaseTimes, now },
  )
  const commands = createCommandHandler({ eventStore, keyring, now: () => new Date(now()) })
  const { handle, load, refresh } = commands
  const ledger = creditsCommands({ handle })
  const reservations = createReservations({
    ...{ handle, load, refresh, times: reservationTimes, now },
    // What a process remembers of who pays may be older or newer than what another does.
    organisationsOf: async () => ({
      ...(random() < 0.7 && { paying: ORGANISATION }),
      all: [ORGANISATION],
    }),
  })
  const turns = createTurns({
    handle,
    load,
    refresh,
    leases,
    signal: stopping.signal,
    newId: () => randomBytes(10).toString('hex'),
    models: createModels({ keys: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${model.url}/v1` } }),
    credits: { ...ledger, ...reservations, costOf, estimateMaxCost },
    agentDocument: async () => document,
    draftOf: async () => undefined,
    transcripts: transcriptsInLog(() => ({ eventStore, keyring })),
    retrieve: async () => ({ items: [], threshold: 0.35 }),
  })
  const following = follow()

  return {
    eventStore,
    leases,
    handle,
    load,
    refresh,
    ledger,
    turns,
    killed: dying.promise,
    kill() {
      alive = false
      void reservations.close()
      stopping.abort()
      dying.resolve()
    },
    async stop() {
      await reservations.close()
      await leases.close()
      stopping.abort()
      await following
    },
  }

  async function follow(): Promise<void> {
    for await (const batch of region.eventStore.subscribe(-1, { signal: stopping.signal })) {
      commands.invalidate(batch)
      for (const { stream } of batch) void turns.conversationChanged(stream.slice('conversation-'.length))
    }
  }
}

/** What the workers of a running process do. */
async function recover(region: TestRegion, process: Process, now: () => number): Promise<void> {
  const { turns, load, refresh, ledger, leases } = process
  const deadlines = createDeadlines(region.readStore)
  const supervision = createSupervision({ backOffMs: 1 })
  const charging = chargeRepliesPolicy({ credits: ledger, everyMs: 1 })
  const ending = endReservations({
    now,
    handle: process.handle,
    load,
    refresh,
    deadlines,
    head: () => region.eventStore.head(),
    chargedThrough: () => region.readStore.checkpoint(checkpointOf(charging)),
  })
  const policies = await startPolicies({
    eventStore: region.eventStore,
    state: region.readStore,
    keyring: region.keyring,
    leases,
    policies: [
      answerWaitingPolicy({ turns, load, refresh, signal: new AbortController().signal, graceMs: 1 }),
      charging,
      ending.policy,
    ],
    supervision,
  })
  const work = [ending.deadlineWork]
  const due = startDeadlines({ deadlines, leases, supervision, work, now, lookEveryMs: 5 })
  for (let head = -1; head !== (await region.eventStore.head()); ) {
    head = await region.eventStore.head()
    await policies.settled(head)
  }
  // What killed processes reserved comes back at its end.
  await vi.waitFor(
    async () => {
      for (const [of, id] of ledgers) {
        await refresh(of.category, id)
        const ledger = await load(of, id, TENANT)
        expect([...(ledger?.state.reservations.keys() ?? [])]).toEqual([])
      }
    },
    { timeout: 30_000, interval: 5 },
  )
  await due.stop()
  await policies.stop()
}

async function listen(
  { turns }: Process,
  conversationId: string,
  messageId: string,
  shown: { id: string; text: string; conversationId: string }[],
): Promise<void> {
  const said = await turns.receive(contextOf(), { conversationId, messageId, text: `text of ${messageId}` })
  if (!said.ok) throw new Error(said.rejection.code)
  const deltas = new Map<string, string>()
  for await (const event of said.reply.events()) {
    if (event.type === 'delta') deltas.set(event.id, (deltas.get(event.id) ?? '') + event.text)
    if (event.type === 'discarded') deltas.delete(event.id)
    if (event.type === 'message') {
      const [block] = event.message.blocks
      const { id } = event.message
      shown.push({ id, text: block?.type === 'text' ? block.text : '', conversationId })
    }
  }
  for (const [id, text] of deltas) shown.push({ id, text: text.trim(), conversationId })
}

const ledgers = [undefined, ORGANISATION].map((organisationId) =>
  ledgerAt({ workspaceId: TENANT, organisationId }),
)

/** Each reply is charged what it cost, and once, in the ledger that it names; beside that, nothing is. */
async function expectPaid(region: TestRegion): Promise<void> {
  const given: [string, number, string][] = []
  const charged: [string, number, string][] = []
  for (const { type, data, stream } of await region.eventStore.readAll(-1, 100_000)) {
    const said = JSON.parse(data)
    if (type === 'AgentReplied') {
      const { holdId, cost, payingOrganisationId: organisationId } = said
      const [{ category }, id] = ledgerAt({ workspaceId: TENANT, organisationId })
      given.push([holdId, cost, `${category}-${id}`])
    }
    if (type === 'RepliesCharged')
      charged.push(
        ...said.charges.map((one: { holdId: string; amount: number }) => [one.holdId, one.amount, stream]),
      )
  }
  expect(charged.toSorted()).toEqual(given.toSorted())
  const spent = charged.reduce((sum, [, amount]) => sum + Math.round(amount * 1_000), 0)
  paidBy.workspace += charged.filter(([, , stream]) => stream.startsWith('credits-')).length
  paidBy.organisation += charged.filter(([, , stream]) => stream.startsWith('orgcredits-')).length
  let balances = 0
  for (const [of, id] of ledgers) {
    const { balance, reservations } = (await region.load(of, id))!.state
    expect(balance).toBeGreaterThanOrEqual(0)
    expect([...reservations.keys()]).toEqual([])
    balances += balance
  }
  expect(balances).toBe(GRANT * 1_000 - spent)
}

const paidBy = { workspace: 0, organisation: 0 }

async function grant({ ledger, handle }: Process): Promise<void> {
  await ledger.grantCredits({ workspaceId: TENANT, amount: GRANT, reason: 'sign-up' }, contextOf())
  const transfer = { transferId: 't1', organisationId: ORGANISATION, amount: TRANSFERRED }
  await createTransfers({ handle }).transfer({ ...transfer, from: 'workspace' }, contextOf())
}

async function begin({ handle }: Process, conversationId: string) {
  const about = { conversationId, agentId: AGENT, visitorId: 'v1', channel: 'web-chat', lang: 'en' } as const
  const command: ConversationCommand = { type: 'StartConversation', conversation: about, firstMessages: [] }
  const started = await handle(conversation, conversationId, command, contextOf())
  if (!started.ok) throw new Error(started.rejection.code)
  return { id: conversationId, said: 0 }
}

function contextOf(): CommandContext {
  const command = randomBytes(10).toString('hex')
  return {
    tenant: TENANT,
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command, correlation: command },
    subject: 'visitor-v1',
  }
}

/**
 * A clock that stands still while this process does not get to run: on a loaded machine, what a living process renews
 * does not end before it could renew it.
 */
function startClock() {
  const stepMs = 5
  let ms = Date.now()
  const timer = setInterval(() => {
    ms += stepMs
  }, stepMs)
  return { now: () => ms, stop: () => clearInterval(timer) }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
