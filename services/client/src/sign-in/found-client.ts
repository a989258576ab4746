/** Finds a client by its address, among those of one agency alone. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { AgencyHost, Call } from '@parley/kernel/commands/handler.ts'
import type { Client } from '../client.decider.ts'
import type { ClientEmails } from '../client-emails.ts'
import { liveClient } from '../live-client.ts'

export type FoundClient = { clientId: string; client: Client }
export type FindClient = (agencyId: string, email: string) => Promise<FoundClient | undefined>

type Refused = { ok: false; rejection: Rejection }
type Limit = (call: Pick<Call, 'request'>, name: string) => Promise<Refused | undefined>
/** As those of people (`identity/src/sign-in-limits.ts`), under names of their own. */
export type Limits = { passwordTried: Limit; codeTried: Limit; codeAsked: Limit }

/** The name of a client's account where tries are counted: no address of a person has a line break. */
export const deviceNameOf = (email: string) => `client\n${email}`

/** Whether an agency is found at a host: at the domain of an agency, there is nothing of others. */
export function isThere(agencyId: string, at: AgencyHost | undefined): boolean {
  return at === undefined || at.agencyId === agencyId
}

/** Makes the same calls for an address that no client has, as far as one in another agency does. */
export function findClientIn(deps: {
  region: string
  emails: Pick<ClientEmails, 'hashOf' | 'holderOf'>
  load: CommandHandler['load']
}): FindClient {
  return async (agencyId, email) => {
    const holder = await deps.emails.holderOf(email)
    if (holder?.workspaceId !== agencyId || holder.region !== deps.region) return undefined
    const { clientId } = holder
    const client = await liveClient(deps, agencyId, clientId)
    return client?.emailHash === deps.emails.hashOf(email) ? { clientId, client } : undefined
  }
}
