/**
 * Signed deliveries of a webhook channel to the server as `npm start` starts it, on the embedded engines: at a steady pace
 * while the agent answers, and all at once. Each message is of another person: several of one that come while a reply is
 * written are answered together. Messages, replies and the customer's server, which takes them, are
 * made in this process. The baseline commits the same bodies durably and does nothing else.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@parley/contracts/client.ts'
import { start, startServer } from '../../services/host/bench/server.ts'
import { freePort } from '../../services/kernel/bench/free-port.ts'
import { residentMB } from '../../services/kernel/bench/process-usage.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { signUp } from '../../services/kernel/bench/sign-up.ts'
import { type ChannelDouble, deliveryHeaders, startChannelDouble } from '../src/channel-double.ts'
import { routes } from '../src/test-platform.ts'

const PACE = 500
const STEADY_SECONDS = 10
const BURST = 10_000
const AT_ONCE = 100
const agentId = 'deliveries000001'
const place = { region: 'na', agentId } as const

export async function benchChannels(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-channels-'))
  const shop = await startChannelDouble()
  const server = await startServer(join(folder, 'data'), {
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_FACTOR: '1000',
    // Otherwise most replies would say that the agent has no credits.
    MONTHLY_FREE_CREDITS: '1000000',
    REGIONS: 'na',
  })
  const bare = await startBare(join(folder, 'bare.db'))
  try {
    const address = await connect(server.url, shop)
    await steady(shop, address, 2)
    await replied(shop)
    const base = await steady(shop, `${bare.url}/deliveries`, STEADY_SECONDS)
    const paced = await steady(shop, address, STEADY_SECONDS)
    await replied(shop)
    const before = shop.taken.size
    const burst = await all(shop, address, BURST)
    await replied(shop, before + BURST)
    const drainedSeconds = (performance.now() - burst.startedAt) / 1_000
    const replies = shop.taken.size - before
    // The first burst fills the caches, which are bounded in bytes; what grows with each further one would be a leak.
    const filledMB = await residentMB(server.process)
    await all(shop, address, BURST)
    await replied(shop, before + 2 * BURST)
    const growthMB = (await residentMB(server.process)) - filledMB
    return [
      {
        name: `deliveries at ${PACE}/s while an agent answers: accepted, p99`,
        value: round(paced.p99),
        unit: `ms (p50 ${round(paced.p50)}, ${Math.round(paced.perSecond)}/s accepted)`,
        baseline: round(base.p99),
        ratio: round(paced.p99 / base.p99),
        target: '≤ 50',
        ok: paced.p99 <= 50 && paced.perSecond >= PACE * 0.98,
      },
      {
        name: `a burst of ${BURST} deliveries: answered and replied to`,
        value: round(drainedSeconds),
        unit: `s (${replies} replies, accepted within ${round(burst.tookMs / 1_000)} s)`,
        target: 'no loss',
        ok: replies === BURST,
      },
      {
        name: 'memory of the server after a second burst',
        value: round(growthMB),
        unit: 'MB more than after the first',
        target: 'flat: ≤ 50',
        ok: growthMB <= 50,
      },
    ]
  } finally {
    server.process.kill()
    bare.process.kill()
    connections.destroy()
    await Promise.all([server.gone, bare.gone, shop.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function startBare(file: string) {
  const port = await freePort()
  const main = fileURLToPath(new URL('bare-deliveries.ts', import.meta.url))
  return start([main, String(port), file], {}, `http://127.0.0.1:${port}`, 'Ready')
}

/** Connects the shop to an agent, and returns where it delivers to. */
async function connect(url: string, shop: ChannelDouble): Promise<string> {
  const token = await signUp(url)
  const owner = createClient({ routes, baseUrl: url, token: () => token })
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
  const { channelId } = await owner.call('channels.connect', {
    params: place,
    body: {
      ...{ kind: 'webhook', name: 'Shop', account: { url: shop.url } },
      credentials: { secret: shop.secret },
    },
  })
  return `${url}/api/na/v2/agents/${agentId}/channels/${channelId}/deliveries`
}

let written = 0

/** Delivers the next message; returns how long that took, in ms. */
async function deliver(shop: ChannelDouble, address: string): Promise<number> {
  const nth = written++
  const startedAt = performance.now()
  const contact = { id: `contact-${nth}`, name: 'Grace' }
  const message = { id: randomUUID(), text: 'When are you open?', contact, sentAt: new Date().toISOString() }
  const body = JSON.stringify({ messages: [message] })
  const at = Math.floor(Date.now() / 1_000)
  const headers = deliveryHeaders(address, body, { id: message.id, secret: shop.secret, at })
  const status = await post(address, headers, body)
  if (status !== 200) throw new Error(`A delivery was answered with ${status}`)
  return performance.now() - startedAt
}

/** As a provider does, over connections that stay open. */
const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

function post(address: string, headers: Record<string, string>, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent: connections, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject).end(body)
  })
}

/** Delivers at `PACE`, however long each takes. */
async function steady(shop: ChannelDouble, address: string, seconds: number) {
  const deliveries: Promise<number>[] = []
  const startedAt = performance.now()
  while (deliveries.length < PACE * seconds) {
    const due = ((performance.now() - startedAt) / 1_000) * PACE
    while (deliveries.length < Math.min(due, PACE * seconds)) deliveries.push(deliver(shop, address))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const took = (await Promise.all(deliveries)).toSorted((one, other) => one - other)
  const perSecond = (took.length / (performance.now() - startedAt)) * 1_000
  return {
    p50: took[Math.floor(took.length * 0.5)] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
    perSecond,
  }
}

async function all(shop: ChannelDouble, address: string, many: number) {
  const startedAt = performance.now()
  let left = many
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await deliver(shop, address)
    }),
  )
  return { startedAt, tookMs: performance.now() - startedAt }
}

/** Until the shop has taken `wanted` replies, or no further one has come for a while. */
async function replied(shop: ChannelDouble, wanted = Number.POSITIVE_INFINITY): Promise<void> {
  const patienceMs = 15_000
  let [count, since] = [-1, performance.now()]
  while (shop.taken.size < wanted && performance.now() - since < (wanted < Infinity ? patienceMs : 3_000)) {
    if (shop.taken.size !== count) [count, since] = [shop.taken.size, performance.now()]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const round = (value: number) => Math.round(value * 10) / 10
