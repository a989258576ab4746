/**
 * Kills the processes that relay and deliver events to a webhook, again and again while they work, and expects that
 * every event of every conversation arrives, in the order of its conversation. An event may arrive twice: a process that
 * is killed between an answer and its record sends it again, at once and under the same id.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { expect } from 'vitest'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { adaOf, signUpAs } from './sign-up.ts'
import { routes } from './test-platform.ts'
import { startWebhookDouble } from './webhook-double.ts'

const region = 'na'
const place = { region, agentId: 'killedwebhooks01' } as const
const subscribedEvents = ['conversation_started', 'message_received', 'message_sent']
/** Conversations that begin before each kill, and messages of the visitor in each. */
const CONVERSATIONS = 4
const MESSAGES = 3
const PATIENCE = { timeout: 120_000, interval: 50 }
/** A kill comes so many ms, at most, after something was delivered. */
const LATEST_KILL_MS = 150

/** `env`: engines other than the embedded ones. `workers`: how many processes deliver at once. */
export async function surviveKills({
  kills,
  workers = 1,
  env = {},
}: {
  kills: number
  workers?: number
  env?: Record<string, string>
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-webhooks-killed-'))
  const receiver = await startWebhookDouble()
  const running = new Set<ServerProcess>()
  const own = {
    ...{ DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' },
    ...{ ALLOW_PRIVATE_ADDRESSES: receiver.host, ...env },
  }
  const start = async (ROLES: string) => {
    const server = await startServerProcess({ ...own, ROLES })
    running.add(server)
    return server
  }
  const kill = async (server: ServerProcess) => {
    server.process.kill('SIGKILL')
    await server.exit
    running.delete(server)
  }
  try {
    const api = await start('api,projections')
    const delivering = await Promise.all(Array.from({ length: workers }, () => start('relay,workers')))
    const { token } = await signUpAs(createClient({ routes, baseUrl: api.url }), api.url, adaOf(region))
    const owner = createClient({ routes, baseUrl: api.url, token: () => token })
    const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
    await owner.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
    const { secret } = await owner.call('webhooks.create', {
      params: { region },
      body: { url: receiver.url, description: '', subscribedEvents, sendWorkspaceSecret: false },
    })
    receiver.secrets.push(secret)

    const conversations: string[] = []
    const talk = async () => {
      const visitor = createClient({ routes, baseUrl: api.url })
      const { conversationId, visitorToken } = await visitor.call('conversations.start', { params: place })
      conversations.push(conversationId)
      const params = { ...place, conversationId }
      for (let nth = 1; nth <= MESSAGES; nth++)
        await visitor.call(
          'conversations.send',
          { params, body: { id: `m${nth}`, text: `Hello ${nth}` } },
          { token: visitorToken },
        )
    }
    for (let nth = 0; nth < kills; nth++) {
      const before = receiver.taken.length
      const talks = Promise.all(Array.from({ length: CONVERSATIONS }, talk))
      await expect.poll(() => receiver.taken.length, PATIENCE).toBeGreaterThan(before)
      await new Promise((over) => setTimeout(over, Math.random() * LATEST_KILL_MS))
      const [victim] = delivering.splice(0, 1)
      if (victim) await kill(victim)
      await talks
      delivering.push(await start('relay,workers'))
    }
    const expected = conversations.length * (1 + 2 * MESSAGES)
    const arrived = () => new Set(receiver.taken.map(({ id }) => id)).size
    await expect.poll(arrived, PATIENCE).toBe(expected)
    const inOrder = ['conversation_started']
    for (let nth = 1; nth <= MESSAGES; nth++)
      inOrder.push(`message_received m${nth}`, `message_sent to m${nth}`)
    for (const conversationId of conversations)
      expect(arrivalsOf(receiver.taken, conversationId), conversationId).toEqual(inOrder)
    expect(receiver.requests.filter(({ status }) => status === 401)).toEqual([])
  } finally {
    for (const server of running) await kill(server)
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Arrived = { id: string; type: string; payload: Record<string, unknown> }

/** What arrived of a conversation, an event that was sent again at once counted once. */
function arrivalsOf(taken: readonly Arrived[], conversationId: string): string[] {
  const own = taken.filter(({ payload }) => payload.conversationId === conversationId)
  return own
    .filter(({ id }, nth) => id !== own[nth - 1]?.id)
    .map(({ type, payload }) => {
      if (type === 'message_received') return `${type} ${payload.messageId}`
      return type === 'message_sent' ? `${type} to ${payload.inReplyTo}` : type
    })
}
