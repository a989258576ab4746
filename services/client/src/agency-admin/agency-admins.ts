/** Begins, proves, lists and ends the sessions that the agency secret begins, in one region. */
import { agencyAdminPages } from '@parley/contracts/client/agency-admin.ts'
import { agencyAdminSubject } from '@parley/contracts/client/agency-admin-events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import {
  newSessionToken,
  readToken,
  sameHash,
  secretHash,
  tokenHash,
  writeToken,
} from '@parley/kernel/sealing/session-token.ts'
import type { ClientPrincipal } from '../sign-in/client-sessions.ts'
import { type AgencyAdminSessions, agencyAdmin } from './agency-admin.decider.ts'

/** Tells the token of such a session from those of others; the agency's id and a point follow. */
export const AGENCY_ADMIN_TOKEN_PREFIX = 'pa_'

export type AgencyAdminsDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load'>
  agencies: {
    /** SHA-256 of the agency secret; undefined if there is no such agency. */
    secretHashOf(agencyId: string): Promise<string | undefined>
    /** The same, as it is by now in any process. */
    newestSecretHashOf(agencyId: string): Promise<string | undefined>
  }
  workspaces: {
    /** 'open' unless it is deleted or waits for that. */
    standingOf(tenant: string): Promise<unknown>
  }
}

type SignedIn =
  | { ok: true; token: string; clientId: string; position: number }
  | { ok: false; rejection: Rejection }

export type AgencyAdmins = {
  /** Begins a session, at the agency's domain that was asked alone or at the product's own hosts alone. */
  signIn(agencyId: string, secret: string, call: Pick<Call, 'context' | 'request'>): Promise<SignedIn>
  /** Undefined if the session has ended: by signing out or being ended, with its time, or because the secret was replaced or the workspace is to be deleted. */
  principalOf(token: string, now?: number): Promise<ClientPrincipal | undefined>
  /** Those that are valid. */
  sessionsOf(agencyId: string): Promise<AgencyAdminSessions>
  end(
    agencyId: string,
    of: { sessionId: string; reason: 'signed-out' | 'revoked' },
    call: Pick<Call, 'context'>,
  ): ReturnType<CommandHandler['handle']>
}

/** Said of no secret and of no agency what is wrong with it. */
export const noAdminAccess = refuse('wrong-credentials', 'Error occurred signing in with admin access.')

/** A browser's name is shorter; anybody may send a longer one. */
const LONGEST_USER_AGENT = 300

export function agencyAdmins({ region, commands, agencies, workspaces }: AgencyAdminsDeps): AgencyAdmins {
  // The owner can neither replace the secret nor end a session while the workspace waits for its deletion.
  const isOpen = async (agencyId: string) => (await workspaces.standingOf(agencyId)) === 'open'

  return {
    async signIn(agencyId, secret, { context, request }) {
      const known = await agencies.newestSecretHashOf(agencyId)
      if (known === undefined || !sameHash(known, secretHash(secret))) return noAdminAccess
      if (!(await isOpen(agencyId))) return noAdminAccess
      const token = newSessionToken(region)
      const { sessionId } = token
      const host = request.agencyHost?.domain
      const command = {
        type: 'StartAgencyAdminSession',
        ...{ sessionId, tokenHash: tokenHash(token.secret), secretHash: known },
        userAgent: request.userAgent.slice(0, LONGEST_USER_AGENT),
        address: request.address,
        ...(host !== undefined && { host }),
      } as const
      const started = await commands.handle(agencyAdmin, agencyId, command, {
        tenant: agencyId,
        actor: { kind: 'agency-admin', id: sessionId },
        cause: { ...context.cause, command: `${context.cause.command}/${agencyId}` },
        subject: agencyAdminSubject(agencyId),
      })
      if (!started.ok) return started
      // The secret of the token that was given out first is not known any more.
      if (started.repeated) return refuse('conflict', 'Please try again.')
      return {
        ...{ ok: true, clientId: holderIdOf(agencyId), position: started.position },
        token: `${AGENCY_ADMIN_TOKEN_PREFIX}${agencyId}.${writeToken(token)}`,
      }
    },

    async principalOf(token, now = Date.now()) {
      const [, tenant = '', rest = ''] =
        /^([\w-]{1,64})\.([^.]+\.[^.]+\.[^.]+)$/.exec(token.slice(AGENCY_ADMIN_TOKEN_PREFIX.length)) ?? []
      const claimed = readToken(rest)
      if (claimed?.region !== region) return undefined
      const { sessionId } = claimed
      const session = (await sessionsOf(tenant, now)).find((one) => one.sessionId === sessionId)
      if (!session || !sameHash(session.tokenHash, tokenHash(claimed.secret))) return undefined
      const { host, expiresAt } = session
      return {
        ...{ kind: 'client', tenant, region, sessionId, clientId: holderIdOf(tenant), orgId: '' },
        ...(host !== undefined && { host }),
        // Visitors whom it answers read this name.
        ...{ email: '', displayName: 'Team' },
        agentIds: undefined,
        canAccess: agencyAdminPages,
        ...{ isOrgAdmin: false, allowCreateAgents: false, canDelegateChats: false },
        notifications: { notifyIf: 'none', notifyThrough: 'none' },
        online: false,
        agencyAdmin: { expiresAt },
      }
    },

    sessionsOf,

    end(agencyId, { sessionId, reason }, { context }) {
      const command = { type: 'EndAgencyAdminSession', sessionId, reason } as const
      return commands.handle(agencyAdmin, agencyId, command, { ...context, tenant: agencyId })
    },
  }

  async function sessionsOf(agencyId: string, now = Date.now()): Promise<AgencyAdminSessions> {
    const sessions = (await commands.load(agencyAdmin, agencyId, agencyId))?.state ?? []
    if (sessions.length === 0 || !(await isOpen(agencyId))) return []
    const present = await agencies.secretHashOf(agencyId)
    return sessions.filter((one) => one.expiresAt > now && one.secretHash === present)
  }
}

/** Stands where a client's id does, in the agency's workspace alone: no client has one with these characters. */
function holderIdOf(agencyId: string): string {
  return `agency-admin-${agencyId}`
}
