/** What comes back of a workspace's mails: recorded, and nothing sent where a mail bounced for good or was complained of. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type BouncedAddressCommand, bouncedAddress } from './bounced-address.decider.ts'
import { normalAddress, type ReturnPaths } from './return-path.ts'

export type BouncesDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  paths: ReturnPaths
  /** The subject of the client or member of the workspace who has an address; undefined if nobody has. */
  subjectAt(tenant: string, email: string): Promise<string | undefined>
}

/** `addresses`: all that the report names; that of the mail is among them, or the report is of no use. */
export type CameBack = {
  /** An address, or its local part. */
  returnPath: string
  addresses: readonly string[]
  report: { kind: 'bounce'; status: string } | { kind: 'complaint' }
  /** The same for each delivery of the report. */
  reportId: string
  /** What brought it: `mail` or `resend`. */
  by: string
}

export type Bounces = {
  /** The local part of the address that a mail to `email` is returned to. */
  returnAddressOf(tenant: string, email: string): string | undefined
  /** Whether nothing is sent to an address in the name of a workspace. */
  isSuppressed(tenant: string, email: string): Promise<boolean>
  /** `ignored`: the return path was not issued here, or its mail went to none of the addresses. Throws if it should be delivered again. */
  record(came: CameBack): Promise<'recorded' | 'ignored'>
  /** Has mails sent again. Refuses with `not-found`. */
  clear(tenant: string, addressId: string, context: CommandContext): ReturnType<CommandHandler['handle']>
}

export function createBounces({ region, commands, paths, subjectAt }: BouncesDeps): Bounces {
  return {
    returnAddressOf: (tenant, email) => paths.localOf({ region, tenant, email }),

    isSuppressed: async (tenant, email) =>
      (await stateOf(tenant, paths.addressIdOf(tenant, email)))?.suppressed ?? false,

    async record({ returnPath, addresses, report, reportId, by }) {
      const path = paths.read(returnPath)
      const found = path && addresses.find((address) => paths.isTo(path, address))
      if (found === undefined || path?.region !== region) return 'ignored'
      const { tenant } = path
      const email = normalAddress(found)
      const addressId = paths.addressIdOf(tenant, email)
      const command: BouncedAddressCommand =
        report.kind === 'complaint'
          ? { type: 'RecordComplaint', addressId, email }
          : { type: 'RecordBounce', addressId, email, status: report.status }
      const recorded = await commands.handle(bouncedAddress, addressId, command, {
        tenant,
        actor: { kind: 'system', id: by },
        cause: { via: 'channel', by, command: `bounce/${reportId}`, correlation: addressId },
        subject: await subjectOf(tenant, addressId, email),
      })
      if (!recorded.ok) throw new Error(recorded.rejection.code)
      return 'recorded'
    },

    async clear(tenant, addressId, context) {
      const email = (await stateOf(tenant, addressId))?.email ?? ERASED
      const subject = await subjectOf(tenant, addressId, email)
      const command = { type: 'ClearBouncedAddress', addressId } as const
      return commands.handle(bouncedAddress, addressId, command, { ...context, subject })
    },
  }

  async function stateOf(tenant: string, addressId: string) {
    // Any process may have recorded a bounce.
    await commands.refresh(bouncedAddress.category, addressId)
    return (await commands.load(bouncedAddress, addressId, tenant))?.state
  }

  /** Erased with the client or member who has the address, else with the workspace. */
  async function subjectOf(tenant: string, addressId: string, email: string): Promise<string> {
    const holder = email === ERASED ? undefined : await subjectAt(tenant, email)
    return holder ?? `bouncedaddress-${addressId}`
  }
}
