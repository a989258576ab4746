/** What Telegram delivers of a connected bot. The host has verified the secret token. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { z } from 'zod'
import { findChannel } from '../find-channel.ts'
import type { NoteIgnored } from '../ignored.ts'
import type { TakeChange } from '../outside.ts'
import type { ReceiveMessage } from '../receive-message.ts'
import { type FetchedFile, FILE_PATIENCE_MS, type FileTurns, fetchFiles, notNow } from '../received-files.ts'
import type { TelegramApi } from './telegram-api.ts'
import { type Attached, readUpdate, type TelegramInbound } from './updates.ts'

export type TelegramDeps = {
  load: CommandHandler['load']
  api: TelegramApi
  receive: ReceiveMessage
  takeChange: TakeChange
  noteIgnored: NoteIgnored
  fileTurns: FileTurns
  /** In ms. */
  now?: () => number
}

const fileSchema = z.object({ file_path: z.string().min(1).max(500) })

export function telegramHandlers({
  load,
  api,
  receive,
  takeChange,
  noteIgnored,
  fileTurns,
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
      if (update.kind === 'ignored') {
        if (update.what) await noteIgnored(channel, [update.what], { tenant, cause: context.cause })
        return reply({ received: true })
      }
      if (update.kind === 'choice') {
        const { queryId: callback_query_id, inbound } = update
        const received = inbound && (await add(inbound))
        if (received && !received.ok) return received
        // Until then the button shows that it waits. That it can't be told matters to nobody else.
        await api.call(token, 'answerCallbackQuery', { callback_query_id }, z.unknown())
        return reply({ received: true })
      }
      if (update.kind === 'change') {
        const taken = await takeChange(channel, tenant, update.change, context.cause)
        if (!taken.ok) return taken
        // Its message never came, or is yet to come: what it says now counts.
        const received = !taken.found && update.inbound ? await add(update.inbound) : taken
        return received.ok ? reply({ received: true }) : received
      }
      const { inbound } = update
      const files = inbound.attached.length
      const received = await fileTurns.run({ tenant, files }, () => add(inbound))
      // Telegram delivers the message again.
      if (received === 'busy') return notNow
      return received.ok ? reply({ received: true }) : received

      async function add({ contact, attached, sentAt, ...inbound }: TelegramInbound) {
        const waits = sentAt === undefined || now() - Date.parse(sentAt) <= FILE_PATIENCE_MS
        const fetch = (file: Attached, mostBytes: number) => fetchFile(token, file, mostBytes)
        const attachments = await fetchFiles(attached, fetch, { waits })
        if (attachments === 'away') return notNow
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

  async function fetchFile(token: string, { fileId }: Attached, mostBytes: number): Promise<FetchedFile> {
    const found = await api.call(token, 'getFile', { file_id: fileId }, fileSchema)
    if (found.ok) return api.download(token, found.result.file_path, mostBytes)
    if (found.kind !== 'refused') return { ok: false, kind: 'away' }
    return { ok: false, kind: found.description.includes('too big') ? 'too-large' : 'gone' }
  }
}
