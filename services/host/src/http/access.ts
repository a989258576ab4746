/**
 * Authorisation, decided from the endpoint's data before its handler runs. Another tenant's resource is refused like
 * one that does not exist.
 */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import {
  delegatedPermissions,
  type Holder,
  holds,
  type Permission,
  permissionsOnPages,
} from '@parley/contracts/permissions.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'

/** A workspace of a person; without a list of permissions they have all permissions of their role. */
export type Membership = SessionWorkspaceView

export type Gatekeeper = {
  /** The principal that a token proves: a person's or a client's session, the workspace secret, an access token, an agent's key or a visitor token. */
  principalOf(token: string, region: Region | undefined): Promise<Principal>
  /** The workspaces of a person in a region, their own first. */
  workspacesOf(region: Region, userId: string): Promise<Membership[]>
  /** What a person is in a workspace, as the log has it; undefined if nothing. */
  membershipOf(region: Region, workspaceId: string, userId: string): Promise<Membership | undefined>
  /** Whether a workspace is open, is to be erased at a time (ms), or was deleted. */
  standingOf(region: Region, tenant: string): Promise<'open' | 'deleted' | { eraseAt: number }>
  /** The tenant that an agent belongs to. */
  tenantOfAgent(region: Region, agentId: string): Promise<string | undefined>
}

export type Claim = {
  endpoint: Pick<Endpoint, 'access' | 'permission' | 'createsAgent' | 'ofOwnAgents' | 'withoutClientAccess'>
  region: Region | undefined
  principal: Principal
  /** The ids in the path (or in the body of a remote procedure). */
  workspaceId: string | undefined
  agentId: string | undefined
  conversationId: string | undefined
  /** The workspace that the caller names in a header. */
  wanted: string | undefined
}

/** `holder`: what the caller may do for the tenant besides this call. */
export type Authorised = { ok: true; tenant: string; holder: Holder } | { ok: false; rejection: Rejection }

const notSignedIn = refuse('not-signed-in', 'Please sign in first.')
/** Part 2 §5. */
const notSignedInToCreate = refuse('not-signed-in', 'You must be logged in to create an agent')
const notFound = refuse('not-found', 'Not found.')
const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')

type ClientPrincipal = Extract<Principal, { kind: 'client' }>

const anyone: Holder = { role: 'anyone' }
const person: Holder = { role: 'person' }
const visitor: Holder = { role: 'visitor' }
const provider: Holder = { role: 'provider' }

/** Decides by the table of permissions whether a caller may call an endpoint, and for which tenant. */
export async function authorise(gatekeeper: Gatekeeper, claim: Claim): Promise<Authorised> {
  const { endpoint, principal, region } = claim
  if (principal.kind === 'client' && principal.refused && !endpoint.withoutClientAccess)
    return { ok: false, rejection: principal.refused }
  if (principal.kind === 'nobody' && principal.refused && endpoint.access !== 'anyone')
    return { ok: false, rejection: principal.refused }
  switch (endpoint.access) {
    case 'anyone':
      if (!holds(anyone, endpoint.permission)) return notAllowed
      return { ok: true, tenant: (await tenantNamed(gatekeeper, claim, region)) ?? '', holder: anyone }
    case 'person':
      if (principal.kind !== 'user') return notSignedIn
      return holds(person, endpoint.permission) ? { ok: true, tenant: '', holder: person } : notAllowed
    case 'client': {
      if (principal.kind !== 'client') return notSignedIn
      if (region !== undefined && region !== principal.region) return notFound
      const holder = holderOf(principal)
      return holds(holder, endpoint.permission) ? { ok: true, tenant: principal.tenant, holder } : notAllowed
    }
    case 'visitor':
      if (principal.kind !== 'visitor') return notSignedIn
      if (principal.conversationId !== claim.conversationId || principal.agentId !== claim.agentId)
        return notFound
      if (!holds(visitor, endpoint.permission)) return notAllowed
      return { ok: true, tenant: principal.tenant, holder: visitor }
    case 'signed':
      if (principal.kind !== 'provider') return notSignedIn
      if (!holds(provider, endpoint.permission)) return notAllowed
      return { ok: true, tenant: (await tenantNamed(gatekeeper, claim, region)) ?? '', holder: provider }
    case undefined:
      if (region === undefined) return notFound
      if (principal.kind === 'client') return authoriseClient(gatekeeper, claim, region, principal)
      if (principal.kind === 'token' && !isForToken(claim, principal)) return notForAgents(claim)
      if (principal.kind !== 'user' && principal.kind !== 'api-key' && principal.kind !== 'token')
        return endpoint.permission === 'agent.create' ? notSignedInToCreate : notSignedIn
      return authoriseTeam(gatekeeper, claim, region, principal)
  }
}

/**
 * Authorises users and keys, which act for a workspace. An agent that does not exist is refused like one of another
 * workspace.
 */
async function authoriseTeam(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region,
  principal: Extract<Principal, { kind: 'user' | 'api-key' | 'token' }>,
): Promise<Authorised> {
  const named = await tenantNamed(gatekeeper, claim, region)
  const { endpoint, agentId } = claim
  const tenantOfAgent = agentId === undefined ? undefined : await gatekeeper.tenantOfAgent(region, agentId)
  const isNew = agentId !== undefined && tenantOfAgent === undefined
  if (isNew && !endpoint.createsAgent) return notFound
  // A call may name a workspace beside the agent, which must be in it.
  if (tenantOfAgent !== undefined && tenantOfAgent !== named) return notFound
  const needed: Permission[] = [endpoint.permission, ...(isNew ? (['agent.create'] as const) : [])]
  if (principal.kind === 'api-key') return authoriseKey(claim, needed, named, principal)
  if (principal.kind === 'token') {
    const { tenant } = principal
    const holder = holderOfToken(principal)
    if (!holds(holder, endpoint.permission)) return notAllowed
    if (named !== undefined && named !== tenant) return notFound
    return holdsAll(holder, needed) ? { ok: true, tenant, holder } : notAllowed
  }
  return authorisePerson(gatekeeper, claim, needed, named, region, principal.userId)
}

async function authorisePerson(
  gatekeeper: Gatekeeper,
  claim: Claim,
  needed: Permission[],
  named: string | undefined,
  region: Region,
  userId: string,
): Promise<Authorised> {
  const wanted = named ?? claim.wanted
  const membership =
    wanted === undefined
      ? (await gatekeeper.workspacesOf(region, userId))[0]
      : await gatekeeper.membershipOf(region, wanted, userId)
  if (!membership) return named === undefined ? notAllowed : notFound
  if (!holdsAll(membership, needed)) return notAllowed
  return { ok: true, tenant: membership.workspaceId, holder: membership }
}

type TokenPrincipal = Extract<Principal, { kind: 'token' }>

/** What an access token may do for its workspace. */
export function holderOfToken({ permissions }: Pick<TokenPrincipal, 'permissions'>): Holder {
  return { role: 'token', permissions }
}

/** A token that is limited to agents is for calls that name one of them, and for those that narrow their answer to them. */
function isForToken({ agentId, endpoint }: Claim, { agentIds }: TokenPrincipal): boolean {
  if (agentIds === undefined) return true
  return agentId === undefined ? endpoint.ofOwnAgents === true : agentIds.includes(agentId)
}

/** Any other agent is refused like one that does not exist. */
function notForAgents({ agentId }: Claim): Authorised {
  return agentId === undefined ? notAllowed : notFound
}

/** An agent's key is only accepted for calls that name this agent. */
function authoriseKey(
  claim: Claim,
  needed: Permission[],
  named: string | undefined,
  principal: { tenant: string; agentId?: string },
): Authorised {
  const role = principal.agentId === undefined ? 'secret' : 'agent-key'
  if (!holds({ role }, claim.endpoint.permission)) return notAllowed
  if (role === 'agent-key' && claim.agentId === undefined) return notAllowed
  if (role === 'agent-key' && principal.agentId !== claim.agentId) return notFound
  if (named !== undefined && named !== principal.tenant) return notFound
  return holdsAll({ role }, needed) ? { ok: true, tenant: principal.tenant, holder: { role } } : notAllowed
}

/**
 * A client acts for its agency with its own agents alone, the agency's admin with all of the agency: any other one, of the
 * same agency too, is refused like one that does not exist. What names no agent is refused unless the endpoint narrows its answer to the client's agents.
 */
async function authoriseClient(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region,
  principal: ClientPrincipal,
): Promise<Authorised> {
  const { endpoint, agentId, workspaceId } = claim
  const { tenant } = principal
  if (region !== principal.region) return notFound
  if (workspaceId !== undefined && workspaceId !== tenant) return notFound
  if (agentId !== undefined) {
    if (principal.agentIds && !principal.agentIds.includes(agentId)) return notFound
    if ((await gatekeeper.tenantOfAgent(region, agentId)) !== tenant) return notFound
  } else if (!endpoint.ofOwnAgents) return notAllowed
  const holder = holderOf(principal)
  return holds(holder, endpoint.permission) ? { ok: true, tenant, holder } : notAllowed
}

function holderOf({ canAccess, isOrgAdmin, agencyAdmin, ...settings }: ClientPrincipal): Holder {
  if (agencyAdmin) return { role: 'agency-admin' }
  const permissions: Permission[] = [
    ...permissionsOnPages(canAccess),
    'client.session',
    'client.profile.manage',
  ]
  if (settings.allowCreateAgents) permissions.push(delegatedPermissions.allowCreateAgents)
  if (settings.canDelegateChats) permissions.push(delegatedPermissions.canDelegateChats)
  return isOrgAdmin
    ? { role: 'organisation-admin', permissions: [...permissions, 'organisation.manage'] }
    : { role: 'client', permissions }
}

function holdsAll(holder: Holder, needed: Permission[]): boolean {
  return needed.every((permission) => holds(holder, permission))
}

/** The tenant of the workspace or agent that is named; undefined when none is named or the agent is yet to be. */
export async function tenantNamed(
  gatekeeper: Gatekeeper,
  claim: Pick<Claim, 'workspaceId' | 'agentId'>,
  region: Region | undefined,
): Promise<string | undefined> {
  if (claim.workspaceId !== undefined) return claim.workspaceId
  if (claim.agentId !== undefined && region !== undefined)
    return gatekeeper.tenantOfAgent(region, claim.agentId)
  return undefined
}
