/** Begins, proves and ends the sessions in which one of the agency's team views as a client. */
import { createHmac } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { holds } from '@parley/contracts/permissions.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { readToken, sameHash, tokenHash, writeToken } from '@parley/kernel/sealing/session-token.ts'
import { client } from '../client.decider.ts'
import { accessDisabled, type FindOrganisation } from '../sign-in/client-access.ts'
import { type ClientPrincipal, principalAs } from '../sign-in/client-sessions.ts'
import { type ClientView, clientView } from './client-view.decider.ts'
import type { ViewLinks } from './view-links.ts'

/** Tells the token of a view from those of sessions. */
export const VIEW_TOKEN_PREFIX = 'pv_'

export type Viewer = NonNullable<ClientPrincipal['viewer']>
export type Viewed = ClientPrincipal & { viewer: Viewer }

export type ClientViewsDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load'>
  masterKey: Buffer
  organisationOf: FindOrganisation
  people: {
    nameOf(userId: string): Promise<string | undefined>
    sessionState(userId: string, sessionId: string): Promise<'live' | 'expired' | 'ended'>
  }
  links: ViewLinks
  /** At which the domains of agencies are reached over HTTPS. */
  domainsPort: number
  /** The domain at which an agency is reached; undefined without one. */
  domainOf(agencyId: string): Promise<string | undefined>
  workspaces: {
    membershipOf(tenant: string, userId: string): Promise<SessionWorkspaceView | undefined>
  }
}

type Begun =
  | { ok: true; token: string; viewer: Viewer; position: number }
  | { ok: false; rejection: Rejection }

export type ClientViews = {
  /** Begins a view of half an hour, at the host of the viewer's session alone. Refuses whoever is no person with `not-allowed`, a missing client with `not-found`. */
  start(call: Pick<Call, 'principal' | 'tenant' | 'context'>, clientId: string): Promise<Begun>
  /**
   * Where whoever is signed in at the product's own host begins a view at the agency's domain, by `open`, within 60 seconds;
   * without an address, there is no such domain. Refuses as `start` does.
   */
  linkTo(
    call: Pick<Call, 'principal' | 'tenant' | 'context'>,
    clientId: string,
  ): Promise<{ ok: true; address: string | undefined } | { ok: false; rejection: Rejection }>
  /** Begins the view of a link, once, at its host alone. Refuses anything else with `invalid-token`. */
  open(
    token: string,
    call: Pick<Call, 'context' | 'request'>,
  ): Promise<
    | (Extract<Begun, { ok: true }> & { agencyId: string; clientId: string; name: string })
    | { ok: false; rejection: Rejection }
  >
  /**
   * The client that a view shows, with its viewer. Undefined if the view has ended: by leaving, with its time, the
   * viewer's own session or permission, or the client.
   */
  principalOf(token: string, now?: number): Promise<Viewed | undefined>
  end(principal: Viewed, call: Pick<Call, 'context'>): ReturnType<CommandHandler['handle']>
}

export function clientViews(deps: ClientViewsDeps): ClientViews {
  const { region, commands, organisationOf, people, workspaces } = deps
  const key = derivedKey(deps.masterKey, 'client view')

  return {
    async start({ principal, tenant, context }, clientId) {
      if (principal.kind !== 'user') return notAllowed
      if (!(await isLive(tenant, clientId))) return noClient
      const { userId: viewerId, sessionId: viewerSessionId, displayName, host } = principal
      // Of the command, so that a call that is sent again gets the same token.
      const viewId = derivedId(20, tenant, clientId, viewerSessionId, context.cause.command).toLowerCase()
      const view = { viewId, clientId, viewerId, viewerSessionId, ...(host !== undefined && { host }) }
      return begin(view, displayName, context)
    },

    async linkTo({ principal, tenant, context }, clientId) {
      if (principal.kind !== 'user') return notAllowed
      if (!(await isLive(tenant, clientId))) return noClient
      const host = principal.host === undefined ? await deps.domainOf(tenant) : undefined
      if (host === undefined) return { ok: true, address: undefined }
      const { userId: viewerId, sessionId: viewerSessionId } = principal
      const once = ['view link', context.cause.command]
      const viewId = derivedId(20, tenant, clientId, viewerSessionId, ...once).toLowerCase()
      const claims = { region, agencyId: tenant, clientId, viewId, viewerId, viewerSessionId, host }
      // What follows # is sent to no server, so it stands in no log.
      const port = deps.domainsPort === 443 ? '' : `:${deps.domainsPort}`
      return { ok: true, address: `https://${host}${port}/client/login#view=${deps.links.issue(claims)}` }
    },

    async open(token, { context, request }) {
      const claims = deps.links.verify(token)
      if (claims?.region !== region) return noLonger
      const { agencyId, region: _, ...view } = claims
      if (request.agencyHost?.domain !== view.host || request.agencyHost.agencyId !== agencyId)
        return noLonger
      if (!(await isAllowed(agencyId, view))) return noLonger
      const state = (await commands.load(client, view.clientId, agencyId))?.state
      if (state?.status !== 'live') return noLonger
      const begun = await begin(view, (await people.nameOf(view.viewerId)) ?? '', {
        ...context,
        tenant: agencyId,
        actor: { kind: 'user', id: view.viewerId },
        cause: { ...context.cause, command: `${context.cause.command}/${view.viewId}` },
      })
      if (!begun.ok) return noLonger
      return { ...begun, agencyId, clientId: view.clientId, name: state.client.name }
    },

    async principalOf(token, now = Date.now()) {
      const claimed = readToken(token.slice(VIEW_TOKEN_PREFIX.length))
      if (claimed?.region !== region) return undefined
      const viewId = claimed.sessionId
      const found = await commands.load(clientView, viewId)
      const view = found?.state
      if (!found || !view || view.ended || view.expiresAt <= now) return undefined
      if (!sameHash(view.tokenHash, tokenHash(claimed.secret))) return undefined
      const { tenant } = found
      const { clientId, viewerId: userId, host, expiresAt } = view
      if (!(await isAllowed(tenant, view))) return undefined
      const state = (await commands.load(client, clientId, tenant))?.state
      if (state?.status !== 'live') return undefined
      const refused = accessDisabled(await organisationOf(tenant, state.client.orgId))
      const displayName = (await people.nameOf(userId)) ?? ''
      const at = { tenant, region, clientId, sessionId: viewId, ...(host !== undefined && { host }) }
      return {
        ...principalAs(state.client, at, refused?.rejection),
        // The client answers nobody now, wherever it may be itself.
        online: false,
        viewer: { viewId, userId, displayName, expiresAt },
      }
    },

    end({ tenant, viewer: { viewId, userId } }, { context }) {
      const command = { type: 'EndClientView', viewId, viewerId: userId } as const
      return commands.handle(clientView, viewId, command, {
        ...{ ...context, tenant },
        actor: { kind: 'user', id: userId },
      })
    },
  }

  async function isLive(tenant: string, clientId: string): Promise<boolean> {
    return (await commands.load(client, clientId, tenant))?.state?.status === 'live'
  }

  /** Whether the viewer still has the permission, and is still signed in. */
  async function isAllowed(
    tenant: string,
    { viewerId, viewerSessionId }: Pick<ClientView, 'viewerId' | 'viewerSessionId'>,
  ): Promise<boolean> {
    const membership = await workspaces.membershipOf(tenant, viewerId)
    if (!membership || !holds(membership, 'client.view-as')) return false
    return (await people.sessionState(viewerId, viewerSessionId)) === 'live'
  }

  async function begin(
    view: { viewId: string; clientId: string; viewerId: string; viewerSessionId: string; host?: string },
    displayName: string,
    context: CommandContext,
  ): Promise<Begun> {
    const { viewId, viewerId: userId } = view
    const secret = createHmac('sha256', key)
      .update(JSON.stringify([viewId, context.cause.command]))
      .digest('base64url')
    const command = { type: 'StartClientView', ...view, tokenHash: tokenHash(secret) } as const
    const begun = await commands.handle(clientView, viewId, command, context)
    if (!begun.ok) return begun
    const expiresAt = begun.state?.expiresAt ?? 0
    const token = VIEW_TOKEN_PREFIX + writeToken({ region, sessionId: viewId, secret })
    return { ok: true, token, position: begun.position, viewer: { viewId, userId, displayName, expiresAt } }
  }
}

const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')
const noClient = refuse('not-found', 'This client does not exist.')
/** Says of no token what is wrong with it. */
const noLonger = refuse('invalid-token', 'This link is no longer valid. Please view as the client again.')

/** What the dashboard is told of a viewer. */
export function viewerView({ expiresAt, ...viewer }: Viewer, now = Date.now()) {
  return {
    ...viewer,
    expiresAt: new Date(expiresAt).toISOString(),
    secondsLeft: Math.max(0, Math.floor((expiresAt - now) / 1000)),
  }
}
