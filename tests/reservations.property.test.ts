/**
 * Several processes reserve credits of one workspace and its organisation, in any interleaving, with transfers between the
 * two, and are killed at any time: nothing is ever overdrawn, each reply is charged its cost once, in the ledger that it
 * names, no agent exceeds its limits of a month in both, all other credits are returned in the end, and one process can
 * spend what the others do not use. The processes are simulated in one, on one log; the test sets their clock.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { EventOf } from '@parley/contracts/message.ts'
import { chargeRepliesPolicy } from '@parley/conversation/turn/charge/charge-replies.policy.ts'
import { chargedTo } from '@parley/conversation/turn/charge/credits.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { type CreditsState, credits, freeOf } from '@parley/credits/credits.decider.ts'
import { endReservations } from '@parley/credits/end-reservations.ts'
import { ledgerAt } from '@parley/credits/ledgers.ts'
import type { ReservationTimes } from '@parley/credits/reservation-commands.ts'
import { createReservations } from '@parley/credits/reservations.ts'
import { createTransfers } from '@parley/credits/transfers.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import { type EventStore, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startDeadlines } from '@parley/kernel/process-managers/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runsOf } from './src/part-of-list.ts'

const RUNS = runsOf(25)
const TENANT = 'w1'
const ORGANISATION = 'o1'
const PROCESSES = 3
/** The share of appends that fail before the store appends, and the same share after it. */
const AWAY = 0.02
const times: ReservationTimes = {
  lifeMs: 20_000,
  marginMs: 5_000,
  graceMs: 20_000,
  idleMs: 5_000,
  reviewEveryMs: 1,
  waitMs: 30_000,
  askEveryMs: 2,
}

/** An agent with limits, which are reached before the credits of the workspace are. So do others whose ids begin like this. */
const LIMITED = 'limited'
const isLimited = (agentId: string) => agentId.startsWith(LIMITED)
const limitsFor = (grant: number) => ({ credits: Math.ceil(grant / 8), tokens: grant })
/** The most tokens of a reply that costs at most `amount`. */
const tokensFor = (amount: number) => Math.ceil(amount * 10)

type Reply = EventOf<typeof conversationEvents>
/** Records replies without running turns. */
const transcript: Aggregate<null, Reply, Reply> = {
  category: 'conversation',
  events: conversationEvents,
  decider: { initialState: null, evolve: () => null, decide: (reply) => accept(reply) },
}

type Step =
  | { do: 'hold'; at: number; amount: number; agentId: string; organisationFirst: boolean }
  | { do: 'transfer'; from: 'workspace' | 'organisation'; amount: number }
  /** Ends the oldest turn of the process with a reply that costs this share of its hold. */
  | { do: 'reply'; at: number; share: number }
  /** Ends the oldest turn of the process as a translation outside a turn, which costs this share of its hold. */
  | { do: 'translate'; at: number; share: number }
  | { do: 'fail'; at: number }
  | { do: 'kill'; at: number }
  | { do: 'pass'; ms: number }
  | { do: 'wait'; rounds: number }

const at = fc.nat({ max: PROCESSES - 1 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('hold' as const),
        at,
        amount: fc.integer({ min: 1, max: 4_000 }).map((thousandths) => thousandths / 1_000),
        agentId: fc.constantFrom('a1', 'a1', 'a1', LIMITED),
        organisationFirst: fc.boolean(),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('reply' as const),
        at,
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('translate' as const),
        at,
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), at }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('transfer' as const),
        from: fc.constantFrom('workspace' as const, 'organisation' as const),
        amount: fc.integer({ min: 1, max: 8_000 }).map((thousandths) => thousandths / 1_000),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), at }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat({ max: 15_000 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), rounds: fc.nat({ max: 20 }) }) },
  ),
  { minLength: 30, maxLength: 80, size: 'max' },
)

test('with processes killed at any time, each reply is charged its cost once, and all other credits are returned', {
  timeout: 600_000,
}, async () => {
  const paidBy = { given: 0, translated: 0, limited: 0, small: 0, byOrganisation: 0, kills: 0 }
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(10, 60, 400), fc.nat(), async (taken, grant, seed) => {
      const stage = await setStage(seed)
      try {
        await stage.grant(grant)
        await stage.transfer('workspace', Math.ceil(grant / 4))
        for (const step of taken) await take(stage, step)
        await stage.rest()
        await stage.recover()
        const { months: _, ...by } = await expectPaid(stage, grant)
        paidBy.given += by.given
        paidBy.translated += by.translated
        paidBy.limited += by.limited
        paidBy.small += by.small
        paidBy.byOrganisation += by.byOrganisation
        paidBy.kills += taken.filter((step) => step.do === 'kill').length
      } finally {
        await stage.strike()
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  console.info(
    `${paidBy.given} replies, ${paidBy.limited} of them of an agent with limits, ${paidBy.byOrganisation} paid by an organisation, ${paidBy.translated} translations, ${paidBy.small} reservations for one reply, ${paidBy.kills} kills`,
  )
  expect(paidBy.given).toBeGreaterThan(RUNS)
  expect(paidBy.translated).toBeGreaterThan(0)
  expect(paidBy.small).toBeGreaterThan(0)
  expect(paidBy.byOrganisation).toBeGreaterThan(0)
})

const limitedSteps = (...agentIds: string[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 10,
        arbitrary: fc.record({
          do: fc.constant('hold' as const),
          at,
          amount: fc.integer({ min: 100, max: 500 }).map((thousandths) => thousandths / 1_000),
          agentId: fc.constantFrom(...agentIds),
          organisationFirst: fc.boolean(),
        }),
      },
      {
        weight: 10,
        arbitrary: fc.record({
          do: fc.constant('reply' as const),
          at,
          share: fc.double({ min: 0.8, max: 1, noNaN: true }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat({ max: 5_000 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), rounds: fc.nat({ max: 20 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), at }) },
    ),
    { minLength: 200, maxLength: 250, size: 'max' },
  )

test('the replies of all processes reach an agent’s limits of a month, and never exceed them', {
  timeout: 600_000,
}, async () => {
  const counted = { atLimit: 0, reserved: 0 }
  const either = fc.constantFrom({ credits: 6, tokens: 10_000 }, { credits: 10_000, tokens: 60 })
  await fc.assert(
    fc.asyncProperty(limitedSteps(LIMITED), either, fc.nat(), async (taken, limits, seed) => {
      const stage = await setStage(seed)
      try {
        await stage.grant(400)
        await stage.transfer('workspace', 200)
        Object.assign(stage.limits, limits)
        for (const step of taken) {
          await take(stage, step)
          if (step.do === 'reply') await stage.pass(100)
        }
        await stage.rest()
        await stage.recover()
        const { limited, months } = await expectPaid(stage, 400, 0.5)
        counted.reserved += limited
        for (const { credits, tokens } of months.values()) {
          if (credits > limits.credits - 1) counted.atLimit++
          if (tokens > limits.tokens - tokensFor(0.5)) counted.atLimit++
        }
      } finally {
        await stage.strike()
      }
    }),
    // Few of them come so far.
    { numRuns: Math.max(RUNS, 25), endOnFailure: true },
  )
  expect(counted.atLimit).toBeGreaterThan(0)
  expect(counted.reserved).toBeGreaterThan(0)
})

/** Of one agent, processes rarely ask for the last of its limits in both ledgers at once; of many with small limits, they do. */
const many = Array.from({ length: 12 }, (_, nth) => `${LIMITED}${nth}`)

test('of what processes reserve in both ledgers at once, no agent uses more than its limits', {
  timeout: 600_000,
}, async () => {
  const counted = { atLimit: 0 }
  const either = fc.constantFrom({ credits: 1, tokens: 10_000 }, { credits: 10_000, tokens: 12 })
  await fc.assert(
    fc.asyncProperty(limitedSteps(...many), either, fc.nat(), async (taken, limits, seed) => {
      const stage = await setStage(seed)
      try {
        await stage.grant(400)
        await stage.transfer('workspace', 200)
        Object.assign(stage.limits, limits)
        for (const step of taken) await take(stage, step)
        await stage.rest()
        await stage.recover()
        const { months } = await expectPaid(stage, 400, 0.5)
        for (const { credits, tokens } of months.values())
          if (credits > limits.credits / 2 || tokens > limits.tokens / 2) counted.atLimit++
      } finally {
        await stage.strike()
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(counted.atLimit).toBeGreaterThan(RUNS)
})

test('one process of three can spend every credit that the others do not use', {
  timeout: 60_000,
}, async () => {
  const stage = await setStage(1, { idleMs: 1_000, waitMs: 20_000 }, Date.now)
  try {
    await stage.grant(40)
    // Each process has a reservation with unused credits.
    for (const one of stage.processes) {
      await one.hold(1)
      await one.reply(1)
    }
    const [spender, ...others] = stage.processes
    const reserved = async () => [...(await stage.ledger()).reservations.values()]
    expect((await reserved()).length).toBe(3)
    // The others have one turn each in progress, which is charged nothing in the end.
    for (const other of others) expect(await other.hold(1)).toBe(true)
    for (let spent = 0; spent < 35; spent++) {
      expect([spent, await spender!.hold(1)]).toEqual([spent, true])
      await spender!.reply(1)
    }
    expect(await spender!.hold(3)).toBe(false)
    for (const other of others) await other.fail()
    for (let spent = 35; spent < 37; spent++) {
      expect([spent, await spender!.hold(1)]).toEqual([spent, true])
      await spender!.reply(1)
    }
    await stage.recover()
    await expectPaid(stage, 40)
    expect((await stage.ledger()).balance).toBe(0)
  } finally {
    await stage.strike()
  }
})

/** `isCertain`: its charge is known to be in the ledger. */
type Translation = { holdId: string; cost: number; isCertain: boolean }
type Turn = { holdId: string; amount: number; agentId: string }
type Stage = Awaited<ReturnType<typeof setStage>>
type Process = ReturnType<typeof startProcess>

async function take(stage: Stage, step: Step): Promise<void> {
  if (step.do === 'pass') return stage.pass(step.ms)
  if (step.do === 'transfer') return stage.transfer(step.from, step.amount)
  if (step.do === 'wait') {
    for (let round = 0; round < step.rounds; round++) await tick()
    return
  }
  const one = stage.processes[step.at]!
  if (step.do === 'kill') {
    one.kill()
    stage.processes[step.at] = stage.start()
  } else if (step.do === 'hold') stage.begun(one, one.hold(step.amount, step.agentId, step.organisationFirst))
  else if (step.do === 'fail') stage.begun(one, one.fail())
  else stage.begun(one, step.do === 'reply' ? one.reply(step.share) : one.translate(step.share))
}

async function setStage(seed: number, own: Partial<ReservationTimes> = {}, clock?: () => number) {
  // Some runs end in the next month.
  let ms = Date.parse('2026-11-30T23:58:00.000Z')
  const limits = { credits: 0, tokens: 0 }
  const now = clock ?? (() => ms)
  const random = randomOf(seed)
  const region = await openTestRegion()
  const translations: Translation[] = []
  const appending = new Set<Promise<unknown>>()
  const start = () =>
    startProcess(region, random, now, limits, { ...times, ...own }, clock ? 0 : AWAY, translations, appending)
  const processes = Array.from({ length: PROCESSES }, start)
  const working = new Set<Promise<unknown>>()
  const { eventStore, keyring } = region
  const workers = createCommandHandler({ eventStore, keyring, now: () => new Date(now()) })
  const commands = creditsCommands(workers)
  const transfers = createTransfers(workers)
  const deadlines = createDeadlines(region.readStore)
  const supervision = createSupervision({ backOffMs: 1 })
  const charging = chargeRepliesPolicy({ credits: commands, everyMs: 1 })
  const ending = endReservations({
    now,
    ...workers,
    deadlines,
    head: () => eventStore.head(),
    chargedThrough: async () => policies.positions()[charging.name] ?? -1,
  })
  const following = new AbortController()
  const policies = await startPolicies({
    eventStore,
    state: region.readStore,
    keyring,
    leases: region.leases,
    policies: [charging, ending.policy],
    supervision,
  })
  const due = startDeadlines({
    ...{ deadlines, leases: region.leases, supervision, work: [ending.deadlineWork] },
    ...{ now, lookEveryMs: 1 },
  })
  const followed = follow()

  async function follow(): Promise<void> {
    for await (const batch of eventStore.subscribe(-1, { signal: following.signal }))
      for (const one of [workers, ...processes.map(({ commands }) => commands)]) one.invalidate(batch)
  }
  async function ledger(organisationId?: string): Promise<CreditsState> {
    const [of, id] = ledgerAt({ workspaceId: TENANT, organisationId })
    await workers.refresh(of.category, id)
    return (await workers.load(of, id, TENANT))?.state ?? credits.decider.initialState
  }
  /** Waits until living processes have recorded the replies that they began; turns may still wait for credits. */
  async function rest(): Promise<void> {
    const recording = processes.map((one) => one.recorded())
    await Promise.all(recording)
    // The store may still be carrying out what a process asked for before it was killed.
    await Promise.all(appending)
    for (let round = 0; round < 30; round++) await tick()
  }

  return {
    region,
    processes,
    start,
    ledger,
    rest,
    limits,
    translations,
    async grant(amount: number) {
      Object.assign(limits, limitsFor(amount))
      await commands.grantCredits({ workspaceId: TENANT, amount, reason: 'sign-up' }, contextOf())
    },
    /** Unless too little is free there. */
    async transfer(from: 'workspace' | 'organisation', amount: number) {
      const transferId = crypto.randomUUID()
      await transfers.transfer({ transferId, organisationId: ORGANISATION, from, amount }, contextOf())
    },
    begun(one: Process, work: Promise<unknown>) {
      const either = Promise.race([work, one.killed]).finally(() => working.delete(either))
      working.add(either)
    },
    /**
     * Advances the clock while no reply is being appended: no append takes as long as a reservation lasts. Every process then
     * reviews its reservations, more than once since the store may be away, as it does many times while one lasts.
     */
    async pass(by: number) {
      await rest()
      ms += by
      for (let review = 0; review < 3; review++) {
        await after(times.reviewEveryMs)
        for (let round = 0; round < 10; round++) await tick()
      }
    },
    /** Ends every turn, and advances the clock until nothing is reserved. */
    async recover() {
      for (const one of processes) this.begun(one, one.failAll())
      while (working.size > 0) await this.pass(1_000)
      const over = async () => {
        if (!clock) await this.pass(5_000)
        for (let head = -1; head !== (await eventStore.head()); ) {
          head = await eventStore.head()
          await policies.settled(head)
        }
        for (const of of [undefined, ORGANISATION])
          expect([...(await ledger(of)).reservations.keys()]).toEqual([])
      }
      await vi.waitFor(over, { timeout: 60_000, interval: 5 })
      // Reading the log again charges nothing again.
      const before = await eventStore.head()
      const replied = (await eventStore.readAll(-1, 100_000)).filter(({ type }) => type === 'AgentReplied')
      if (replied.length > 0)
        await charging.reactToAll(
          replied.toReversed().map((event) => decode(event, charging.events)) as never,
        )
      expect(await eventStore.head()).toBe(before)
    },
    async strike() {
      for (const one of processes) one.kill()
      following.abort()
      await due.stop()
      await policies.stop()
      await followed
      await region.close()
    },
  }
}

function startProcess(
  region: TestRegion,
  random: () => number,
  now: () => number,
  limits: { credits: number; tokens: number },
  own: ReservationTimes,
  awayOf: number,
  translations: Translation[],
  appending: Set<Promise<unknown>>,
) {
  const dying = Promise.withResolvers<void>()
  let alive = true
  const mortal =
    <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      for (let round = Math.floor(random() * 4); round > 0; round--) await tick()
      if (!alive) return new Promise(() => {})
      const value = await call(...args)
      for (let round = Math.floor(random() * 4); round > 0; round--) await tick()
      return alive ? value : new Promise(() => {})
    }
  /** Makes some calls throw that the store is unavailable, before or after they took effect. */
  const unsure =
    <Args extends unknown[], Value>(append: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      if (random() < awayOf) throw new StoreUnavailable('away')
      const value = await append(...args)
      if (random() < awayOf) throw new StoreUnavailable('away')
      return value
    }
  const { keyring } = region
  const append: EventStore['append'] = (...args) => {
    const appended = region.eventStore.append(...args)
    const over: Promise<unknown> = appended.catch(() => undefined).finally(() => appending.delete(over))
    appending.add(over)
    return appended
  }
  const eventStore: EventStore = {
    ...region.eventStore,
    append: mortal(unsure(append)),
    readStream: mortal(region.eventStore.readStream),
  }
  const commands = createCommandHandler({ eventStore, keyring, now: () => new Date(now()) })
  const ledger = creditsCommands(commands)
  const reservations = createReservations({
    ...{ ...commands, times: own, now },
    organisationsOf: async () => ({ paying: ORGANISATION, all: [ORGANISATION] }),
  })
  const turns: Promise<Turn | undefined>[] = []
  const recording = new Set<Promise<unknown>>()
  const nextId = () => Math.floor(random() * 2 ** 40).toString(36)

  return {
    commands,
    killed: dying.promise,
    kill() {
      alive = false
      void reservations.close()
      dying.resolve()
    },
    async recorded() {
      await Promise.race([Promise.all(recording), dying.promise])
    },
    /** Returns false if there were too few credits. */
    async hold(amount: number, agentId = 'a1', organisationFirst = false): Promise<boolean> {
      const holding = begin(amount, agentId, organisationFirst)
      turns.push(holding)
      return (await holding) !== undefined
    },
    /** Ends the oldest turn with a reply that costs this share of its hold. */
    async reply(share: number): Promise<void> {
      const turn = await oldest()
      if (!turn) return
      const recorded = record(turn, Math.round(turn.amount * share * 1_000) / 1_000)
      recording.add(recorded)
      await recorded.finally(() => recording.delete(recorded))
    },
    /** Ends the oldest turn as a translation, which no event records. */
    async translate(share: number): Promise<void> {
      const turn = await oldest()
      if (!turn) return
      const charged = charge(turn, Math.round(turn.amount * share * 1_000) / 1_000)
      recording.add(charged)
      await charged.finally(() => recording.delete(charged))
    },
    /** Ends the oldest turn without a reply. */
    async fail(): Promise<void> {
      const turn = await oldest()
      if (!turn) return
      reservations.endHold({ workspaceId: TENANT, holdId: turn.holdId }, 0)
    },
    /** Ends every turn without a reply. */
    async failAll(): Promise<void> {
      await Promise.all(turns.map(() => this.fail()))
    },
  }

  /** Returns the oldest turn with a hold. */
  async function oldest(): Promise<Turn | undefined> {
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const held = await turn
      if (held) return held
    }
    return undefined
  }

  async function begin(
    amount: number,
    agentId: string,
    organisationFirst: boolean,
  ): Promise<Turn | undefined> {
    const holdId = nextId()
    const ofAgent = { agentId, tokens: tokensFor(amount), ...(isLimited(agentId) ? { limits } : {}) }
    const about = { workspaceId: TENANT, holdId, amount, organisationFirst, ...ofAgent }
    const held = await reservations.holdCredits(about).catch(unlessAway)
    if (!held) return undefined
    if (!held.ok) expect(['no-credits', 'usage-limit']).toContain(held.rejection.code)
    return held.ok ? { holdId, amount, agentId } : undefined
  }

  async function charge({ holdId, amount, agentId }: Turn, cost: number): Promise<void> {
    const hold = { workspaceId: TENANT, holdId }
    const charged = await reservations.reservationOf({ ...hold, amount }).catch(unlessAway)
    if (charged === undefined) return reservations.endHold(hold, 0)
    const { reservationId, organisationId } = charged
    const translation: Translation = { holdId, cost, isCertain: false }
    translations.push(translation)
    const used = { modelId: 'm', inputTokens: tokensFor(cost), outputTokens: 0 }
    const about = { reservationId, holdId, conversationId: holdId, agentId, amount: cost, ...used }
    const one = {
      ...{ workspaceId: TENANT, organisationId },
      charge: { ...about, at: new Date(now()).toISOString() },
    }
    const outcome = await ledger.chargeOutsideTurn(one, contextOf()).catch(unlessAway)
    reservations.endHold(hold, outcome?.ok ? cost : 'unknown')
    if (outcome?.ok) translation.isCertain = true
    // A repetition charges nothing again, whatever its command is called.
    if (outcome?.ok) await ledger.chargeOutsideTurn(one, contextOf()).catch(unlessAway)
  }

  async function record({ holdId, amount, agentId }: Turn, cost: number): Promise<void> {
    const hold = { workspaceId: TENANT, holdId }
    const charged = await reservations.reservationOf({ ...hold, amount }).catch((error) => {
      reservations.endHold(hold, 0)
      unlessAway(error)
      return 'away' as const
    })
    if (charged === 'away') return
    if (charged === undefined) throw new Error('nothing is held')
    const used = { modelId: 'm', inputTokens: tokensFor(cost), outputTokens: 0 }
    const reply: Reply = {
      type: 'AgentReplied',
      data: {
        ...{ agentId, channel: 'web-chat', index: 1, at: new Date(now()).toISOString() },
        ...{ messageId: 'r', inReplyTo: 'm', content: [], sources: [], tookMs: 1, grounded: true },
        ...used,
        ...{ holdId, cost, ...chargedTo(charged) },
      },
    }
    const recorded = await commands.handle(transcript, holdId, reply, contextOf()).catch(unlessAway)
    reservations.endHold(hold, recorded ? cost : 'unknown')
  }
}

async function expectPaid({ region, ledger, limits, translations }: Stage, grant: number, most = 4) {
  /** With the ledger that pays. */
  const given: [string, number, string][] = []
  const charged: [string, number, string][] = []
  const translated: [string, number][] = []
  let [small, limited, byOrganisation] = [0, 0, 0]
  /** What each agent with limits used in each month. */
  const months = new Map<string, { credits: number; tokens: number }>()
  const use = (
    agentId: string,
    month: string,
    { amount, inputTokens }: { amount: number; inputTokens: number },
  ) => {
    if (!isLimited(agentId)) return
    const key = `${agentId} ${month}`
    const used = months.get(key) ?? { credits: 0, tokens: 0 }
    months.set(key, { credits: used.credits + amount, tokens: used.tokens + inputTokens })
  }
  const [ofWorkspace, ofOrganisation] = [`credits-${TENANT}`, `orgcredits-${ORGANISATION}`]
  const states = new Map(
    [ofWorkspace, ofOrganisation].map((stream) => [stream, credits.decider.initialState]),
  )
  const leftOf = new Map<string, number>()
  for (const { type, data, stream } of await region.eventStore.readAll(-1, 100_000)) {
    const said = JSON.parse(data)
    if (type === 'AgentReplied')
      given.push([said.holdId, said.cost, said.payingOrganisationId ? ofOrganisation : ofWorkspace])
    if (type === 'AgentReplied' && isLimited(said.agentId)) limited++
    const before = states.get(stream)
    // Without a share to reserve, one reply's worth is.
    if (type === 'CreditsReserved' && said.amount > 0 && said.amount * 16 > freeOf(before!) / 1_000) small++
    for (const one of said.charges ?? []) use(one.agentId, one.at.slice(0, 7), one)
    for (const { holdId, amount, purpose } of said.charges ?? []) {
      if (purpose === 'translation') translated.push([holdId, amount])
      else charged.push([holdId, amount, stream])
      if (stream === ofOrganisation) byOrganisation++
    }
    if (!before) continue
    for (const { reservationId, amount } of said.charges ?? []) {
      // No reply costs more than its hold, so each is charged to its own reservation alone.
      const left = (leftOf.get(reservationId) ?? 0) - Math.round(amount * 1_000)
      expect(left).toBeGreaterThanOrEqual(0)
      leftOf.set(reservationId, left)
    }
    const state = credits.decider.evolve(before, { type, data: said } as CreditsEvent)
    states.set(stream, state)
    for (const id of before.reservations.keys()) leftOf.set(id, 0)
    for (const [id, { thousandths }] of state.reservations) leftOf.set(id, thousandths)
    expect(
      [...state.reservations.values()].reduce((free, { thousandths }) => free - thousandths, state.balance),
    ).toBeGreaterThanOrEqual(0)
  }
  expect(charged.toSorted()).toEqual(given.toSorted())
  for (const [month, { credits, tokens }] of months) {
    expect([month, credits]).toEqual([month, Math.min(credits, limits.credits + 1e-9)])
    // The reply that reaches the limit is still given.
    expect([month, tokens]).toEqual([month, Math.min(tokens, limits.tokens - 1 + tokensFor(most))])
  }
  const attempted = new Map(translations.map(({ holdId, cost }) => [holdId, cost]))
  expect(new Set(translated.map(([holdId]) => holdId)).size).toBe(translated.length)
  for (const [holdId, cost] of translated) expect([holdId, cost]).toEqual([holdId, attempted.get(holdId)])
  const certain = translations.filter(({ isCertain }) => isCertain).map(({ holdId }) => holdId)
  expect(translated.map(([holdId]) => holdId)).toEqual(expect.arrayContaining(certain))
  const spent = [...given, ...translated].reduce((sum, [, cost]) => sum + Math.round(cost * 1_000), 0)
  const [own, organisations] = [await ledger(), await ledger(ORGANISATION)]
  expect(own.balance + organisations.balance).toBe(grant * 1_000 - spent)
  expect([...own.reservations.keys(), ...organisations.reservations.keys()]).toEqual([])
  return { given: given.length, translated: translated.length, small, limited, byOrganisation, months }
}

function contextOf(): CommandContext {
  const command = crypto.randomUUID()
  return {
    tenant: TENANT,
    actor: { kind: 'system', id: 'test' },
    cause: { via: 'system', command, correlation: command },
    subject: 'visitor-v1',
  }
}

function unlessAway(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}

const tick = () => new Promise((resolve) => setImmediate(resolve))
/** Timers that were set before with the same time have fired. */
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
