/** The channels of the random histories: how each is connected, delivers, and has been sent what the agent says. */
import type { DiscordDouble } from '@parley/channel/discord/discord-double.ts'
import type { GraphDouble } from '@parley/channel/meta/graph-double.ts'
import { eventOf, deliveryOf as pagesDeliveryOf } from '@parley/channel/pages/sample-deliveries.ts'
import type { TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import type { Client } from '@parley/contracts/client.ts'
import type { ChannelDouble } from './channel-double.ts'

/** `contact`: as digits. `at`: in ms, as the provider says it. `order`: of those of the same moment. */
export type Written = {
  history: number
  index: number
  contact: string
  text: string
  at: number
  order: number
}

type Place = { region: 'na'; agentId: string }

/** What differs between channels. */
export type HistoryChannel = {
  /** When each message of a history was written, after its beginning, in ms. */
  timesOf(index: number): number
  connect(owner: Client, place: Place): Promise<{ channelId: string }>
  /** Delivers messages in this order, to the address of Parley; returns the status of the answer. */
  deliver(url: string, place: Place, messages: readonly Written[]): Promise<number>
  providerMessageId(message: Written): string
  /** What was sent to a contact, each by its reference, if the channel takes any. */
  sentTo(contact: string): (string | undefined)[]
}

export type HistoryDoubles = {
  graph: GraphDouble
  shop: ChannelDouble
  telegram: TelegramDouble
  discord: DiscordDouble
}

const secret = '0123456789abcdef0123456789abcdef'
const idOf = ({ history, index }: Written) => `m_${history}_${index}`
const seconds = (index: number) => index * 1_000
const fractions = (index: number) => index * 7

export const historyChannels = {
  whatsapp: ({ graph }) => whatsApp(graph),
  messenger: ({ graph }) => pages(graph, 'messenger'),
  instagram: ({ graph }) => pages(graph, 'instagram'),
  telegram: ({ telegram }) => telegramBot(telegram),
  discord: ({ discord }) => discordChannel(discord),
  webhook: ({ shop }) => shopServer(shop),
} satisfies Record<string, (doubles: HistoryDoubles) => HistoryChannel>

export type HistoryKind = keyof typeof historyChannels
export const historyKinds = Object.keys(historyChannels) as HistoryKind[]

function whatsApp(graph: GraphDouble): HistoryChannel {
  const [phoneNumberId, businessId] = ['106540352242999', '419561257915499']
  return {
    // WhatsApp says the second, and nothing of the order within it.
    timesOf: seconds,
    connect(owner, params) {
      graph.number(phoneNumberId, businessId)
      const credentials = { token: graph.app(secret, businessId), appSecret: secret }
      const account = { phoneNumberId, businessId }
      return owner.call('channels.connect', { params, body: { kind: 'whatsapp', account, credentials } })
    },
    deliver(_url, _place, messages) {
      const given = messages.map((message) =>
        messageOf(
          { type: 'text', text: { body: message.text } },
          { id: idOf(message), from: message.contact, timestamp: String(message.at / 1_000) },
        ),
      )
      return graph.deliver(phoneNumberId, deliveryOf({ phoneNumberId, messages: given }), { secret })
    },
    providerMessageId: idOf,
    sentTo: (contact) =>
      graph
        .sentFrom(phoneNumberId)
        .flatMap(({ body }) => (body.to === contact ? [String(body.biz_opaque_callback_data)] : [])),
  }
}

function pages(graph: GraphDouble, kind: 'messenger' | 'instagram'): HistoryChannel {
  const pageId = { messenger: '104111111119999', instagram: '104111111118888' }[kind]
  const igPageId = '178111111119999'
  const accountId = kind === 'messenger' ? pageId : igPageId
  return {
    timesOf: fractions,
    connect(owner, params) {
      const instagram = kind === 'instagram' ? { instagram: { id: igPageId, username: 'lamps' } } : {}
      const token = graph.page(secret, { id: pageId, name: 'Lamp Shop', ...instagram })
      const credentials = { token, appSecret: secret }
      return owner.call('channels.connect', { params, body: { kind, account: { pageId }, credentials } })
    },
    deliver(_url, { agentId }, messages) {
      const events = messages.map((message) =>
        eventOf(
          { message: { mid: idOf(message), text: message.text } },
          { from: message.contact, to: accountId, timestamp: message.at },
        ),
      )
      const path = `/api/na/v2/agents/${agentId}/meta-webhook`
      const object = kind === 'messenger' ? 'page' : 'instagram'
      return graph.deliver('', pagesDeliveryOf(events, { object, id: accountId }), { secret, path })
    },
    providerMessageId: idOf,
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

function shopServer(shop: ChannelDouble): HistoryChannel {
  let channelId = ''
  return {
    timesOf: fractions,
    async connect(owner, params) {
      const credentials = { secret: shop.secret }
      const body = { kind: 'webhook', name: 'Shop', account: { url: shop.url }, credentials } as const
      const connected = await owner.call('channels.connect', { params, body })
      channelId = connected.channelId
      return connected
    },
    deliver(url, { agentId }, messages) {
      const given = messages.map((message) => ({
        ...{ id: idOf(message), contact: { id: message.contact }, text: message.text },
        sentAt: new Date(message.at).toISOString(),
      }))
      return shop.deliver(`${url}/api/na/v2/agents/${agentId}/channels/${channelId}/deliveries`, {
        messages: given,
      })
    },
    providerMessageId: idOf,
    sentTo: (contact) =>
      shop.requests.flatMap(({ key }) => (shop.taken.get(key)?.contact.id === contact ? [key] : [])),
  }
}

function telegramBot(telegram: TelegramDouble): HistoryChannel {
  const token = telegram.bot(7_001)
  const messageId = ({ history, index }: Written) => history * 100 + index + 1
  return {
    // Telegram says the second; messages within it are counted by their ids.
    timesOf: (index) => seconds(Math.floor(index / 4)),
    connect: (owner, params) =>
      owner.call('channels.connect', { params, body: { kind: 'telegram', credentials: { token } } }),
    /** Telegram delivers one after the other. */
    async deliver(origin, _place, messages) {
      for (const message of messages) {
        const { contact, text, at } = message
        const from = { id: Number(contact), is_bot: false, first_name: 'Grace' }
        const chat = { id: from.id, type: 'private' }
        const given = { message_id: messageId(message), date: at / 1_000, chat, from, text }
        const update = { update_id: messageId(message), message: given }
        const status = await telegram.deliver(token, update, { origin })
        if (status !== 200) return status
      }
      return 200
    },
    providerMessageId: (message) => String(messageId(message)),
    sentTo: (contact) =>
      telegram.calls.flatMap(({ method, parameters }) =>
        method === 'sendMessage' && String(parameters.chat_id) === contact ? [undefined] : [],
      ),
  }
}

/**
 * Discord tells of messages as they are written, in order. It tells again after an interruption, and what is missed by a
 * session that can't be resumed is asked for.
 */
function discordChannel(discord: DiscordDouble): HistoryChannel {
  const inDiscord = discord.channel(discord.guild())
  const told = new Map<string, ReturnType<DiscordDouble['write']>>()
  let deliveries = 0
  return {
    timesOf: fractions,
    connect: (owner, params) =>
      owner.call('channels.connect', {
        params,
        body: {
          ...{ kind: 'discord', account: { discordChannelId: inDiscord } },
          credentials: { webhookUrl: discord.webhook(inDiscord) },
        },
      }),
    async deliver(_url, _place, messages) {
      for (const message of messages.toSorted((one, other) => one.index - other.index)) {
        const before = told.get(idOf(message))
        if (before) {
          discord.tellAgain(before)
          continue
        }
        const author = { id: message.contact, username: 'grace' }
        const given = discord.write(inDiscord, message.text, { author })
        message.at = Date.parse(String(given.timestamp))
        message.order = told.size
        told.set(idOf(message), given)
      }
      if (++deliveries % 5 === 0) discord.drop()
      if (deliveries % 40 === 0) discord.forgetSessions()
      return 200
    },
    providerMessageId: (message) => String(told.get(idOf(message))?.id),
    sentTo: (contact) =>
      discord.written(inDiscord).flatMap((content) => (content.includes(`<@${contact}>`) ? [undefined] : [])),
  }
}
