/**
 * Events of an agent's conversations sent to a webhook, from the log over the bus to the answer: to a fast server alone,
 * and while a dead and a slow webhook of other workspaces stand beside it. The baseline are bare POST requests of the
 * same body to the same server, as many at once, in turns with ours.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const region = 'na' as const
/** Conversations that begin in a turn; each is one event of a subject of its own. */
const EVENTS = 1_000
const TURNS = 3
const AT_ONCE = 16
const SLOW_MS = 3_000

type Receiver = { url: string; server: Server; arrivals: number[]; body: string }

export async function benchWebhooks(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({ REGIONS: region, ALLOW_PRIVATE_ADDRESSES: 'true' })
  const fast = await receive(0)
  const slow = await receive(SLOW_MS)
  try {
    const owner = await webhookOf(parley, fast.url)
    const rates = { ours: [] as number[], bare: [] as number[] }
    const alone: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const { perSecond, waits } = await deliver(parley, owner, fast, `alone${turn}`)
      rates.ours.push(perSecond)
      alone.push(...waits)
      rates.bare.push(await post(fast))
    }
    const [slowOwner, deadOwner] = [
      await webhookOf(parley, slow.url),
      await webhookOf(parley, 'http://127.0.0.1:9/'),
    ]
    const beside: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      await begin(parley, slowOwner, `slow${turn}`, EVENTS / 10)
      await begin(parley, deadOwner, `dead${turn}`, EVENTS / 10)
      const { waits } = await deliver(parley, owner, fast, `beside${turn}`)
      beside.push(...waits)
    }
    const [ours, bare] = [middle(rates.ours), middle(rates.bare)]
    const [before, after] = [p99(alone), p99(beside)]
    const ratio = Math.round((after / before) * 100) / 100
    return [
      {
        name: 'events delivered to a fast webhook',
        value: Math.round(ours),
        unit: 'deliveries/s, all in one process',
        baseline: Math.round(bare),
        ratio: Math.round((ours / bare) * 1000) / 1000,
        target: '≥ 5,000/s',
        ok: ours >= 5_000,
      },
      {
        name: 'from the first event to a delivery, a dead and a slow webhook beside, p99',
        value: Math.round(after),
        unit: 'ms',
        baseline: Math.round(before),
        ratio,
        target: '≤ 1.5 of alone',
        ok: ratio <= 1.5,
      },
    ]
  } finally {
    for (const { server } of [fast, slow]) {
      server.closeAllConnections()
      server.close()
    }
    await parley.stop()
  }
}

/** A server that answers after a while. */
async function receive(ms: number): Promise<Receiver> {
  const receiver = { arrivals: [] as number[], body: '', url: '' }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    receiver.body = Buffer.concat(parts).toString()
    receiver.arrivals.push(performance.now())
    setTimeout(() => response.writeHead(204).end(), ms)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { server, url: `http://127.0.0.1:${port}/` })
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

/** Begins conversations, and waits until each has been delivered. `waits`: ms from the first one's beginning. */
async function deliver(parley: TestPlatform, owner: Person, to: Receiver, name: string) {
  to.arrivals.length = 0
  const start = performance.now()
  await begin(parley, owner, name, EVENTS)
  while (to.arrivals.length < EVENTS) await new Promise((resolve) => setTimeout(resolve, 5))
  const waits = to.arrivals.map((at) => at - start)
  return { perSecond: (EVENTS / (waits.at(-1) ?? 1)) * 1000, waits }
}

async function begin(parley: TestPlatform, owner: Person, name: string, many: number): Promise<void> {
  const engines = parley.platform.regions.get(region)?.engines
  if (!engines) throw new Error('The platform has no such region')
  const start = (conversationId: string) =>
    engines.commands.handle(
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
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let nth = next++; nth < many; nth = next++) await start(`${name}x${nth}`)
    }),
  )
}

/** Bare requests with the last body, a new connection each, as deliveries have. */
async function post({ url, body }: Receiver): Promise<number> {
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let nth = next++; nth < EVENTS; nth = next++) {
        const headers = { 'content-type': 'application/json', connection: 'close' }
        await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer()
      }
    }),
  )
  return (EVENTS / (performance.now() - start)) * 1000
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
}
