/** Reserves the e-mail addresses of clients across regions; the directory keeps the reservations. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { client, type ReservedEmail } from './client.decider.ts'
import { type ClientEmail, clientEmail, emailInUse } from './client-email.decider.ts'

/** The key that hashes clients' addresses, derived from the master key. */
export const clientEmailKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'client email hashes')

type Commands = Pick<CommandHandler, 'handle' | 'load' | 'refresh'>

export type ClientEmailsDeps = {
  region: Region
  /** The commands of a region, by default of the one that keeps the directory; undefined if it is not served here. */
  commandsOf(region?: string): Commands | undefined
  /** 32 bytes derived from the master key. */
  hashKey: Buffer
  now?: () => number
}

export type ClientEmails = {
  hashOf(email: string): string
  /** Who reserved an address; it need not be used. */
  holderOf(email: string): Promise<ClientEmail>
  /** Reserves an address for a client. Refuses with `email-in-use`. */
  reserve(
    email: string,
    clientId: string,
    context: CommandContext,
  ): Promise<{ ok: true; address: ReservedEmail } | { ok: false; rejection: Rejection }>
  /** Releases an address that the client reserved before a moment (milliseconds), if it does not use it. */
  release(
    reserved: { emailHash: string; clientId: string; before: number },
    context: Pick<CommandContext, 'actor' | 'cause'>,
  ): Promise<void>
}

/** Reservations belong to no tenant. */
const DIRECTORY = 'directory'
/** A reservation is used within this time, in ms, … */
const USABLE_MS = 30_000
/** … and one that nobody uses may be taken over after this, when no append of its command can still be on its way. */
const ABANDONED_MS = 120_000

export function clientEmails({
  region,
  commandsOf,
  hashKey,
  now = Date.now,
}: ClientEmailsDeps): ClientEmails {
  return { hashOf, holderOf, reserve, release }

  /** Without the key, it reveals nothing about the address. */
  function hashOf(email: string): string {
    return createHmac('sha256', hashKey).update(`client email\n${email}`).digest('hex').slice(0, 40)
  }

  async function holderOf(email: string): Promise<ClientEmail> {
    return (await requireDirectory().load(clientEmail, hashOf(email)))?.state
  }

  async function reserve(email: string, clientId: string, context: CommandContext) {
    const emailHash = hashOf(email)
    const usableUntil = now() + USABLE_MS
    const reserved = { ok: true as const, address: { email, emailHash, usableUntil } }
    const command = { type: 'ReserveClientEmail', clientId, region, workspaceId: context.tenant } as const
    // A key of its own each time: what a repetition finds may have been released meanwhile.
    const inDirectory = () => ({
      tenant: DIRECTORY,
      actor: context.actor,
      cause: { ...context.cause, command: `${context.cause.command}/reserve/${randomUUID()}` },
    })
    const directory = requireDirectory()
    const taken = await directory.handle(clientEmail, emailHash, command, inDirectory())
    if (taken.ok) return reserved
    const holder = (await directory.load(clientEmail, emailHash))?.state
    if (!holder || (await uses(holder, emailHash))) return emailInUse
    const instead = { clientId: holder.clientId, reservedAt: holder.reservedAt }
    const again = await directory.handle(clientEmail, emailHash, { ...command, instead }, inDirectory())
    return again.ok ? reserved : again
  }

  async function release(
    { emailHash, clientId, before }: { emailHash: string; clientId: string; before: number },
    { actor, cause }: Pick<CommandContext, 'actor' | 'cause'>,
  ): Promise<void> {
    const command = { type: 'ReleaseClientEmail', clientId, reservedBefore: before } as const
    const context = {
      tenant: DIRECTORY,
      actor,
      cause: { ...cause, command: `${cause.command}/release/${emailHash}` },
    }
    const released = await requireDirectory().handle(clientEmail, emailHash, command, context)
    if (!released.ok) throw new Error(released.rejection.code)
  }

  /** Whether the holder of a reservation has the address, or may be about to. */
  async function uses(holder: NonNullable<ClientEmail>, emailHash: string): Promise<boolean> {
    const there = commandsOf(holder.region)
    if (!there) return true
    await there.refresh(client.category, holder.clientId)
    const state = (await there.load(client, holder.clientId))?.state
    if (state?.status === 'deleted') return false
    if (state?.status === 'live' && state.client.emailHash === emailHash) return true
    return now() - holder.reservedAt < ABANDONED_MS
  }

  function requireDirectory(): Commands {
    const directory = commandsOf()
    if (!directory) throw new Error('The directory is not open yet')
    return directory
  }
}
