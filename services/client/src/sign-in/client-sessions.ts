/** Begins and proves the sessions of clients, in the region of their agency. */
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { ClientSessionMethod } from '@parley/contracts/client/statuses.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { Call, Principal } from '@parley/kernel/commands/handler.ts'
import {
  newId,
  newSessionToken,
  readToken,
  sameHash,
  tokenHash,
  writeToken,
} from '@parley/kernel/sealing/session-token.ts'
import { type Client, client } from '../client.decider.ts'
import { accessDisabled, type FindOrganisation, noAccess } from './client-access.ts'
import { clientSession, type SignedInWith } from './client-session.decider.ts'

/** Tells the token of a client's session from that of a person's. */
export const CLIENT_TOKEN_PREFIX = 'pc_'

export type ClientPrincipal = Extract<Principal, { kind: 'client' }>
type SignedIn = { ok: true; token: string; position: number } | { ok: false; rejection: Rejection }

export type ClientSessions = {
  /**
   * Begins a session of 30 days. `sessionId`: one that can begin once; a new one by default. `host`: where alone it is valid.
   * Refuses with `conflict`.
   */
  start(
    of: { tenant: string; clientId: string; client: Client; accessDisabled: number },
    by: { method: ClientSessionMethod; sessionId?: string; host?: string | undefined },
    call: Pick<Call, 'context' | 'request'>,
  ): Promise<SignedIn>
  /**
   * The client whose session a token belongs to. Undefined if it has ended: by signing out, with the client, by another
   * password, or because its organisation disabled its access since.
   */
  principalOf(token: string, now?: number): Promise<ClientPrincipal | undefined>
  /** `ended`: as above, and while the client has no access; `expired`: by time alone. */
  stateOf(tenant: string, clientId: string, sessionId: string): Promise<'live' | 'expired' | 'ended'>
}

export function clientSessions(deps: {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load'>
  organisationOf: FindOrganisation
  workspaces: {
    /** 'open' unless it is deleted or waits for that. */
    standingOf(tenant: string): Promise<unknown>
  }
}): ClientSessions {
  const { region, commands, organisationOf, workspaces } = deps
  /** Nobody answers clients while the workspace waits for its deletion. */
  const closed = async (tenant: string) =>
    (await workspaces.standingOf(tenant)) === 'open' ? undefined : noAccess

  return {
    async start(of, { method, sessionId = newId(), host }, { context, request }) {
      const { clientId, tenant } = of
      const refused = await closed(tenant)
      if (refused) return refused
      const token = { ...newSessionToken(region), sessionId }
      const command = {
        type: 'StartClientSession',
        ...{ sessionId, clientId, method, tokenHash: tokenHash(token.secret) },
        ...{ passwordChanges: of.client.passwordChanges, orgId: of.client.orgId },
        accessDisabled: of.accessDisabled,
        ...{ userAgent: request.userAgent, address: request.address },
        ...(host !== undefined && { host }),
      } as const
      const started = await commands.handle(
        clientSession,
        sessionId,
        command,
        contextOf(context, tenant, clientId),
      )
      if (!started.ok) return started
      // The secret of the token that was given out first is not known any more.
      if (started.repeated)
        return { ok: false, rejection: { code: 'conflict', message: 'Please try again.' } }
      return { ok: true, token: CLIENT_TOKEN_PREFIX + writeToken(token), position: started.position }
    },

    async principalOf(token, now = Date.now()) {
      const claimed = readToken(token.slice(CLIENT_TOKEN_PREFIX.length))
      if (claimed?.region !== region) return undefined
      const { sessionId } = claimed
      const found = await commands.load(clientSession, sessionId)
      const session = found?.state
      if (!found || session?.status !== 'begun' || session.ended || session.expiresAt <= now) return undefined
      if (!sameHash(session.tokenHash, tokenHash(claimed.secret))) return undefined
      const { tenant } = found
      const { clientId, host } = session
      const held = await holderOf({ ...session, sessionId }, tenant)
      const at = { tenant, region, clientId, sessionId, ...(host !== undefined && { host }) }
      return held && principalAs(held.client, at, held.refused ?? (await closed(tenant))?.rejection)
    },

    async stateOf(tenant, clientId, sessionId) {
      const session = (await commands.load(clientSession, sessionId, tenant))?.state
      if (session?.status !== 'begun' || session.ended || session.clientId !== clientId) return 'ended'
      const held = await holderOf({ ...session, sessionId }, tenant)
      if (!held || held.refused || (await closed(tenant))) return 'ended'
      return session.expiresAt > Date.now() ? 'live' : 'expired'
    },
  }

  /** Whose session it is, as long as what it was begun with is the same; `refused` while its access is disabled. */
  async function holderOf(session: SignedInWith & { clientId: string; sessionId: string }, tenant: string) {
    const state = (await commands.load(client, session.clientId, tenant))?.state
    if (state?.status !== 'live') return undefined
    const { orgId, passwordChanges, keptSessionId } = state.client
    if (passwordChanges !== session.passwordChanges && keptSessionId !== session.sessionId) return undefined
    const organisation = await organisationOf(tenant, orgId)
    // Moved to another organisation, a client stays signed in.
    const sameOrganisation = orgId === session.orgId
    const refused = accessDisabled(organisation)
    const disabledSince = organisation && organisation.accessDisabled !== session.accessDisabled
    if (!refused && sameOrganisation && disabledSince) return undefined
    return { client: state.client, refused: refused?.rejection }
  }
}

/** `refused`: why it may do nothing but sign out. */
export function principalAs(
  of: Client,
  session: Pick<ClientPrincipal, 'tenant' | 'region' | 'clientId' | 'sessionId' | 'host'>,
  refused: Rejection | undefined,
): ClientPrincipal {
  const { email, name: displayName, orgId, widgetIDs: agentIds, canAccess, status } = of
  const { isOrgAdmin, allowCreateAgents, canDelegateChats } = of
  return {
    ...{ kind: 'client', ...session, email, displayName, orgId },
    ...{ agentIds, canAccess, isOrgAdmin, allowCreateAgents, canDelegateChats },
    online: status === 'online',
    notifications: of.notificationsSettings,
    ...(refused && { refused }),
  }
}

export function contextOf(context: CommandContext, tenant: string, clientId: string): CommandContext {
  const { cause } = context
  return {
    tenant,
    actor: { kind: 'client', id: clientId },
    cause: { ...cause, command: `${cause.command}/${clientId}` },
    subject: clientSubject(clientId),
  }
}
