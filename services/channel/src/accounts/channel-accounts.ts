/** Reserves accounts at providers for channels, across workspaces and regions; the directory keeps the reservations. */
import { createHash, randomUUID } from 'node:crypto'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { channel } from '../channel.decider.ts'
import { accountTaken, type ChannelAccount, channelAccount } from './channel-account.decider.ts'

type Commands = Pick<CommandHandler, 'handle' | 'load' | 'refresh'>

export type ChannelAccountsDeps = {
  region: string
  /** The commands of a region, by default of the one that keeps the directory; undefined if it is not served here. */
  commandsOf(region?: string): Commands | undefined
  now?: () => number
}

export type ChannelAccounts = {
  /** The channel that has reserved an account, and may or may not use it; undefined if none has. */
  holderOf(of: { kind: ChannelKind; accountId: string }): Promise<ChannelAccount>
  /** Reserves an account for a channel, which has to use it until `usableUntil` (ms). Refuses with `account-taken`. */
  reserve(
    of: { kind: ChannelKind; accountId: string; channelId: string },
    context: CommandContext,
  ): Promise<{ ok: true; usableUntil: number } | { ok: false; rejection: Rejection }>
  /** Whether another channel than this one uses an account, or may be about to. */
  isUsed(
    account: { kind: ChannelKind; accountId: string },
    otherThan: { channelId: string },
  ): Promise<boolean>
}

/** Reservations belong to no tenant. */
const DIRECTORY = 'directory'
/** A reservation is used within this time, in ms, … */
const USABLE_MS = 30_000
/** … and one that nobody uses may be taken over after this, when no append of its command can still be on its way. */
const ABANDONED_MS = 120_000

export function channelAccounts({
  region,
  commandsOf,
  now = Date.now,
}: ChannelAccountsDeps): ChannelAccounts {
  return {
    async reserve({ kind, accountId, channelId }, context) {
      const directory = commandsOf()
      if (!directory) throw new Error('The directory is not open yet')
      const stream = streamOf({ kind, accountId })
      const usableUntil = now() + USABLE_MS
      const command = {
        type: 'ReserveChannelAccount' as const,
        ...{ channelId, region, workspaceId: context.tenant },
      }
      // A key of its own each time: what a repetition finds may have been taken over meanwhile.
      const inDirectory = () => ({
        tenant: DIRECTORY,
        actor: context.actor,
        cause: { ...context.cause, command: `${context.cause.command}/reserve/${randomUUID()}` },
      })
      const reserved = await directory.handle(channelAccount, stream, command, inDirectory())
      if (reserved.ok) return { ok: true, usableUntil }
      const holder = (await directory.load(channelAccount, stream))?.state
      if (!holder || (await uses(holder))) return accountTaken
      const instead = { channelId: holder.channelId, reservedAt: holder.reservedAt }
      const again = await directory.handle(channelAccount, stream, { ...command, instead }, inDirectory())
      return again.ok ? { ok: true, usableUntil } : again
    },

    holderOf,

    async isUsed(account, { channelId }) {
      const holder = await holderOf(account)
      return holder !== undefined && holder.channelId !== channelId && (await uses(holder))
    },
  }

  async function holderOf(account: { kind: ChannelKind; accountId: string }): Promise<ChannelAccount> {
    const directory = commandsOf()
    if (!directory) throw new Error('The directory is not open yet')
    const stream = streamOf(account)
    await directory.refresh(channelAccount.category, stream)
    return (await directory.load(channelAccount, stream))?.state
  }

  /** Whether the channel of a reservation has the account, or may be about to. */
  async function uses(holder: NonNullable<ChannelAccount>): Promise<boolean> {
    const there = commandsOf(holder.region)
    if (!there) return true
    await there.refresh(channel.category, holder.channelId)
    const status = (await there.load(channel, holder.channelId))?.state.status ?? 'none'
    if (status === 'connected') return true
    return status === 'none' && now() - holder.reservedAt < ABANDONED_MS
  }
}

function streamOf({ kind, accountId }: { kind: ChannelKind; accountId: string }): string {
  return createHash('sha256').update(`${kind} ${accountId}`).digest('hex').slice(0, 40)
}
