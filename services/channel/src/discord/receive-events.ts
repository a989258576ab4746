/**
 * Receives what the gateway tells: the messages of people in connected channels of Discord, those of one person in order,
 * those of several at once. What can't be received for now is tried again, so that no message is lost.
 */
import { discordWebhookUrl } from '@parley/contracts/channel/account-and-credentials.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { pause } from '@parley/kernel/pause.ts'
import { z } from 'zod'
import { type Channel, IGNORED_EVERY_MS } from '../channel.decider.ts'
import { findChannel } from '../find-channel.ts'
import type { NoteIgnored } from '../ignored.ts'
import type { ReadChange, TakeChange } from '../outside.ts'
import type { Attachment, ReceiveMessage } from '../receive-message.ts'
import { type FileTurns, fetchFiles } from '../received-files.ts'
import type { DiscordApi } from './discord-api.ts'
import {
  type Attached,
  type DiscordInbound,
  deletionOf,
  type IgnoredMessage,
  readDeletion,
  readEdition,
  readMessage,
  readReaction,
} from './events.ts'
import type { GatewayEvent } from './gateway/gateway-connection.ts'

export type ReceiveEventsDeps = {
  api: DiscordApi
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  receive: ReceiveMessage
  takeChange: TakeChange
  noteIgnored: NoteIgnored
  fileTurns: FileTurns
  /** Whose channel a channel of Discord is, in this region. */
  holderOf(discordChannelId: string): Promise<{ channelId: string; workspaceId: string } | undefined>
  onFault(message: string, details: object): void
  signal: AbortSignal
  /** In ms. */
  now?: () => number
}

export type EventReceiver = {
  /** Resolves when an event is received for good. Never, once the signal has aborted before that. Never rejects. */
  take(event: GatewayEvent, session: { missedSince?: number }): Promise<void>
  /** How many events are being received. */
  waiting(): number
}

type Holder = { channel: Channel; tenant: string }

/** For so long, in ms, a message is tried again; it waits for its files for half as long, and then comes without them. */
const PATIENCE_MS = 3_600_000
const LONGEST_PAUSE_MS = 30_000
/** What was written longer ago is not asked for. */
const MISSED_MS = 86_400_000
/** The clocks here and there may differ. */
const MARGIN_MS = 60_000
const PAGE = 100
const AUTHORS_REMEMBERED = 20_000
/** While so many events are under way, no message waits for its files: all channels would soon wait for it. */
const CROWDED = 500
/** Refusals that may be over when it is tried again. */
const FOR_NOW = new Set(['conflict', 'unavailable', 'rate-limited'])

const snowflake = z.string().regex(/^\d{1,20}$/)
const placeSchema = z.looseObject({ guild_id: snowflake })
const guildSchema = z.looseObject({
  id: z.string(),
  channels: z.array(z.unknown()).default([]),
})
const guildChannelSchema = z.looseObject({ id: snowflake, last_message_id: snowflake.nullish() })
const page = z.array(z.looseObject({ id: snowflake }))

export function createEventReceiver(deps: ReceiveEventsDeps): EventReceiver {
  const { api, signal, now = Date.now } = deps
  /** The last message of each person that is being received, by channel of Discord and person. */
  // bounded: by what the gateway hands on at a time (`gateway.ts`)
  const underWay = new Map<string, Promise<void>>()
  /** Who wrote a message, since a deletion does not say it. */
  const authors = createByteCache<DiscordInbound['contact']>({
    maxBytes: AUTHORS_REMEMBERED,
    sizeOf: () => 1,
  })
  /** Until when ignored messages of a channel and kind are not looked at again. */
  const lookedAtUntil = createByteCache<number>({ maxBytes: AUTHORS_REMEMBERED, sizeOf: () => 1 })
  /** Servers whose missed messages are being asked for, which come before those that follow. */
  // bounded: by the servers of the bot
  const catchingUp = new Map<string, Promise<void>>()
  // bounded: by the events that are being received
  const lookUps = new Map<
    string,
    { running?: Promise<Holder | undefined>; next?: Promise<Holder | undefined> }
  >()
  let waiting = 0

  return {
    waiting: () => waiting,
    async take(event, { missedSince }) {
      waiting++
      try {
        await received(event, missedSince)
      } catch (error) {
        // Of what is read here; whatever may be over later was tried again.
        deps.onFault('an event of Discord could not be read', { type: event.t, err: error })
      } finally {
        waiting--
      }
      if (signal.aborted) await new Promise<never>(() => undefined)
    },
  }

  async function received({ t, d }: GatewayEvent, missedSince: number | undefined): Promise<void> {
    const guildId = placeSchema.safeParse(d).data?.guild_id
    const before = guildId === undefined ? undefined : catchingUp.get(guildId)
    if (before) await before
    switch (t) {
      case 'MESSAGE_CREATE':
        return message(readMessage(d))
      case 'MESSAGE_UPDATE':
        return message(readEdition(d, now()))
      case 'MESSAGE_DELETE':
      case 'MESSAGE_DELETE_BULK': {
        const deleted = readDeletion(d)
        for (const id of deleted?.ids ?? []) {
          const author = authors.get(id)
          if (author && deleted) await inOrder(deleted.channelId, deletionOf(id, author.id, now()))
        }
        return
      }
      case 'MESSAGE_REACTION_ADD':
      case 'MESSAGE_REACTION_REMOVE': {
        const reacted = readReaction(d, t === 'MESSAGE_REACTION_ADD', now())
        if (reacted) await inOrder(reacted.channelId, reacted.change)
        return
      }
      case 'GUILD_CREATE':
        if (missedSince !== undefined) await caughtUp(d, Math.max(missedSince, now() - MISSED_MS) - MARGIN_MS)
        return
    }
  }

  async function message(read: ReturnType<typeof readMessage>): Promise<void> {
    if (read.kind === 'ignored') return read.of && ignored(read.of)
    authors.set(read.messageId, read.inbound.contact)
    await inOrder(read.channelId, read.change ?? read.inbound, read.inbound)
  }

  /** Each kind is looked at once an hour: bots may be loud. */
  async function ignored({ channelId: discordChannelId, what, webhookId }: IgnoredMessage): Promise<void> {
    const key = `${discordChannelId}/${what}/${webhookId ?? ''}`
    if ((lookedAtUntil.get(key) ?? 0) > now()) return
    lookedAtUntil.set(key, now() + IGNORED_EVERY_MS)
    try {
      const holder = await holderOf(discordChannelId)
      if (!holder) return
      const { channel, tenant } = holder
      const own = discordWebhookUrl.exec(channel.credentials.webhookUrl ?? '')?.[1]
      if (webhookId !== undefined && webhookId === own) return
      const command = `discord/${channel.channelId}/${what}/${Math.floor(now() / IGNORED_EVERY_MS)}`
      const cause = { via: 'channel', command, correlation: command } as const
      await deps.noteIgnored(channel, [what], { tenant, cause })
    } catch (error) {
      deps.onFault('what a channel of Discord ignored was not noted', { err: error })
    }
  }

  /** After what the same person wrote there before. */
  function inOrder(
    discordChannelId: string,
    given: DiscordInbound | ReadChange,
    instead?: DiscordInbound,
  ): Promise<void> {
    const key = `${discordChannelId}/${'change' in given ? given.contactId : given.contact.id}`
    const receive = () => untilReceived(discordChannelId, given, instead)
    const mine = (underWay.get(key) ?? Promise.resolve()).then(receive)
    underWay.set(key, mine)
    return mine.finally(() => {
      if (underWay.get(key) === mine) underWay.delete(key)
    })
  }

  /** `instead`: what is received of a change whose message is not known. */
  async function untilReceived(
    discordChannelId: string,
    given: DiscordInbound | ReadChange,
    instead: DiscordInbound | undefined,
  ): Promise<void> {
    const begun = now()
    for (let tries = 0; !signal.aborted; tries++) {
      const late = now() - begun
      try {
        const holder = await holderOf(discordChannelId)
        if (!holder) return
        const withoutFiles = late > PATIENCE_MS / 2 || waiting > CROWDED
        const refused =
          'change' in given ? await change(holder, given, instead) : await add(holder, given, withoutFiles)
        if (refused === undefined) return
        if (!FOR_NOW.has(refused)) {
          deps.onFault('a message of Discord was refused', {
            channel: holder.channel.channelId,
            code: refused,
          })
          return
        }
      } catch (error) {
        deps.onFault('a message of Discord could not be received', { tries, err: error })
      }
      if (late > PATIENCE_MS) return
      await pause(Math.min(500 * 2 ** tries, LONGEST_PAUSE_MS), signal)
    }
  }

  /** One look-up at a time for each channel of Discord, which those that came before it share: a server may be flooded. */
  function holderOf(discordChannelId: string): Promise<Holder | undefined> {
    const found = lookUps.get(discordChannelId) ?? {}
    lookUps.set(discordChannelId, found)
    if (!found.running) return begin()
    found.next ??= found.running.then(begin, begin)
    return found.next

    function begin(): Promise<Holder | undefined> {
      delete found.next
      const running = lookUp(discordChannelId)
      found.running = running
      const end = () => {
        if (found.running === running) delete found.running
        if (!found.running && !found.next) lookUps.delete(discordChannelId)
      }
      void running.then(end, end)
      return running
    }
  }

  async function lookUp(discordChannelId: string): Promise<Holder | undefined> {
    const held = await deps.holderOf(discordChannelId)
    if (!held) return undefined
    const { channelId, workspaceId: tenant } = held
    await deps.refresh('channel', channelId)
    const channel = await findChannel(deps.load, tenant, { channelId })
    // The reservation may be of one that is disconnected since.
    return channel?.kind === 'discord' && channel.account.discordChannelId === discordChannelId
      ? { channel, tenant }
      : undefined
  }

  /** Undefined once it is received, else the code of the refusal. */
  async function change({ channel, tenant }: Holder, given: ReadChange, instead: DiscordInbound | undefined) {
    const command = `discord/${channel.channelId}/${given.providerMessageId}/${given.key}`
    const cause = { via: 'channel', command, correlation: command } as const
    const taken = await deps.takeChange(channel, tenant, given, cause)
    if (!taken.ok) return taken.rejection.code
    return !taken.found && instead ? add({ channel, tenant }, instead, true) : undefined
  }

  /** The same for a message. */
  async function add(
    { channel, tenant }: Holder,
    { attached, sentAt, contact, ...inbound }: DiscordInbound,
    withoutFiles: boolean,
  ): Promise<string | undefined> {
    const { channelId, agentId } = channel
    const command = `discord/${channelId}/${inbound.providerMessageId}`
    const put = async (attachments: Attachment[]) => {
      const received = await deps.receive({
        ...{ tenant, agentId, attachments, ...inbound },
        channel: { kind: 'discord', channelId },
        contact: { ...contact, verified: false },
        sentAt: sentAt ?? new Date(now()).toISOString(),
        cause: { via: 'channel', command, correlation: command },
      })
      return received.ok ? undefined : received.rejection.code
    }
    const received = await deps.fileTurns.run({ tenant, files: attached.length }, async () => {
      const fetch = ({ url }: Attached, mostBytes: number) => api.download(url, mostBytes)
      const attachments = await fetchFiles(attached, fetch, { waits: !withoutFiles })
      return attachments === 'away' ? 'unavailable' : put(attachments)
    })
    // Messages of others need not wait for the files of a workspace that has so many.
    return received === 'busy' ? put(attached.map(({ name }) => ({ name, missing: 'not-kept' }))) : received
  }

  async function caughtUp(given: unknown, since: number): Promise<void> {
    const guild = guildSchema.safeParse(given).data
    if (!guild) return
    const asked = missed(guild, since)
    catchingUp.set(guild.id, asked)
    await asked.finally(() => catchingUp.delete(guild.id))
  }

  /** Asks for what was written in the connected channels of a server while no session was told of it. */
  async function missed(guild: z.infer<typeof guildSchema>, since: number): Promise<void> {
    const after = snowflakeAt(since)
    for (const given of guild.channels) {
      const { id, last_message_id: last } = guildChannelSchema.safeParse(given).data ?? {}
      if (id === undefined || !last || BigInt(last) <= BigInt(after)) continue
      if (await held(id)) await missedIn(guild.id, id, after)
    }
  }

  async function held(discordChannelId: string): Promise<boolean> {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        return (await holderOf(discordChannelId)) !== undefined
      } catch (error) {
        deps.onFault('a channel of Discord could not be looked up', { err: error })
        await pause(Math.min(500 * 2 ** tries, LONGEST_PAUSE_MS), signal)
      }
    }
    return false
  }

  async function missedIn(guildId: string, channelId: string, since: string): Promise<void> {
    const begun = now()
    let after = since
    for (let tries = 0; !signal.aborted; ) {
      // What is written there meanwhile waits for it.
      if (now() - begun > PATIENCE_MS)
        return deps.onFault('missed messages of Discord could not be asked for', { tries })
      const path = `/channels/${channelId}/messages?after=${after}&limit=${PAGE}`
      const found = await api.asBot({ method: 'GET', path }, page)
      if (!found.ok && (found.kind === 'refused' || found.kind === 'unauthorized')) return
      if (!found.ok) {
        const ms = found.kind === 'patience' ? found.afterMs : Math.min(500 * 2 ** tries++, LONGEST_PAUSE_MS)
        await pause(ms, signal)
        continue
      }
      const messages = found.result.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
      await Promise.all(messages.map((one) => message(readMessage({ ...one, guild_id: guildId }))))
      const newest = messages.at(-1)
      if (!newest || messages.length < PAGE) return
      if (BigInt(newest.id) <= BigInt(after))
        return deps.onFault('missed messages of Discord are the same again', { tries })
      after = newest.id
    }
  }
}

/** Discord counts from the first second of 2015; ids grow with the time. */
const DISCORD_EPOCH = 1_420_070_400_000

/** The least id of a message that was written at a time, in ms. */
export function snowflakeAt(ms: number): string {
  return String(BigInt(Math.max(Math.floor(ms) - DISCORD_EPOCH, 0)) << 22n)
}
