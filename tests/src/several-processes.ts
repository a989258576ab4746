/**
 * Several processes of every role on the same engines, killed in turn while visitors talk to all of them, or one of
 * each while their engines are unavailable in turn; and what has to hold afterwards. The same for embedded engines and
 * servers.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@parley/contracts/api.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { type EventStore, START, type StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { expect, test, vi } from 'vitest'
import { replyCalls } from './reply-calls.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { adaOf, signUpAs } from './sign-up.ts'
import { type Agent, arrive, type RoamingVisitor } from './visitor-stream.ts'
import { requireWholeLog } from './whole-log.ts'

/** How many of each: what the README recommends. */
const ROLES = { api: 3, workers: 2, projections: 2, relay: 2 }
const KILL_EVERY_MS = 5_000
export const VISITORS = 10
/** Parts of a process's output that are kept to explain a run that fails. */
const KEPT_OUTPUTS = 40
const REPLY = 'We are open from nine to five, Monday to Friday.'

/** `said`: its newest output. */
type Running = { role: string; said: string[]; server: ServerProcess }

export type SeveralProcesses = {
  engines: RegionEngines
  model: ModelDouble
  workspaceId: string
  visitors: RoamingVisitor[]
  /** Calls to the model whose replies may not have been recorded when processes were killed. */
  cut: number
  kills: number
  /** Addresses of processes of the role `api`. */
  addresses: string[]
  /** Processes that ended by themselves. */
  ended: string[]
  ownerToken: string
  stop(): Promise<void>
}

/** An engine that is made unavailable and restored while visitors talk. */
export type Outage = { name: string; begin(): Promise<void>; end(): Promise<void> }

/** Lets visitors talk for this many seconds while processes are killed. */
export function runSeveralProcesses(
  seconds: number,
  env: Record<string, string> = {},
): Promise<SeveralProcesses> {
  return runProcesses(ROLES, env, async (killOne) => {
    for (const until = Date.now() + seconds * 1_000; Date.now() + KILL_EVERY_MS < until; ) {
      await pause(KILL_EVERY_MS)
      await killOne()
    }
    await pause(KILL_EVERY_MS)
  })
}

/**
 * Lets visitors talk to one process of each role while each engine in turn is unavailable for this many milliseconds.
 */
export function runThroughOutages(
  outages: readonly Outage[],
  outageMs: number,
  env: Record<string, string>,
): Promise<SeveralProcesses> {
  return runDisturbed(env, async (progress) => {
    for (const outage of outages) {
      await progress(2 * VISITORS)
      await outage.begin()
      await pause(outageMs)
      await outage.end()
    }
    await progress(2 * VISITORS)
  })
}

/**
 * Lets visitors talk to one process of each role while `disturb` does something to their engines. `progress` waits until
 * there are more than so many further messages.
 */
export function runDisturbed(
  env: Record<string, string>,
  disturb: (progress: (more: number) => Promise<void>) => Promise<void>,
): Promise<SeveralProcesses> {
  const one = { api: 1, workers: 1, projections: 1, relay: 1 }
  return runProcesses(one, env, (_, messages) =>
    disturb(async (more) => {
      const before = messages()
      const goesOn = () => expect(messages()).toBeGreaterThan(before + more)
      await vi.waitFor(goesOn, { timeout: 180_000, interval: 50 })
    }),
  )
}

/** `env` configures the engines; by default they are embedded. */
async function runProcesses(
  roles: Record<string, number>,
  env: Record<string, string>,
  disturb: (killOne: () => Promise<void>, messages: () => number) => Promise<void>,
): Promise<SeveralProcesses> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-several-'))
  const model = await startModelDouble({ behaviour: 'slow', delayMs: 15 })
  const settings = { ...env, DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('hex') }
  const running: Running[] = []
  const ended: string[] = []
  let over = false
  const visitors: RoamingVisitor[] = []
  const counts = { cut: 0, kills: 0 }

  // The first process creates the stores, as the first container of a deployment does.
  await start('projections')
  const others = Object.entries({ ...roles, projections: (roles.projections ?? 1) - 1 })
  await Promise.all(others.flatMap(([role, count]) => Array.from({ length: count }, () => start(role))))
  const { agent, workspaceId, ownerToken } = await makeAgent()
  const talking = Array.from({ length: VISITORS }, () => talk(agent))
  const messages = () => visitors.reduce((sum, { said }) => sum + said.length, 0)
  try {
    await disturb(killOne, messages).finally(() => {
      over = true
    })
    await Promise.all(talking)
  } catch (cause) {
    const error = new Error(`${cause}\n${await stateOf(running)}`, { cause })
    await Promise.all(running.map(({ server }) => end(server, 'SIGKILL')))
    throw error
  }
  const engines = await openRegion(readConfig({ ...settings, NODE_ENV: 'test', REGIONS: 'na' }), 'na')

  return {
    engines,
    model,
    workspaceId,
    visitors,
    ...counts,
    addresses: running.filter(({ role }) => role === 'api').map(({ server }) => server.url),
    ended,
    ownerToken,
    async stop() {
      await Promise.all(running.map(({ server }) => end(server, 'SIGTERM')))
      await engines.close()
      await model.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  /** At most how many calls have no recorded reply yet: a call that has ended has none for a moment. Each visitor waits for one. */
  function unanswered(): number {
    const answered = visitors.reduce((sum, visitor) => sum + visitor.answered(), 0)
    const calls = replyCalls(model.requests).length - answered
    return Math.max(model.underway(), Math.min(VISITORS, calls))
  }

  async function talk(agent: Agent): Promise<void> {
    const visitor = await arrive(anyApi, clientAt, agent)
    visitors.push(visitor)
    while (!over) await visitor.say(`Question ${visitor.said.length}`)
  }

  async function makeAgent() {
    const url = anyApi()
    const signedUp = await signUpAs(clientAt(url), url, adaOf('na'))
    const { token, workspace } = signedUp
    const agent = { region: 'na', agentId: 'several000000001' } as const
    const document = { title: 'Desk', vg_defaultModel: 'gpt-4o-mini', enableNodes: false }
    await clientAt(anyApi(), token).call('agents.save', { params: agent, body: document })
    return { agent, workspaceId: workspace.workspaceId, ownerToken: token }
  }

  function anyApi(): string {
    const apis = running.filter(({ role }) => role === 'api')
    return apis[Math.floor(Math.random() * apis.length)]?.server.url ?? ''
  }

  async function start(role: string): Promise<void> {
    const said: string[] = []
    const listen = (text: string) => {
      said.push(text)
      if (said.length > KEPT_OUTPUTS) said.shift()
    }
    const settled = {
      ...settings,
      ROLES: role,
      OPENAI_API_KEY: 'test',
      OPENAI_BASE_URL: `${model.url}/v1`,
      RATE_LIMIT_FACTOR: '1000',
    }
    const one = { role, said, server: await startServerProcess(settled, listen) }
    const { server } = one
    running.push(one)
    void server.exit.then((code) => running.includes(one) && !over && ended.push(`${role} (${code})`))
  }

  /** Kills a process of each role in turn, the one that has run longest, and starts another one. */
  async function killOne(): Promise<void> {
    const names = Object.keys(roles)
    const role = names[counts.kills++ % names.length] ?? 'api'
    const nth = running.findIndex((one) => one.role === role)
    const [oldest] = running.splice(nth, 1)
    if (!oldest) return
    // Only these call a model.
    if (role === 'api' || role === 'workers') counts.cut += unanswered()
    await end(oldest.server, 'SIGKILL')
    await start(role)
  }
}

/** What each process says of itself, for the error of a run that does not go on. */
async function stateOf(running: readonly Running[]): Promise<string> {
  const states = running.map(async ({ role, said, server: { url } }) => {
    const answered = url
      ? await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
          (answer) => answer.text(),
          String,
        )
      : ''
    return `${role}: ${answered}\n${said.join('').slice(-4_000)}`
  })
  return (await Promise.all(states)).join('\n')
}

const clientAt = (baseUrl: string, token?: string): Client =>
  createClient({ routes: routesOf(api), baseUrl, token: () => token })

async function end(server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  server.process.kill(signal)
  await server.exit
}

/** Declares the tests of what has to hold after a run. `exact`: leases are atomic on these engines. */
export function severalProcessesHold(ran: () => SeveralProcesses, { exact } = { exact: true }): void {
  test('the hash chain of every stream is intact', async () => {
    expect(await requireWholeLog(ran().engines.eventStore)).toBeGreaterThan(100)
  })

  test('nothing is lost or duplicated: every message is stored once, in order, with one reply', async () => {
    for (const visitor of ran().visitors) {
      const transcript = await visitor.transcript()
      const words = transcript.map(({ role, blocks: [block] }) => [
        role,
        block?.type === 'text' && block.text,
      ])
      const whole = visitor.said.flatMap((text) => [
        ['visitor', text],
        ['agent', REPLY],
      ])
      expect(words).toEqual(whole)
    }
  })

  test('what a visitor was shown is in the log', async () => {
    for (const visitor of ran().visitors) {
      const replies = new Set((await visitor.transcript()).map(({ id }) => id))
      expect(visitor.shown.filter(({ replyId }) => !replies.has(replyId))).toEqual([])
      expect(new Set(visitor.shown.map(({ text }) => text))).toEqual(new Set([REPLY]))
    }
  })

  test('the model is called once per message, and once more for each call that a kill interrupted', () => {
    const { model, kills, cut } = ran()
    const calls = replyCalls(model.requests).length
    console.info(`${messagesIn(ran())} messages, ${calls} calls to the model, ${kills} processes killed`)
    expect(calls).toBeGreaterThanOrEqual(messagesIn(ran()))
    if (exact) expect(calls).toBeLessThanOrEqual(messagesIn(ran()) + cut)
  })

  test('every credit is accounted for: nothing is held or reserved any more, each reply is charged once', {
    timeout: 180_000,
  }, async () => {
    const { engines, workspaceId } = ran()
    const ledger = async () => {
      await engines.commands.refresh(credits.category, workspaceId)
      return (await engines.commands.load(credits, workspaceId))!.state
    }
    // What a killed process reserved comes back at its end.
    const setAside = async () => [...(await ledger()).reservations.keys()]
    await expect.poll(setAside, { timeout: 150_000, interval: 200 }).toEqual([])
    let replies = 0
    const given: [string, number][] = []
    const charged: [string, number][] = []
    for (const { type, data } of await wholeLog(engines.eventStore)) {
      const said = JSON.parse(data)
      if (type === 'AgentReplied') replies++
      if (type === 'AgentReplied' || type === 'ConversationSummarised') given.push([said.holdId, said.cost])
      if (type === 'RepliesCharged')
        charged.push(
          ...said.charges.map((one: { holdId: string; amount: number }) => [one.holdId, one.amount]),
        )
    }
    expect(replies).toBe(messagesIn(ran()))
    expect(charged.toSorted()).toEqual(given.toSorted())
    const spent = charged.reduce((sum, [, amount]) => sum + Math.round(amount * 1_000), 0)
    expect((await ledger()).balance).toBe(1_000_000 - spent)
  })
}

async function wholeLog(eventStore: EventStore): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (let page = await eventStore.readAll(START, 1_000); page.length > 0; ) {
    events.push(...page)
    page = await eventStore.readAll(page.at(-1)!.position, 1_000)
  }
  return events
}

const messagesIn = ({ visitors }: SeveralProcesses): number =>
  visitors.reduce((sum, { said }) => sum + said.length, 0)
