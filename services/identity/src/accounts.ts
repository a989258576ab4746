/** Accounts by e-mail address. Each person lives in one region; the directory maps the hash of the address to it. */

import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { newId } from '@parley/kernel/sealing/session-token.ts'
import { emailHash, hashPassword } from './credentials.ts'
import { DIRECTORY, emailReservation, type Reservation } from './email-reservation.decider.ts'
import type { Refused } from './sign-in-limits.ts'
import { personIn, type User, user } from './user.decider.ts'

export type Commands = Pick<CommandHandler, 'handle' | 'load'>

export type AccountDeps = {
  regions: Map<Region, Commands>
  /** The region that keeps the reservations of addresses. */
  directory: Commands
  /** 32 bytes derived from the master key; keys the hashes of addresses and codes. */
  hashKey: Buffer
}

export type Account = { region: Region; person: User }
/** Without a password its owner signs in in another way until they set one. */
export type NewAccount = {
  email: string
  password?: string
  displayName: string
  region: Region
  /** Who has proven the address; a code by mail by default. */
  origin?: 'google' | 'email'
}
type AnyCall = Pick<Call, 'context' | 'request'>

export type Accounts = {
  /** Makes the same calls for an address without an account. */
  find(email: string): Promise<Account | undefined>
  /**
   * Creates an account for an address that its owner has proven, or returns the one that was already created for it: by
   * a repetition of the same request, or by a concurrent one.
   */
  create(person: NewAccount, call: AnyCall): Promise<(Account & { ok: true; isNew: boolean }) | Refused>
}

/** An id of no user, looked up for addresses without an account. */
const NOBODY = '00000000000000000000'

/** Covers all regions that this process serves. */
export function accountsOf({ regions, directory, hashKey }: AccountDeps): Accounts {
  return { find, create }

  async function find(email: string): Promise<Account | undefined> {
    const holder = await holderOf(directory, hashKey, email)
    const region = [...regions.keys()].find((candidate) => candidate === holder?.region)
    const commands = (region && regions.get(region)) ?? directory
    const person = personIn((await commands.load(user, holder?.userId ?? NOBODY))?.state)
    // A reservation outlives a change of address that was interrupted; it opens nothing.
    return region && person?.email === email ? { region, person } : undefined
  }

  async function create({ password, ...person }: NewAccount, call: AnyCall) {
    const { email, region } = person
    const commands = regions.get(region)
    if (!commands) return refuse('not-found', 'This region is not served here.')
    const userId = await reserve(email, region, call)
    if (userId === undefined) return existing(email)
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    const signedUp = await commands.handle(
      user,
      userId,
      { type: 'SignUp', ...person, userId, passwordHash },
      own(call, userId),
    )
    const signedUpPerson = signedUp.ok ? personIn(signedUp.state) : undefined
    if (!signedUpPerson) return existing(email)
    // Another region may have taken the address in the meantime.
    const holder = await holderOf(directory, hashKey, email)
    if (holder?.userId !== userId) return existing(email)
    return { ok: true as const, region, person: signedUpPerson, isNew: true }
  }

  async function existing(email: string) {
    const account = await find(email)
    if (account) return { ok: true as const, ...account, isNew: false }
    return refuse('conflict', 'Somebody signs up with this address at the same time. Please try again.')
  }

  /**
   * Reserves an address for a new person and completes a sign-up that stopped half-way. Undefined if the address has an
   * account.
   */
  async function reserve(email: string, region: Region, call: AnyCall): Promise<string | undefined> {
    const name = emailHash(hashKey, email)
    const context = { ...call.context, tenant: DIRECTORY }
    const userId = newId()
    const take = { type: 'Reserve', userId, region } as const
    const reserved = await directory.handle(emailReservation, name, take, context)
    if (reserved.ok) return reserved.state?.userId ?? userId
    const holder = await holderOf(directory, hashKey, email)
    if (!holder || (await find(email))) return undefined
    const there = [...regions].find(([served]) => served === holder.region)?.[1]
    if (!there) return undefined
    const state = (await there.load(user, holder.userId))?.state
    if (!state && holder.region === region) return holder.userId
    // A deletion that was interrupted is completed by its address; until then nobody else gets it.
    if (state && !personIn(state) && !('erased' in state && state.erased)) return undefined
    const release = { type: 'Release', userId: holder.userId } as const
    await directory.handle(emailReservation, name, release, atStep(context, 'release'))
    const again = await directory.handle(emailReservation, name, take, atStep(context, 'again'))
    return again.ok ? userId : undefined
  }
}

/** The present reservation of an address. */
export async function holderOf(
  directory: Pick<CommandHandler, 'load'>,
  hashKey: Buffer,
  email: string,
): Promise<Reservation> {
  return (await directory.load(emailReservation, emailHash(hashKey, email)))?.state
}

/** The context of a person's own commands: they are the tenant. */
export function own(call: AnyCall, userId: string, name?: string): CommandContext {
  const context = {
    ...call.context,
    tenant: userId,
    actor: { kind: 'user', id: userId } as const,
  }
  return name === undefined ? context : atStep(context, name)
}
