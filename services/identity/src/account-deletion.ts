/**
 * Deletes accounts and erases their people. Nobody can sign in to a deleted account, and its address can be used again.
 * Erasing ends the person's memberships and destroys every key that seals a text about them, so that nothing of them
 * can be read in any stream, read model or file. Each step may be repeated: a deletion that was interrupted is completed
 * by the next one of the same address, or by the policy `erase-person`.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import { userSubject } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Keyring, tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import { type AccountDeps, holderOf } from './accounts.ts'
import { emailHash } from './credentials.ts'
import { DIRECTORY, emailReservation } from './email-reservation.decider.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Refused } from './sign-in-limits.ts'
import { personIn, user } from './user.decider.ts'

/** Who deletes, and why; each step has a tenant and an idempotency key of its own. */
export type Deleting = Pick<CommandContext, 'actor' | 'cause'>

/** Erases the person of a deleted account. Idempotent. */
export type ErasePerson = (person: { userId: string; email: string }, by: Deleting) => Promise<void>

/** A region in which a person is a member of workspaces. */
export type ErasureRegion = {
  commands: Pick<CommandHandler, 'evictAll'>
  keyring: Pick<Keyring, 'tenantsOf' | 'erase'>
  /** Ends a membership, if the tenant is a workspace and the person its member. Throws if that is refused. */
  endMembership(tenant: string, userId: string, by: Deleting): Promise<void>
}

/** The person's own region, which keeps their account. */
export type ErasureDeps = ErasureRegion & {
  commands: Pick<CommandHandler, 'handle' | 'evictAll'>
  mailer: Pick<Mailer, 'remove'>
  otherRegions(): ErasureRegion[]
}

export function erasureOf(own: ErasureDeps): ErasePerson {
  return async ({ userId, email }, by) => {
    await own.mailer.remove?.({ to: email })
    for (const region of [...own.otherRegions(), own]) await eraseIn(region, userId, by)
    // The password's hash is a secret of the account itself.
    await own.keyring.erase({ tenant: userId, subject: tenantSubject(userId) })
    own.commands.evictAll()
    const context = step(by, userId, `erased/${userId}`)
    const recorded = await own.commands.handle(user, userId, { type: 'RecordErasure', userId }, context)
    if (!recorded.ok) throw new Error(`The erasure was not recorded: ${recorded.rejection.message}`)
  }
}

/** Ends a person's memberships in a region and destroys the keys of the texts about them there. */
async function eraseIn(region: ErasureRegion, userId: string, by: Deleting): Promise<void> {
  const subject = userSubject(userId)
  const tenants = await region.keyring.tenantsOf(subject)
  for (const tenant of tenants) await region.endMembership(tenant, userId, by)
  for (const tenant of new Set([userId, ...tenants])) await region.keyring.erase({ tenant, subject })
  region.commands.evictAll()
}

export type DeletionDeps = AccountDeps & {
  eraseIn(region: Region): ErasePerson
  /** The names of workspaces that the person owns and others are members of, in every region. */
  ownedWithOthers(userId: string): Promise<string[]>
}

/**
 * Deletes the account of an address and erases its person. Refused with `not-found` if the address has no account, and
 * with `owns-workspaces` while others are members of a workspace that the person owns.
 */
export async function deleteAccount(
  deps: DeletionDeps,
  email: string,
  by: Deleting,
): Promise<{ ok: true; userId: string } | Refused> {
  const { regions, directory, hashKey } = deps
  const holder = await holderOf(directory, hashKey, email)
  const region = [...regions.keys()].find((name) => name === holder?.region)
  const commands = region && regions.get(region)
  if (!holder || !commands) return refuse('not-found', 'No account has this address.')
  const { userId } = holder
  const state = (await commands.load(user, userId))?.state
  if (!state) return refuse('not-found', 'No account has this address.')
  const person = personIn(state)
  if (person) {
    // A change of address that was interrupted may leave a reservation of the former one.
    if (person.email !== email) return refuse('not-found', 'No account has this address.')
    const names = await deps.ownedWithOthers(userId)
    if (names.length > 0)
      return refuse(
        'owns-workspaces',
        `This person owns ${names.map((name) => `“${name}”`).join(', ')}, which others work in. Make somebody else the owner, or remove the other members first.`,
      )
    const context = step(by, userId, `delete-account/${userId}`)
    const deleted = await commands.handle(user, userId, { type: 'DeleteAccount' }, context)
    if (!deleted.ok) return deleted
  }
  await deps.eraseIn(region)({ userId, email }, by)
  const released = await directory.handle(
    emailReservation,
    emailHash(hashKey, email),
    { type: 'Release', userId },
    step(by, DIRECTORY, `release/${userId}`),
  )
  return released.ok ? { ok: true, userId } : released
}

function step({ actor, cause }: Deleting, tenant: string, command: string): CommandContext {
  return { tenant, actor, cause: { ...cause, command } }
}
