/** Creates a client with an address that is reserved for it, unless the workspace has no seat for it. */
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { type ClientCommand, type ClientSettings, client } from './client.decider.ts'
import type { ClientEmails } from './client-emails.ts'

export type CreateClientDeps = Pick<CommandHandler, 'handle'> & {
  emails: ClientEmails
  hashPassword(password: string): Promise<string>
  clientCount(tenant: string): Promise<number>
  inTurn: InTurn
  /** Makes the workspace an agency, unless it is one, so that its clients can sign in; returns the position at which it is. */
  initializeAgency(context: CommandContext & { tenant: string }): Promise<number>
  seatsOf(tenant: string): Promise<number>
}

export type NewClient = {
  clientId: string
  settings: ClientSettings
  email: string
  dashboardPassword: string
  signUp?: Extract<ClientCommand, { type: 'CreateClient' }>['signUp']
}

/** Refuses with `email-in-use` and `no-client-seats`. */
export async function createClient(
  deps: CreateClientDeps,
  { clientId, email, dashboardPassword, ...given }: NewClient,
  of: CommandContext & { tenant: string },
) {
  const { emails, handle } = deps
  const { tenant } = of
  const context = { ...of, subject: clientSubject(clientId) }
  const passwordHash = await deps.hashPassword(dashboardPassword)
  return deps.inTurn(tenant, 'clients', create)

  async function create() {
    const limit = { seats: await deps.seatsOf(tenant), clients: await deps.clientCount(tenant) }
    const reserved = await emails.reserve(email, clientId, context)
    if (!reserved.ok) return reserved
    const { address } = reserved
    const command = { type: 'CreateClient', clientId, ...given, address, passwordHash, limit } as const
    const handled = await handle(client, clientId, command, context)
    if (!handled.ok) {
      await emails.release({ emailHash: address.emailHash, clientId, before: Date.now() + 1 }, context)
      return handled
    }
    const initialized = await deps.initializeAgency(of)
    return { ...handled, position: Math.max(handled.position, initialized) }
  }
}
