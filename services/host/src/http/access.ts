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
  /** Whether the agent that is named may be yet to be. */
  createsAgent: boolean
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
      if (principal.kind !== 'user' && principal.kind !== 'api-key') return notSignedIn
      return authoriseTeam(gatekeeper, claim, region, principal)
  }
}

/** Whoever acts for a workspace. An agent that is not there is refused as one of another workspace is. */
async function authoriseTeam(
  gatekeeper: Gatekeeper,
  claim: Claim,
  region: Region,
  principal: Extract<Principal, { kind: 'user' | 'api-key' }>,
): Promise<Authorised> {
  const named = await tenantNamed(gatekeeper, claim, region)
  const { agentId, createsAgent } = claim
  if (agentId !== undefined && !createsAgent && !(await gatekeeper.tenantOfAgent(region, agentId)))
    return notFound
  if (principal.kind === 'api-key') return authoriseKey(claim, named, principal)
  return authorisePerson(gatekeeper, claim, named, region, principal.userId)
}

async function authorisePerson(
  gatekeeper: Gatekeeper,
  claim: Claim,
  named: string | undefined,
  region: Region,
  userId: string,
): Promise<Authorised> {
  const workspaces = await gatekeeper.workspacesOf(region, userId)
  const mine = new Set(workspaces.map((workspace) => workspace.workspaceId))
  if (named !== undefined) return mine.has(named) ? { ok: true, tenant: named } : notFound
  const own = claim.wanted ?? workspaces[0]?.workspaceId
  if (own === undefined || !mine.has(own)) return notAllowed
  return { ok: true, tenant: own }
}

function authoriseKey(
  claim: Claim,
  named: string | undefined,
  principal: { tenant: string; agentId?: string },
): Authorised {
  if (principal.agentId !== undefined) {
    if (claim.access !== 'agent') return notAllowed
    if (principal.agentId !== claim.agentId) return notFound
  }
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
