/**
 * Who may do what, decided from the endpoint's data before its handler runs. Another tenant's resource is
 * answered like one that does not exist.
 */
import type { Access, Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Principal } from '@parley/kernel/handler.ts'

export type Gatekeeper = {
  /** Who bears a token: a session's, the workspace secret, an agent's key or a visitor token. */
  principalOf(token: string, region: Region | undefined): Promise<Principal>
  /** The workspaces of a person in a region, their own first. */
  workspacesOf(region: Region, userId: string): Promise<SessionWorkspaceView[]>
  /** The tenant that an agent belongs to. */
  tenantOfAgent(region: Region, agentId: string): Promise<string | undefined>
}

export type Claim = {
  access: Access
  region: Region | undefined
  principal: Principal
  /** What the path (or the body of a remote procedure) names. */
  workspaceId: string | undefined
  agentId: string | undefined
  conversationId: string | undefined
  /** The workspace the caller asks for in a header. */
  wanted: string | undefined
}

export type Authorised = { ok: true; tenant: string } | { ok: false; rejection: Rejection }

const notSignedIn = refuse('not-signed-in', 'Please sign in first.')
const notFound = refuse('not-found', 'Not found.')
const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')

export async function authorise(gatekeeper: Gatekeeper, claim: Claim): Promise<Authorised> {
  const { access, principal, region } = claim
  switch (access) {
    case 'anyone':
      return { ok: true, tenant: (await tenantNamed(gatekeeper, claim, region)) ?? '' }
    case 'person':
      return principal.kind === 'user' ? { ok: true, tenant: '' } : notSignedIn
    case 'visitor':
      if (principal.kind !== 'visitor') return notSignedIn
      if (principal.conversationId !== claim.conversationId || principal.agentId !== claim.agentId)
        return notFound
      return { ok: true, tenant: principal.tenant }
    case 'workspace':
    case 'agent':
      if (region === undefined) return notFound
      if (principal.kind === 'user') return authorisePerson(gatekeeper, claim, region, principal.userId)
      if (principal.kind === 'api-key') return authoriseKey(gatekeeper, claim, region, principal)
      return notSignedIn
  }
}

async function authorisePerson(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region,
  userId: string,
): Promise<Authorised> {
  const workspaces = await gatekeeper.workspacesOf(region, userId)
  const mine = new Set(workspaces.map((workspace) => workspace.workspaceId))
  const named = await tenantNamed(gatekeeper, claim, region)
  if (named !== undefined) return mine.has(named) ? { ok: true, tenant: named } : notFound
  const own = claim.wanted ?? workspaces[0]?.workspaceId
  if (own === undefined || !mine.has(own)) return notAllowed
  return { ok: true, tenant: own }
}

async function authoriseKey(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region,
  principal: { tenant: string; agentId?: string },
): Promise<Authorised> {
  if (principal.agentId !== undefined) {
    if (claim.access !== 'agent') return notAllowed
    if (principal.agentId !== claim.agentId) return notFound
  }
  const named = await tenantNamed(gatekeeper, claim, region)
  return named === undefined || named === principal.tenant ? { ok: true, tenant: principal.tenant } : notFound
}

/** The tenant of the workspace or agent that is named; undefined when none is named or the agent is yet to be. */
async function tenantNamed(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region | undefined,
): Promise<string | undefined> {
  if (claim.workspaceId !== undefined) return claim.workspaceId
  if (claim.agentId !== undefined && region !== undefined)
    return gatekeeper.tenantOfAgent(region, claim.agentId)
  return undefined
}
