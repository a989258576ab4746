/** Reserves the domains of agencies across regions, and finds the agency of a domain. The directory keeps the reservations. */
import { createHash, randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { type AgencyDomain, agencyDomains, domainOfClaim } from './agency-domains.decider.ts'
import { domainName, domainTaken } from './domain-name.decider.ts'

type Commands = Pick<CommandHandler, 'handle' | 'load' | 'refresh'>

export type DomainNamesDeps = {
  /** The commands of a region, by default of the one that keeps the directory; undefined if it is not served here. */
  commandsOf(region?: string): Commands | undefined
  now?: () => number
}

export type DomainOwner = { region: Region; agencyId: string; domain: AgencyDomain }

export type DomainNames = {
  /** Reserves a domain for a claim. Refuses with `domain-taken`. */
  reserve(
    of: { domain: string; claimId: string; agencyId: string; region: Region },
    context: Pick<CommandContext, 'actor' | 'cause'>,
  ): Promise<{ ok: true; usableUntil: number } | { ok: false; rejection: Rejection }>
  /** Releases a domain, if it is reserved for this claim. */
  release(
    of: { domain: string; claimId: string },
    context: Pick<CommandContext, 'actor' | 'cause'>,
  ): Promise<void>
  /** The agency whose domain it is by now, verified or not, whichever process changed that. */
  ownerOf(domain: string): Promise<DomainOwner | undefined>
}

/** Reservations belong to no tenant. */
const DIRECTORY = 'directory'
/** A reservation is used within this time, in ms, … */
const USABLE_MS = 60_000
/** … and one that nobody uses may be taken over after this, when no append of its command can still be on its way. */
const ABANDONED_MS = 180_000

export function domainNames({ commandsOf, now = Date.now }: DomainNamesDeps): DomainNames {
  return {
    async reserve({ domain, claimId, agencyId, region }, context) {
      const id = nameOf(domain)
      const command = { type: 'ReserveDomainName', domain, claimId, agencyId, region } as const
      const usableUntil = now() + USABLE_MS
      const directory = requireDirectory()
      const taken = await directory.handle(domainName, id, command, inDirectory(context, 'reserve'))
      if (taken.ok) return { ok: true, usableUntil }
      const holder = (await directory.load(domainName, id))?.state
      if (!holder || (await uses(holder))) return domainTaken
      const instead = { claimId: holder.claimId, reservedAt: holder.reservedAt }
      const again = await directory.handle(
        domainName,
        id,
        { ...command, instead },
        inDirectory(context, 'reserve'),
      )
      return again.ok ? { ok: true, usableUntil } : again
    },

    async release({ domain, claimId }, context) {
      const command = { type: 'ReleaseDomainName', claimId } as const
      const within = inDirectory(context, 'release')
      const released = await requireDirectory().handle(domainName, nameOf(domain), command, within)
      if (!released.ok) throw new Error(released.rejection.code)
    },

    async ownerOf(domain) {
      const directory = requireDirectory()
      const id = nameOf(domain)
      await directory.refresh(domainName.category, id)
      const holder = (await directory.load(domainName, id))?.state
      const found = holder && (await claimed(holder))
      return found && { region: holder.region, agencyId: holder.agencyId, domain: found }
    },
  }

  /** Whether the holder of a reservation has the domain, or may be about to. */
  async function uses(holder: { claimId: string; agencyId: string; region: Region; reservedAt: number }) {
    if (!commandsOf(holder.region) || (await claimed(holder))) return true
    return now() - holder.reservedAt < ABANDONED_MS
  }

  async function claimed(holder: { claimId: string; agencyId: string; region: Region }) {
    const there = commandsOf(holder.region)
    if (!there) return undefined
    await there.refresh(agencyDomains.category, holder.agencyId)
    const state = (await there.load(agencyDomains, holder.agencyId, holder.agencyId))?.state
    return state && domainOfClaim(state, holder.claimId)
  }

  function requireDirectory(): Commands {
    const directory = commandsOf()
    if (!directory) throw new Error('The directory is not open yet')
    return directory
  }
}

/** A key of its own each time: what a repetition finds may have been released meanwhile. */
function inDirectory({ actor, cause }: Pick<CommandContext, 'actor' | 'cause'>, what: string) {
  return {
    tenant: DIRECTORY,
    actor,
    cause: { ...cause, command: `${cause.command}/${what}/${randomUUID()}` },
  }
}

/** Names of streams are shorter than domains may be. */
function nameOf(domain: string): string {
  return createHash('sha256').update(domain).digest('hex').slice(0, 40)
}
