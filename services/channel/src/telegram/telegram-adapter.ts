/** Telegram: a bot of @BotFather as a channel (core.telegram.org/bots/api). */

import { z } from 'zod'
import type { ChannelAdapter, Checked, Identified, SendResult, SetupResult } from '../channel-adapter.ts'
import { MOST_OF_TEXT, requestOf, type TelegramRequest, telegramParts } from './requests.ts'
import type { TelegramApi, TelegramFault } from './telegram-api.ts'
import { webhookAddress, webhookSecret } from './webhook-address.ts'

export type TelegramAdapterDeps = {
  api: TelegramApi
  publicUrl: string
  region: string
}

const DAY_MS = 86_400_000
/** The end of the year 9999 in seconds, after which no time is written. */
const LAST_TIME = 253_402_300_799
/** As long as the name of a channel may be. */
const LONGEST_NAME = 100
/** The updates that are understood; Telegram keeps all others to itself. */
const allowedUpdates = ['message', 'edited_message', 'callback_query', 'message_reaction']

/** What is read of Telegram's answers. */
const botSchema = z.object({
  id: z.number().int().positive(),
  is_bot: z.literal(true),
  first_name: z.string(),
  username: z.string().min(1).max(64),
})
const webhookSchema = z.object({
  url: z.string(),
  pending_update_count: z.number().int().min(0),
  last_error_date: z.number().int().min(0).max(LAST_TIME).optional().catch(undefined),
  last_error_message: z.string().optional().catch(undefined),
})
const done = z.literal(true)
const sentMessage = z.object({ message_id: z.number().int() })

export function telegramAdapter({ api, publicUrl, region }: TelegramAdapterDeps): ChannelAdapter {
  const own = { publicUrl, region }

  return {
    kind: 'telegram',
    capabilities: { textLength: MOST_OF_TEXT, retryForMs: DAY_MS },
    partsOf: telegramParts,

    async identify({ token = '' }): Promise<Identified> {
      const called = await api.call(token, 'getMe', {}, botSchema)
      if (!called.ok)
        return { ok: false, refused: called.kind === 'unauthorized' || called.kind === 'refused' }
      const { id, first_name, username } = called.result
      const name = first_name.trim().slice(0, LONGEST_NAME).trim().toWellFormed() || username
      return { ok: true, id: String(id), account: { botId: String(id), username }, name }
    },

    provider: {
      async setUp(channel): Promise<SetupResult> {
        const { token = '' } = channel.credentials
        const parameters = {
          url: webhookAddress(own, channel),
          allowed_updates: allowedUpdates,
          secret_token: webhookSecret(token, channel.channelId),
        }
        return setupResult(await api.call(token, 'setWebhook', parameters, done))
      },

      async tearDown(channel): Promise<SetupResult> {
        const { token = '' } = channel.credentials
        const found = await api.call(token, 'getWebhookInfo', {}, webhookSchema)
        if (!found.ok) return setupResult(found)
        // The bot may be connected elsewhere by now.
        if (found.result.url !== webhookAddress(own, channel)) return { ok: true }
        return setupResult(await api.call(token, 'deleteWebhook', {}, done))
      },

      async check(channel): Promise<Checked> {
        const { token = '' } = channel.credentials
        const found = await api.call(token, 'getWebhookInfo', {}, webhookSchema)
        if (!found.ok) return { state: found.kind === 'unauthorized' ? 'credentials-refused' : 'unreachable' }
        const { url, pending_update_count: pending, last_error_date, last_error_message = '' } = found.result
        return {
          state: url === webhookAddress(own, channel) ? 'connected' : 'not-connected',
          pending,
          ...(last_error_date === undefined
            ? {}
            : {
                lastFailure: {
                  at: new Date(last_error_date * 1000).toISOString(),
                  description: last_error_message.replaceAll(token, '…').slice(0, 200).toWellFormed(),
                },
              }),
        }
      },
    },

    async send({ credentials: { token = '' } }, { contactId, message }): Promise<SendResult> {
      const chatId = Number(contactId)
      if (!Number.isSafeInteger(chatId)) return { ok: false, final: true, reason: 'refused' }
      const request = requestOf(message.blocks, { chatId, origin: publicUrl })
      return request ? perform(token, request) : { ok: true }
    },

    async showTyping({ credentials: { token = '' } }, contactId) {
      await api.call(token, 'sendChatAction', { chat_id: Number(contactId), action: 'typing' }, done)
    },
  }

  async function perform(
    token: string,
    { method, parameters, instead }: TelegramRequest,
  ): Promise<SendResult> {
    const called = await api.call(token, method, parameters, sentMessage)
    if (called.ok) return { ok: true, sentId: String(called.result.message_id) }
    if (called.kind === 'refused' && called.status === 400 && instead) return perform(token, instead)
    return sendResult(called)
  }
}

function sendResult(fault: TelegramFault): SendResult {
  switch (fault.kind) {
    case 'away':
      return { ok: false, final: false, away: true }
    case 'unauthorized':
      return { ok: false, final: false, away: true, channelFailed: 'credentials-refused' }
    case 'patience':
      return { ok: false, final: false, away: false, afterMs: fault.afterMs }
    case 'refused':
      return { ok: false, final: true, reason: fault.status === 403 ? 'blocked' : 'refused' }
  }
}

function setupResult(called: { ok: true } | TelegramFault): SetupResult {
  if (called.ok) return { ok: true }
  switch (called.kind) {
    case 'away':
      return { ok: false, final: false }
    case 'unauthorized':
      return { ok: false, final: true, reason: 'credentials-refused' }
    case 'patience':
      return { ok: false, final: false, afterMs: called.afterMs }
    case 'refused':
      return { ok: false, final: true, reason: 'refused', description: called.description }
  }
}
