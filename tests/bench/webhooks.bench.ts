/**
 * Events of an agent's conversations sent to a webhook whose server answers at once, in a process of its own.
 *
 * A backlog: the events wait in the log until a process with the role `workers` starts, which takes them from the bus and
 * sends them. The baseline are bare POST requests of the same body to the same server over kept connections, as many at
 * once. `BACKLOG` says how many wait; of few, much of the time goes into compiling the code that sends them.
 *
 * A steady load, everything in one process: how long after the beginning of a conversation its event arrives, alone, and
 * while the webhooks of two other workspaces are told of a tenth of it each: one answers after three seconds, one never.
 * A turn with them comes before those that count, so that what sends again is compiled, as it was for those alone.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { serverFlags } from '../../services/kernel/bench/server-flags.ts'
import { serverEntry, startServerProcess } from '../src/server-process.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import type { Arrived } from './webhook-receiver.ts'

const region = 'na' as const
const BACKLOG = Number(process.env.BACKLOG ?? 20_000)
const AT_ONCE = 64
/** The steady load: events in a second, for so many seconds, so often. */
const RATE = 100
const RATE_OF_OTHERS = 10
const SECONDS = 5
const TURNS = 3
const SAMPLE_MS = 500
const PROFILE = process.env.PROFILE

export async function benchWebhooks(): Promise<BenchResult[]> {
  return [...(await benchBacklog()), ...(await benchSteadyLoad())]
}

async function benchBacklog(): Promise<BenchResult[]> {
  const env = {
    ...{ REGIONS: region, MASTER_KEY: randomBytes(32).toString('hex') },
    ...{ ALLOW_PRIVATE_ADDRESSES: 'true', LOG_LEVEL: 'error' },
  }
  const parley = await startTestPlatform({ ...env, ROLES: 'api,projections,relay' })
  const receiver = await startReceiver()
  try {
    const own = { ...env, DATA_DIR: parley.dataDir, ROLES: 'workers', NODE_ENV: 'test' }
    const first = await startServerProcess(own)
    const owner = await webhookOf(parley, `${receiver.url}/`)
    first.process.kill('SIGTERM')
    await first.exit
    await begin(parley, owner, 'backlog', BACKLOG)
    await parley.settled()
    const profile = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : []
    const worker = await startServerProcess(own, undefined, [...serverFlags(), ...profile, serverEntry])
    const { pid } = worker.process
    const used = processorMs(pid)
    const receiverUsed = processorMs(receiver.pid)
    const memory: number[] = []
    const size = setInterval(() => memory.push(residentMb(pid)), SAMPLE_MS)
    let arrived = await receiver.ask('count')
    while (arrived.count < BACKLOG) {
      await new Promise((later) => setTimeout(later, SAMPLE_MS / 2))
      arrived = await receiver.ask('count')
    }
    clearInterval(size)
    const each = (processorMs(pid) - used) / BACKLOG
    const received = (processorMs(receiver.pid) - receiverUsed) / BACKLOG
    worker.process.kill('SIGTERM')
    await worker.exit
    const perSecond = (BACKLOG / (arrived.last - arrived.first)) * 1_000
    const bare = await post(receiver.url, arrived.body)
    const ratioOf = (ours: number, theirs: number) => Math.round((ours / theirs) * 1_000) / 1_000
    const [early, late] = [tenth(memory, 1), tenth(memory, 9)]
    return [
      {
        name: `a backlog of ${BACKLOG.toLocaleString('en')} events sent to a fast webhook by one worker`,
        value: Math.round(perSecond),
        unit: 'deliveries/s',
        baseline: Math.round(bare.perSecond),
        ratio: ratioOf(perSecond, bare.perSecond),
        target: '≥ 5,000/s',
        ok: perSecond >= 5_000,
      },
      {
        name: 'processor time of that worker for a delivery, beside that of a bare request',
        value: Math.round(each * 1_000),
        unit: 'µs',
        baseline: Math.round(bare.eachMs * 1_000),
        ratio: ratioOf(each, bare.eachMs),
        target: '≤ 300 µs: 5,000/s in 1.5 cores',
        ok: each <= 0.3,
      },
      {
        name: 'processor time of the receiving server for a delivery, on the same two cores',
        value: Math.round(received * 1_000),
        unit: 'µs',
      },
      {
        name: 'memory of that worker at the end, beside its beginning',
        value: late,
        unit: 'MB',
        baseline: early,
        ratio: Math.round((late / early) * 100) / 100,
        target: '≤ 1.25',
        ok: late <= early * 1.25,
      },
    ]
  } finally {
    receiver.stop()
    await parley.stop()
  }
}

async function benchSteadyLoad(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({ REGIONS: region, ALLOW_PRIVATE_ADDRESSES: 'true' })
  const receiver = await startReceiver()
  try {
    const owner = await webhookOf(parley, `${receiver.url}/noted`)
    await begin(parley, owner, 'first', RATE)
    while ((await receiver.ask('count')).count < RATE) await new Promise((later) => setTimeout(later, 50))
    await parley.settled()
    const turn = async (name: string, others: Person[]) => {
      await receiver.ask('take')
      const load = (person: Person, nth: number) =>
        beginSteadily(parley, person, `${name}${nth}x`, nth === 0 ? RATE : RATE_OF_OTHERS)
      const [begun] = await Promise.all([owner, ...others].map(load))
      while ((await receiver.ask('count')).count < RATE * SECONDS)
        await new Promise((later) => setTimeout(later, 50))
      const { at } = await receiver.ask('take')
      return at.map(([id, ms]) => ms - (begun?.get(id) ?? ms))
    }
    const alone: number[] = []
    for (let nth = 0; nth < TURNS; nth++) alone.push(...(await turn(`alone${nth}x`, [])))
    const others = [
      await webhookOf(parley, `${receiver.url}/slow`),
      await webhookOf(parley, 'http://127.0.0.1:9/'),
    ]
    await turn('first', others)
    const beside: number[] = []
    for (let nth = 0; nth < TURNS; nth++) beside.push(...(await turn(`beside${nth}x`, others)))
    const [before, after] = [p99(alone), p99(beside)]
    const ratio = Math.round((after / before) * 100) / 100
    return [
      {
        name: `from an event to its delivery at ${RATE} events/s, a dead and a slow webhook with ${RATE_OF_OTHERS} each beside, p99`,
        value: Math.round(after),
        unit: 'ms',
        baseline: Math.round(before),
        ratio,
        target: '≤ 1.5 of alone',
        ok: ratio <= 1.5,
      },
    ]
  } finally {
    receiver.stop()
    await parley.stop()
  }
}

async function startReceiver() {
  const child = fork(join(import.meta.dirname, 'webhook-receiver.ts'))
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async ask(what: 'count' | 'take'): Promise<Arrived> {
      const answered = once(child, 'message')
      child.send(what)
      return (await answered)[0]
    },
    stop: () => child.kill(),
  }
}

async function webhookOf(parley: TestPlatform, url: string): Promise<Person> {
  const owner = await parley.signUp(region)
  await owner.client.call('webhooks.create', {
    params: { region },
    body: { url, description: '', subscribedEvents: ['conversation_started'], sendWorkspaceSecret: false },
  })
  await parley.settled()
  return owner
}

/** Begins conversations as fast as it goes; each is one event of a subject of its own. */
async function begin(parley: TestPlatform, owner: Person, name: string, many: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let nth = next++; nth < many; nth = next++) await start(parley, owner, `${name}x${nth}`)
    }),
  )
}

/** Begins conversations at the rate of the steady load. Returns when each was begun, in ms since 1970. */
async function beginSteadily(
  parley: TestPlatform,
  owner: Person,
  name: string,
  rate: number,
): Promise<Map<string, number>> {
  const begun = new Map<string, number>()
  const starting: Promise<unknown>[] = []
  const from = performance.now()
  for (let nth = 0; nth < rate * SECONDS; nth++) {
    const wait = from + (nth / rate) * 1_000 - performance.now()
    if (wait > 0) await new Promise((go) => setTimeout(go, wait))
    begun.set(`${name}${nth}`, performance.timeOrigin + performance.now())
    starting.push(start(parley, owner, `${name}${nth}`))
  }
  await Promise.all(starting)
  return begun
}

function start(parley: TestPlatform, owner: Person, conversationId: string) {
  const engines = parley.platform.regions.get(region)?.engines
  if (!engines) throw new Error('The platform has no such region')
  return engines.commands.handle(
    conversation,
    conversationId,
    {
      type: 'StartConversation',
      conversation: { conversationId, agentId: 'benchwebhooks001', visitorId: 'v', channel: 'web-chat' },
      firstMessages: [],
    },
    {
      tenant: owner.workspaceId,
      subject: `conversation-${conversationId}`,
      actor: { kind: 'visitor', id: 'v' },
      cause: { via: 'widget', command: conversationId, correlation: conversationId },
    },
  )
}

/** Bare requests with the last body, over kept connections. */
async function post(url: string, body: string): Promise<{ perSecond: number; eachMs: number }> {
  const many = 20_000
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const headers = { 'content-type': 'application/json' }
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', resolve)
      })
      sent.once('error', reject).end(body)
    })
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next++ < many) await one()
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = (many / (performance.now() - from)) * 1_000
  agent.destroy()
  return { perSecond, eachMs: (user + system) / 1_000 / many }
}

/** The processor time that a process has used, all of its threads, in ms. */
function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}

function residentMb(pid: number | undefined): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1_024)
}

/** The largest of the first or the last tenth of the samples, after the first second. */
function tenth(samples: readonly number[], nth: 1 | 9): number {
  const some = samples.slice(2)
  const size = Math.ceil(some.length / 10)
  return Math.max(0, ...(nth === 1 ? some.slice(0, size) : some.slice(-size)))
}

function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
}
