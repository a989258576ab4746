/** What Telegram delivers of a connected bot. The host has verified the secret token. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { maxUploadMB } from '@parley/contracts/file/types.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import { z } from 'zod'
import { findChannel } from '../find-channel.ts'
import type { Attachment, ReceiveMessage } from '../receive-message.ts'
import type { TelegramApi } from './telegram-api.ts'
import { type Attached, readUpdate, type TelegramInbound } from './updates.ts'

export type TelegramDeps = {
  load: CommandHandler['load']
  api: TelegramApi
  receive: ReceiveMessage
  /** In ms. */
  now?: () => number
}

const MOST_BYTES = maxUploadMB * 1_000_000
/** For so long, in ms, a message waits for its files; it then comes without those that could not be fetched. */
const PATIENCE_MS = 3_600_000

const fileSchema = z.object({ file_path: z.string().min(1).max(500) })

export function telegramHandlers({
  load,
  api,
  receive,
  now = Date.now,
}: TelegramDeps): Pick<Handlers<typeof channelEndpoints>, 'channels.telegramWebhook'> {
  return {
    async 'channels.telegramWebhook'({ tenant, params, query, body, context }) {
      const { agentId } = params
      const { channelId } = query
      const channel = await findChannel(load, tenant, { agentId, channelId })
      if (channel?.kind !== 'telegram') return refuse('not-found', 'This channel does not exist.')
      const { token = '' } = channel.credentials
      const update = readUpdate(body)
      if (update.kind === 'ignored') return reply({ received: true })
      if (update.kind === 'choice') {
        const { queryId: callback_query_id, inbound } = update
        const received = inbound && (await add(inbound))
        if (received && !received.ok) return received
        // Until then the button shows that it waits. That it can't be told matters to nobody else.
        await api.call(token, 'answerCallbackQuery', { callback_query_id }, z.unknown())
        return reply({ received: true })
      }
      const received = await add(update.inbound)
      return received.ok ? reply({ received: true }) : received

      async function add({ contact, attached, sentAt, ...inbound }: TelegramInbound) {
        const attachments: Attachment[] = []
        for (const file of attached) {
          const fetched = await fetchFile(token, file)
          const isOld = sentAt !== undefined && now() - Date.parse(sentAt) > PATIENCE_MS
          // Telegram delivers the message again.
          if (fetched === 'away' && !isOld)
            return refuse('unavailable', 'The files of this message can’t be fetched now.')
          attachments.push(fetched === 'away' ? { name: file.name, missing: 'not-kept' } : fetched)
        }
        return receive({
          ...{ tenant, agentId, attachments, ...inbound },
          channel: { kind: 'telegram', channelId },
          contact: { ...contact, verified: false },
          sentAt: sentAt ?? new Date(now()).toISOString(),
          cause: context.cause,
        })
      }
    },
  }

  async function fetchFile(token: string, { fileId, name, size }: Attached): Promise<Attachment | 'away'> {
    if (size !== undefined && size > MOST_BYTES) return { name, missing: 'too-large' }
    const found = await api.call(token, 'getFile', { file_id: fileId }, fileSchema)
    if (!found.ok) {
      if (found.kind !== 'refused') return 'away'
      return { name, missing: found.description.includes('too big') ? 'too-large' : 'not-kept' }
    }
    const fetched = await api.download(token, found.result.file_path, MOST_BYTES)
    if (fetched.ok) return { name, bytes: fetched.bytes }
    if (fetched.kind === 'away') return 'away'
    return { name, missing: fetched.kind === 'too-large' ? 'too-large' : 'not-kept' }
  }
}
