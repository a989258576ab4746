/** What providers deliver and nobody here reads: in the log of the channel, for the team, and no fault of ours. */
import type { IgnoredKind } from '@parley/contracts/channel/names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { type Channel, channel, IGNORED_EVERY_MS } from './channel.decider.ts'

/** Never throws, and never refuses a delivery: that something was ignored must not have it delivered again. */
export type NoteIgnored = (
  of: Pick<Channel, 'channelId'>,
  /** As readers of deliveries name it. */
  kinds: readonly string[],
  context: Pick<CommandContext, 'tenant' | 'cause'>,
) => Promise<void>

const REMEMBERED = 10_000

const kindsOf: Record<string, IgnoredKind> = {
  ...{ group: 'group', bot: 'bot', standby: 'other-app', system: 'notice', unreadable: 'unreadable' },
}

export const ignoredKindOf = (kind: string): IgnoredKind =>
  Object.hasOwn(kindsOf, kind) ? (kindsOf[kind] ?? 'other') : 'other'

export function createNoteIgnored({
  handle,
  onFault,
  now = Date.now,
}: Pick<CommandHandler, 'handle'> & {
  onFault(message: string, details: object): void
  /** In ms. */
  now?: () => number
}): NoteIgnored {
  /** Until when nothing is to be recorded, by channel and kind: groups may be loud. */
  const until = createByteCache<number>({ maxBytes: REMEMBERED, sizeOf: () => 1 })

  return async ({ channelId }, kinds, { tenant, cause }) => {
    for (const what of new Set(kinds.map(ignoredKindOf))) {
      const key = `${channelId}/${what}`
      if ((until.get(key) ?? 0) > now()) continue
      try {
        const own: CommandContext = {
          tenant,
          actor: { kind: 'policy', id: 'ignored-deliveries' },
          cause: { ...cause, command: `${cause.command}/ignored/${what}` },
        }
        await handle(channel, channelId, { type: 'RecordIgnored', what }, own)
        until.set(key, now() + IGNORED_EVERY_MS)
      } catch (error) {
        onFault('what a channel ignored was not recorded', { channelId, err: error })
      }
    }
  }
}
