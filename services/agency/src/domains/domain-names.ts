/**
 * Reserves domains for agencies across regions, and finds the agency of a domain. The directory keeps the reservations.
 * What a domain is reserved for is apart from what else it may be reserved for: its pages, or its mails.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { type AgencyDomain, domainClaims } from './agency-domains.decider.ts'
import { type Claims, presentClaim } from './claims.ts'
import { type DomainHolder, domainName, domainTaken } from './domain-name.decider.ts'

type Commands = Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
type Context = Pick<CommandContext, 'actor' | 'cause'>

export type DomainNamesDeps = {
  /** The commands of a region, by default of the one that keeps the directory; undefined if it is not served here. */
  commandsOf(region?: string): Commands | undefined
  now?: () => number
}

export type DomainOwner<Claim = AgencyDomain> = { region: Region; agencyId: string; domain: Claim }

/** `Claim`: what an agency that has a domain keeps of it. */
export type DomainNames<Claim = AgencyDomain> = {
  /** Reserves a domain for a claim. Refuses with `domain-taken`. */
  reserve(
    of: Omit<DomainHolder, 'reservedAt'>,
    context: Context,
  ): Promise<{ ok: true; usableUntil: number } | { ok: false; rejection: Rejection }>
  /** Releases a domain, if it is reserved for this claim. `wasVerified`: it was served until now. */
  release(of: { domain: string; claimId: string; wasVerified: boolean }, context: Context): Promise<void>
  /**
   * The agency whose domain it is by now, verified or not, whichever process changed that. `wasVerified`: it was served
   * for another claim before.
   */
  find(domain: string): Promise<{ owner: DomainOwner<Claim> | undefined; wasVerified: boolean }>
}

export type ReservedNamesDeps<State, Command, E extends AnyEvent, Claim> = DomainNamesDeps & {
  /** What the domains are reserved for; part of the names of their streams. */
  purpose: string
  claims: Claims<State, Command, E, Claim>
}

/** Reservations belong to no tenant. */
const DIRECTORY = 'directory'
/** A reservation is used within this time, in ms, … */
const USABLE_MS = 60_000
/** … and one that nobody uses may be taken over after this, when no append of its command can still be on its way. */
const ABANDONED_MS = 180_000

/** The domains of agencies' pages. */
export function domainNames(deps: DomainNamesDeps): DomainNames {
  return reservedNames({ ...deps, purpose: '', claims: domainClaims })
}

export function reservedNames<State, Command, E extends AnyEvent, Claim>({
  commandsOf,
  purpose,
  claims,
  now = Date.now,
}: ReservedNamesDeps<State, Command, E, Claim>): DomainNames<Claim> {
  const nameOf = (domain: string) => streamNameOf(purpose, domain)
  return {
    async reserve(of, context) {
      const id = nameOf(of.domain)
      const command = { type: 'ReserveDomainName', of } as const
      const usableUntil = now() + USABLE_MS
      const directory = requireDirectory()
      const reserved = await directory.handle(domainName, id, command, inDirectory(context, 'reserve'))
      if (reserved.ok) return { ok: true, usableUntil }
      const holder = (await directory.load(domainName, id))?.state.holder
      if (!holder || (await uses(holder))) return domainTaken
      const { claimId, reservedAt } = holder
      const instead = { ...command, instead: { claimId, reservedAt } }
      const again = await directory.handle(domainName, id, instead, inDirectory(context, 'reserve'))
      return again.ok ? { ok: true, usableUntil } : again
    },

    async release({ domain, claimId, wasVerified }, context) {
      const command = { type: 'ReleaseDomainName', claimId, wasVerified } as const
      const within = inDirectory(context, 'release')
      const released = await requireDirectory().handle(domainName, nameOf(domain), command, within)
      if (!released.ok) throw new Error(released.rejection.code)
    },

    async find(domain) {
      const directory = requireDirectory()
      const id = nameOf(domain)
      await directory.refresh(domainName.category, id)
      const { holder, wasVerified = false } = (await directory.load(domainName, id))?.state ?? {}
      const found = holder && (await claimed(holder))
      const owner = found && { region: holder.region, agencyId: holder.agencyId, domain: found }
      return { owner, wasVerified }
    },
  }

  /** Whether the holder of a reservation has the domain, or may be about to. */
  async function uses(holder: DomainHolder): Promise<boolean> {
    if (!commandsOf(holder.region) || (await claimed(holder))) return true
    return now() - holder.reservedAt < ABANDONED_MS
  }

  async function claimed({ region, agencyId, claimId }: DomainHolder): Promise<Claim | undefined> {
    const there = commandsOf(region)
    return there && presentClaim(there, claims, agencyId, claimId)
  }

  function requireDirectory(): Commands {
    const directory = commandsOf()
    if (!directory) throw new Error('The directory is not open yet')
    return directory
  }
}

/** A key of its own each time: what a repetition finds may have been released meanwhile. */
function inDirectory({ actor, cause }: Context, what: string): CommandContext {
  return {
    tenant: DIRECTORY,
    actor,
    cause: { ...cause, command: `${cause.command}/${what}/${randomUUID()}` },
  }
}

/** Names of streams are shorter than domains may be. */
function streamNameOf(purpose: string, domain: string): string {
  return createHash('sha256').update(`${purpose}${domain}`).digest('hex').slice(0, 40)
}
