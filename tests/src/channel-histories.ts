/**
 * Random histories of what people write on a channel, delivered in batches, repeated, in any order, while the
 * processes of every role are killed: in the end each conversation is what was written, in its order, and what the agent
 * said was sent once. A process that is killed between the provider's answer and its record may repeat the message under way,
 * with the same reference.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { eventOf, deliveryOf as pagesDeliveryOf } from '@parley/channel/pages/sample-deliveries.ts'
import { startTelegramDouble, type TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type ChannelDouble, startChannelDouble } from './channel-double.ts'
import { freePorts } from './free-ports.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { signUpAs } from './sign-up.ts'
import { routes } from './test-platform.ts'

const region = 'na'
const PATIENCE = { timeout: 120_000, interval: 100 }
const secret = '0123456789abcdef0123456789abcdef'

export type Kind = 'whatsapp' | 'messenger' | 'instagram' | 'telegram' | 'webhook'
/** `at`: in whole seconds, as WhatsApp counts; no two of a person are the same. */
type Written = { id: string; contact: string; text: string; at: number }

/** What differs between channels. */
type Histories = {
  connect(owner: Client, agentId: string): Promise<void>
  deliver(url: string, agentId: string, messages: readonly Written[]): Promise<number>
  /** What was sent to a contact, each by its reference, if the channel takes any. */
  sentTo(contact: string): (string | undefined)[]
}

function whatsApp(graph: GraphDouble): Histories {
  const [phoneNumberId, businessId] = ['106540352242999', '419561257915499']
  return {
    async connect(owner, agentId) {
      graph.number(phoneNumberId, businessId)
      const credentials = { token: graph.app(secret, businessId), appSecret: secret }
      const account = { phoneNumberId, businessId }
      const params = { region, agentId } as const
      await owner.call('channels.connect', { params, body: { kind: 'whatsapp', account, credentials } })
    },
    deliver(_url, _agentId, messages) {
      const given = messages.map(({ id, contact, text, at }) =>
        messageOf({ type: 'text', text: { body: text } }, { id, from: contact, timestamp: String(at) }),
      )
      return graph.deliver(phoneNumberId, deliveryOf({ phoneNumberId, messages: given }), { secret })
    },
    sentTo: (contact) =>
      graph
        .sentFrom(phoneNumberId)
        .flatMap(({ body }) => (body.to === contact ? [String(body.biz_opaque_callback_data)] : [])),
  }
}

function pages(graph: GraphDouble, kind: 'messenger' | 'instagram'): Histories {
  const [pageId, igPageId] = ['104111111119999', '178111111119999']
  const accountId = kind === 'messenger' ? pageId : igPageId
  return {
    async connect(owner, agentId) {
      const token = graph.page(secret, {
        ...{ id: pageId, name: 'Lamp Shop' },
        instagram: { id: igPageId, username: 'lamps' },
      })
      const body = {
        kind,
        account: { pageId },
        credentials: { token, appSecret: secret },
      } as const
      await owner.call('channels.connect', { params: { region, agentId }, body })
    },
    deliver(_url, agentId, messages) {
      const events = messages.map(({ id: mid, contact: from, text, at }) =>
        eventOf({ message: { mid, text } }, { from, to: accountId, timestamp: at * 1_000 }),
      )
      const path = `/api/na/v2/agents/${agentId}/meta-webhook`
      const object = kind === 'messenger' ? 'page' : 'instagram'
      return graph.deliver('', pagesDeliveryOf(events, { object, id: accountId }), { secret, path })
    },
    sentTo: (contact) =>
      graph.sentFrom(pageId).flatMap(({ body }) => {
        const { recipient, message } = body as {
          recipient?: { id?: string }
          message?: { metadata?: string }
        }
        return message && recipient?.id === contact ? [message.metadata] : []
      }),
  }
}

function shopServer(shop: ChannelDouble): Histories {
  let channelId = ''
  return {
    async connect(owner, agentId) {
      const credentials = { secret: shop.secret }
      const body = { kind: 'webhook', name: 'Shop', account: { url: shop.url }, credentials } as const
      channelId = (await owner.call('channels.connect', { params: { region, agentId }, body })).channelId
    },
    deliver(url, agentId, messages) {
      const given = messages.map(({ id, contact, text, at }) => ({
        ...{ id, contact: { id: contact }, text, sentAt: new Date(at * 1_000).toISOString() },
      }))
      return shop.deliver(`${url}/api/na/v2/agents/${agentId}/channels/${channelId}/deliveries`, {
        messages: given,
      })
    },
    sentTo: (contact) =>
      shop.requests.flatMap(({ key }) => (shop.taken.get(key)?.contact.id === contact ? [key] : [])),
  }
}

function telegramBot(telegram: TelegramDouble): Histories {
  const token = telegram.bot(7_001)
  return {
    async connect(owner, agentId) {
      const body = { kind: 'telegram', credentials: { token } } as const
      await owner.call('channels.connect', { params: { region, agentId }, body })
    },
    /** Telegram delivers one after the other. */
    async deliver(origin, _agentId, messages) {
      for (const { id, contact, text, at } of messages) {
        const [, history = '', index = ''] = id.split('_')
        const message_id = Number(history) * 100 + Number(index) + 1
        const from = { id: Number(contact), is_bot: false, first_name: 'Grace' }
        const chat = { id: from.id, type: 'private' }
        const message = { message_id, date: at, chat, from, text }
        const status = await telegram.deliver(token, { update_id: message_id, message }, { origin })
        if (status !== 200) return status
      }
      return 200
    },
    sentTo: (contact) =>
      telegram.calls.flatMap(({ method, parameters }) =>
        method === 'sendMessage' && String(parameters.chat_id) === contact ? [undefined] : [],
      ),
  }
}

/** A history of two people, and how it is delivered: each message at least once. */
function historyOf(nth: number): { written: Written[]; batches: Written[][] } {
  const begun = Math.floor(Date.now() / 1_000) - 3_000
  const written = Array.from({ length: 6 + (nth % 5) }, (_, index): Written => {
    const contact = `4917${String(nth).padStart(6, '0')}${index % 2}`
    return {
      id: `m_${nth}_${index}`,
      contact,
      text: `h${nth}c${index % 2} message ${index}`,
      at: begun + index,
    }
  })
  const some = fc
    .subarray(written, { minLength: 1, maxLength: 5 })
    .chain((batch) => fc.shuffledSubarray(batch, { minLength: batch.length }))
  const [mixed = []] = fc.sample(fc.array(some, { minLength: 3, maxLength: 6 }), { numRuns: 1, seed: nth })
  const [rest = []] = fc.sample(fc.shuffledSubarray(written, { minLength: written.length }), {
    numRuns: 1,
    seed: nth,
  })
  return { written, batches: [...mixed, rest] }
}

export async function surviveHistories({
  kind,
  histories,
  killEvery,
}: {
  kind: Kind
  histories: number
  /** A process is killed in each of so many histories. */
  killEvery: number
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-histories-'))
  const graph = await startGraphDouble()
  const shop = await startChannelDouble()
  const telegram = await startTelegramDouble()
  const open: Record<Kind, () => Histories> = {
    whatsapp: () => whatsApp(graph),
    messenger: () => pages(graph, 'messenger'),
    instagram: () => pages(graph, 'instagram'),
    telegram: () => telegramBot(telegram),
    webhook: () => shopServer(shop),
  }
  const of = open[kind]()
  const own = {
    ...{ DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' },
    ...{ GRAPH_API_URL: graph.url, PUBLIC_URL: 'https://parley.example', ALLOW_PRIVATE_ADDRESSES: 'true' },
    TELEGRAM_API_URL: telegram.url,
  }
  // What is published is not where it listens.
  const [free = 0] = await freePorts(1)
  const port = String(free)
  const address = `http://127.0.0.1:${port}`
  const running = new Map<string, ServerProcess>()
  const start = async (name: string) => {
    const server = await startServerProcess({
      ...own,
      ROLES: name,
      ...(name === 'api' ? { PORT: port } : {}),
    })
    running.set(name, server)
  }
  const kill = async (name: string) => {
    const server = running.get(name)
    running.delete(name)
    server?.process.kill('SIGKILL')
    await server?.exit
  }
  try {
    const names = ['workers', 'api', 'projections', 'relay']
    await Promise.all(names.map(start))
    const url = () => address
    graph.leadTo(address)
    const person = {
      email: 'ada@example.com',
      password: 'correct horse',
      displayName: 'Ada',
      region,
    } as const
    const { token } = await signUpAs(createClient({ routes, baseUrl: url() }), url(), person)
    const owner = (): Client => createClient({ routes, baseUrl: url(), token: () => token })
    const agentId = `histories${kind}`
    const params = { region, agentId } as const
    const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
    await owner().call('agents.save', { params, body: { title: 'Shop', ...silentAtFirst } })
    await of.connect(owner(), agentId)
    const setUp = async () => (await owner().call('channels.list', { params })).items[0]?.setup.state
    await expect.poll(setUp, PATIENCE).toBe('ready')

    let kills = 0
    for (let nth = 0; nth < histories; nth++) {
      const { written, batches } = historyOf(nth)
      for (const [at, batch] of batches.entries()) {
        // A provider delivers again what was not answered, and what a killed process had not ended.
        const given = () => of.deliver(url(), agentId, batch).catch(() => 0)
        const first = given()
        if (nth % killEvery === 0 && at === nth % batches.length) {
          const name = names[kills++ % names.length] ?? 'workers'
          await kill(name)
          await start(name)
        }
        await first
        await expect.poll(given, PATIENCE).toBe(200)
      }
      for (const contact of new Set(written.map((one) => one.contact))) {
        const own = written.filter((one) => one.contact === contact)
        await expect.poll(() => told(own), PATIENCE).toEqual(own.map(({ text, at }) => [text, at * 1_000]))
        const answers = () => agentMessages(own)
        await expect.poll(async () => (await answers()).every(isSent), PATIENCE).toBe(true)
        const messages = await answers()
        expect(messages.length).toBeGreaterThan(0)
        expect(messages.length).toBeLessThanOrEqual(own.length)
        // Each once: what is repeated has the same reference. Instagram and Telegram take none.
        const references = of.sentTo(contact)
        if (references.includes(undefined)) expect(references.length).toBeGreaterThanOrEqual(messages.length)
        else expect(new Set(references).size).toBe(messages.length)
        expect(references.length - messages.length).toBeLessThanOrEqual(kills)
      }
    }

    async function transcriptOf(own: readonly Written[]): Promise<MessageView[]> {
      const [tag = ''] = own[0]?.text.split(' ') ?? []
      const { items } = await owner().call('conversations.list', { params, query: {} })
      const found = items.filter(({ question = '' }) => question.startsWith(`${tag} `))
      // One conversation for each person.
      if (found.length !== 1) return []
      const { conversationId = '' } = found[0] ?? {}
      const read = { params: { ...params, conversationId } }
      return (
        (
          await owner()
            .call('conversations.get', read)
            .catch(() => undefined)
        )?.transcript ?? []
      )
    }
    /** What the person wrote, in the order in which people are shown it; nothing while the last of it waits for its answer. */
    async function told(own: readonly Written[]) {
      const all = await transcriptOf(own).catch(() => [])
      if (all.toSorted((one, other) => one.index - other.index).at(-1)?.role !== 'agent') return []
      return all
        .filter(({ role }) => role === 'visitor')
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .map(({ blocks: [block], at }) => [block?.type === 'text' ? block.text : '', Date.parse(at)])
    }
    async function agentMessages(own: readonly Written[]) {
      return (await transcriptOf(own)).filter(({ role }) => role === 'agent')
    }
  } finally {
    await Promise.all([...running.keys()].map(kill))
    await graph.stop()
    await shop.stop()
    await telegram.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const isSent = ({ deliveryState }: MessageView) => deliveryState !== undefined && deliveryState !== 'failed'
