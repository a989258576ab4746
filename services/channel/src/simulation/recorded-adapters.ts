/** The adapters of providers, whose requests are recorded and go nowhere: what they would send is what they do send. */
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { SimulatedRequest } from '@parley/contracts/channel/simulation-endpoints.ts'
import type { z } from 'zod'
import type { Channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { discordAdapter } from '../discord/discord-adapter.ts'
import type { DiscordApi } from '../discord/discord-api.ts'
import type { GraphApi } from '../meta/graph-api.ts'
import { pageAdapter } from '../pages/page-adapter.ts'
import { telegramAdapter } from '../telegram/telegram-adapter.ts'
import type { TelegramApi } from '../telegram/telegram-api.ts'
import { whatsAppAdapter } from '../whatsapp/whatsapp-adapter.ts'

type Record = (request: SimulatedRequest) => void
type Own = { publicUrl: string; region: string }

/** What a provider says of a message that it has taken, in any of their forms. */
const TAKEN = { id: '1', message_id: '1', messages: [{ id: '1' }] }

const taken = async <Schema extends z.ZodType>(schema: Schema, answer: object = TAKEN) => ({
  ok: true as const,
  result: schema.parse(answer),
})
const notThere = async () => ({ ok: false, kind: 'gone' }) as const

/** `record`: is called with each request. */
export function recordedAdapter(
  kind: SimulatedKind,
  { publicUrl, region }: Own,
  record: Record,
): ChannelAdapter {
  switch (kind) {
    case 'telegram':
      return telegramAdapter({ api: recordedTelegram(record), publicUrl, region })
    case 'discord':
      return discordAdapter({ api: recordedDiscord(record), publicUrl, isOffered: true })
    case 'whatsapp':
      return whatsAppAdapter({ api: recordedGraph(record), publicUrl, region })
    case 'messenger':
    case 'instagram':
      return pageAdapter({ kind, api: recordedGraph(record), publicUrl, isUsed: async () => false })
  }
}

/** An account that is nobody's, and a contact of it. */
export const simulatedChannel: Pick<Channel, 'account' | 'credentials'> = {
  account: { phoneNumberId: '1', pageId: '1', discordChannelId: '1' },
  credentials: {},
}
export const SIMULATED_CONTACT = '15550100'

function recordedGraph(record: Record): GraphApi {
  return {
    call(_credentials, { method, path, body = {}, answer }) {
      record({ method, path: `/${path.join('/')}`, body: { ...body } })
      return taken(answer)
    },
    download: notThere,
  }
}

function recordedTelegram(record: Record): TelegramApi {
  return {
    call(_token, method, parameters, result) {
      record({ method: 'POST', path: `/${method}`, body: { ...parameters } })
      return taken(result, { message_id: 1 })
    },
    download: notThere,
  }
}

function recordedDiscord(record: Record): DiscordApi {
  const call: DiscordApi['asBot'] = ({ method, path, body = {} }, result) => {
    record({ method, path, body: { ...body } })
    return taken(result)
  }
  return { asBot: call, asWebhook: (_url, given, result) => call(given, result), download: notThere }
}
