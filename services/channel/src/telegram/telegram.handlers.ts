/** What Telegram delivers of a connected bot. The host has verified the secret token. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { maxUploadMB } from '@parley/contracts/file/types.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { createFairQueue } from '@parley/kernel/fair-queue.ts'
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
/**
 * Messages with files that are received at a time in this process, each with at most `MOST_BYTES` in memory. An update of
 * some bytes has a file fetched, so whoever has a bot could otherwise fill the memory.
 */
const WITH_FILES = { slots: { small: 8 }, perTenant: { small: 4 }, leavesHalf: true }
/** Of a workspace, with those that wait for their turn: as many as Telegram delivers at a time. */
const MOST_WITH_FILES = 40

const fileSchema = z.object({ file_path: z.string().min(1).max(500) })

export function telegramHandlers({
  load,
  api,
  receive,
  now = Date.now,
}: TelegramDeps): Pick<Handlers<typeof channelEndpoints>, 'channels.telegramWebhook'> {
  const withFiles = createFairQueue(WITH_FILES)
  // bounded: by the calls at a time
  const underWay = new Map<string, number>()

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
      const { inbound } = update
      const received =
        inbound.attached.length === 0 ? await add(inbound) : await inItsTurn(tenant, () => add(inbound))
      return received.ok ? reply({ received: true }) : received

      async function add({ contact, attached, sentAt, ...inbound }: TelegramInbound) {
        const attachments: Attachment[] = []
        for (const file of attached) {
          const fetched = await fetchFile(token, file)
          const isOld = sentAt !== undefined && now() - Date.parse(sentAt) > PATIENCE_MS
          // Telegram delivers the message again.
          if (fetched === 'away' && !isOld) return notNow
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

  /** Refuses, so that Telegram delivers the message again, where too many of the workspace wait already. */
  async function inItsTurn<Result>(tenant: string, work: () => Promise<Result>) {
    const others = underWay.get(tenant) ?? 0
    if (others >= MOST_WITH_FILES) return notNow
    underWay.set(tenant, others + 1)
    try {
      return await withFiles.run({ tenant }, work)
    } finally {
      const left = (underWay.get(tenant) ?? 1) - 1
      if (left > 0) underWay.set(tenant, left)
      else underWay.delete(tenant)
    }
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

const notNow = refuse('unavailable', 'The files of this message can’t be fetched now.')
