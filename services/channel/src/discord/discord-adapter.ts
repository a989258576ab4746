/**
 * Discord: a channel of a server as a channel of an agent. The operator's bot reads there (`gateway/`), and a webhook of
 * the channel writes, with the name and picture that the team gave it (discord.com/developers/docs/resources/webhook).
 */
import { z } from 'zod'
import type { ChannelAdapter, Checked, Identified, SendResult, SetupResult } from '../channel-adapter.ts'
import type { DiscordApi, DiscordFault } from './discord-api.ts'
import { type DiscordRequest, discordParts, MOST_OF_TEXT, requestOf } from './requests.ts'

/** `isOffered`: whether the operator has a bot. */
export type DiscordAdapterDeps = { api: DiscordApi; publicUrl: string; isOffered: boolean }

const DAY_MS = 86_400_000
const MOST_OF_NAME = 100

/** What is read of Discord's answers. */
const webhookSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  channel_id: z.string().regex(/^\d{15,20}$/),
  guild_id: z.string().regex(/^\d{15,20}$/),
})
const channelSchema = z.object({ id: z.string() })
const sentMessage = z.object({ id: z.string() })

export function discordAdapter({ api, publicUrl, isOffered }: DiscordAdapterDeps): ChannelAdapter {
  return {
    kind: 'discord',
    isOffered,
    capabilities: { textLength: MOST_OF_TEXT, retryForMs: DAY_MS },
    partsOf: (blocks, textLength) => discordParts(blocks, textLength, publicUrl),

    async identify({ webhookUrl = '' }): Promise<Identified> {
      const found = await api.asWebhook(webhookUrl, { method: 'GET', path: '' }, webhookSchema)
      if (!found.ok) return { ok: false, refused: found.kind === 'unauthorized' || found.kind === 'refused' }
      const { channel_id: discordChannelId, guild_id: serverId, name } = found.result
      const account = { discordChannelId, serverId }
      return {
        ok: true,
        id: discordChannelId,
        account,
        name: (name ?? '').trim().slice(0, MOST_OF_NAME).toWellFormed() || 'Discord',
      }
    },

    provider: {
      // There is nothing to tell Discord; but without the webhook nothing would be written, and without the bot nothing read.
      async setUp({ account, credentials: { webhookUrl = '' } }): Promise<SetupResult> {
        const written = await api.asWebhook(webhookUrl, { method: 'GET', path: '' }, webhookSchema)
        if (!written.ok && written.kind === 'unauthorized')
          return { ok: false, final: true, reason: 'credentials-refused' }
        if (!written.ok) return setupResult(written)
        const found = await api.asBot({ method: 'GET', path: channelPath(account) }, channelSchema)
        return found.ok ? { ok: true } : setupResult(found)
      },
      tearDown: async () => ({ ok: true }),

      async check({ account, credentials: { webhookUrl = '' } }): Promise<Checked> {
        const [written, read] = await Promise.all([
          api.asWebhook(webhookUrl, { method: 'GET', path: '' }, webhookSchema),
          api.asBot({ method: 'GET', path: channelPath(account) }, channelSchema),
        ])
        if (!written.ok && written.kind === 'unauthorized') return { state: 'credentials-refused' }
        if (!read.ok && read.kind === 'refused') return { state: 'not-connected' }
        return { state: written.ok && read.ok ? 'connected' : 'unreachable' }
      },
    },

    async send({ credentials }, { contactId, message, part }): Promise<SendResult> {
      if (!/^\d{1,20}$/.test(contactId)) return { ok: false, final: true, reason: 'refused' }
      // Others write in the channel, too: the first part says whom it answers.
      const isFirst = part === undefined || part.number === 1
      const request = requestOf(message.blocks, {
        ...(isFirst ? { mention: contactId } : {}),
        origin: publicUrl,
      })
      return request ? perform(credentials.webhookUrl ?? '', request) : { ok: true }
    },

    async showTyping({ account }) {
      await api.asBot({ method: 'POST', path: `${channelPath(account)}/typing` }, z.unknown())
    },
  }

  async function perform(webhookUrl: string, { body, instead }: DiscordRequest): Promise<SendResult> {
    // Only with `wait` Discord says whether it took the message.
    const call = { method: 'POST', path: '?wait=true', body } as const
    const called = await api.asWebhook(webhookUrl, call, sentMessage)
    if (called.ok) return { ok: true, sentId: called.result.id }
    if (called.kind === 'refused' && called.status === 400 && instead) return perform(webhookUrl, instead)
    return sendResult(called)
  }
}

const channelPath = ({ discordChannelId = '' }: Record<string, string>) =>
  `/channels/${encodeURIComponent(discordChannelId)}`

function sendResult(fault: DiscordFault): SendResult {
  switch (fault.kind) {
    case 'away':
      return { ok: false, final: false, away: true }
    case 'unauthorized':
      return { ok: false, final: false, away: true, channelFailed: 'credentials-refused' }
    case 'patience':
      return { ok: false, final: false, away: false, afterMs: fault.afterMs }
    case 'refused':
      return { ok: false, final: true, reason: 'refused' }
  }
}

function setupResult(fault: DiscordFault): SetupResult {
  switch (fault.kind) {
    case 'away':
    // The operator's token, which the team can't repair.
    case 'unauthorized':
      return { ok: false, final: false }
    case 'patience':
      return { ok: false, final: false, afterMs: fault.afterMs }
    case 'refused':
      return { ok: false, final: true, reason: 'refused', description: NOT_THERE }
  }
}

const NOT_THERE = 'The bot can’t see this channel. Add it to the server, and allow it to view the channel.'
