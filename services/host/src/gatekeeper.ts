/** Resolves tokens to principals, and workspaces and agents to their tenants, in the regions of this process. */
import { AGENCY_ADMIN_TOKEN_PREFIX } from '@parley/client/agency-admin/agency-admins.ts'
import { CLIENT_TOKEN_PREFIX, type ClientPrincipal } from '@parley/client/sign-in/client-sessions.ts'
import { VIEW_TOKEN_PREFIX } from '@parley/client/view-as/client-views.ts'
import { type PlanPages, pagesInPlan } from '@parley/contracts/billing/plan-limits.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { TOKEN_PREFIX } from '@parley/contracts/workspace/token-names.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { createVisitorTokens, VISITOR_TOKEN_PREFIX } from '@parley/conversation/visiting/visitor-token.ts'
import { verifySession } from '@parley/identity/identity.handlers.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { readToken } from '@parley/kernel/sealing/session-token.ts'
import type { Config } from './config.ts'
import type { Gatekeeper } from './http/access.ts'
import { bearerOf } from './region/bearers.ts'
import type { RegionServices } from './region/region-services.ts'

export function gatekeeperOf(
  config: Pick<Config, 'masterKey'>,
  regions: Map<Region, RegionServices>,
  planOf: (region: Region, tenant: string) => Promise<PlanPages>,
): Gatekeeper {
  const commands = new Map([...regions].map(([name, { engines }]) => [name, engines.commands]))
  const visitorTokens = createVisitorTokens(config.masterKey)
  const nobody: Principal = { kind: 'nobody' }
  /** A client has no page that the plan of its agency leaves out. */
  const inPlan = async (client: ClientPrincipal | undefined): Promise<Principal> =>
    client
      ? { ...client, canAccess: pagesInPlan(client.canAccess, await planOf(client.region, client.tenant)) }
      : nobody
  return {
    async principalOf(token, region) {
      if (token.startsWith(VISITOR_TOKEN_PREFIX)) {
        const visitor = visitorTokens.verify(token)
        if (!visitor || visitor.region !== region) return nobody
        // A visitor token is valid until its conversation is deleted.
        const { tenant, conversationId } = visitor
        const found = await commands.get(visitor.region)?.load(conversation, conversationId, tenant)
        return found && !found.state.deleted ? { kind: 'visitor', ...visitor } : nobody
      }
      if (/^(ws|vg)_/.test(token)) {
        const served = region === undefined ? undefined : regions.get(region)
        const bearer = served && (await bearerOf(served, token))
        return bearer ? { kind: 'api-key', ...bearer } : nobody
      }
      if (token.startsWith(TOKEN_PREFIX)) {
        const served = region === undefined ? undefined : regions.get(region)
        return served ? served.ports.workspaces.principalOfToken(token) : nobody
      }
      if (token.startsWith(VIEW_TOKEN_PREFIX)) {
        const { region: home } = readToken(token.slice(VIEW_TOKEN_PREFIX.length)) ?? {}
        const served = home && regions.get(home)
        return inPlan(await served?.ports.clientViews.principalOf(token))
      }
      if (token.startsWith(CLIENT_TOKEN_PREFIX)) {
        const { region: home } = readToken(token.slice(CLIENT_TOKEN_PREFIX.length)) ?? {}
        const served = home && regions.get(home)
        return inPlan(await served?.ports.clientSessions.principalOf(token))
      }
      if (token.startsWith(AGENCY_ADMIN_TOKEN_PREFIX)) {
        const [, ...parts] = token.split('.')
        const { region: home } = readToken(parts.join('.')) ?? {}
        const served = home && regions.get(home)
        return (await served?.ports.agencyAdmins.principalOf(token)) ?? nobody
      }
      return (await verifySession({ regions: commands }, token)) ?? nobody
    },
    workspacesOf: async (region, userId) => regions.get(region)?.ports.workspaces.of(userId) ?? [],
    membershipOf: async (region, workspaceId, userId) =>
      // The name is a caller's.
      /^[\w-]{1,64}$/.test(workspaceId)
        ? regions.get(region)?.ports.workspaces.membershipOf(workspaceId, userId)
        : undefined,
    standingOf: async (region, tenant) =>
      /^[\w-]{1,64}$/.test(tenant)
        ? (regions.get(region)?.ports.workspaces.standingOf(tenant) ?? 'open')
        : 'open',
    tenantOfAgent: async (region, agentId) =>
      regions.get(region)?.engines.commands.tenantOf('agent', agentId),
  }
}
