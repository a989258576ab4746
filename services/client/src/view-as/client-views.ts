/** Begins, proves and ends the sessions in which one of the agency's team views as a client. */
import { createHmac } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { holds } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { derivedId } from '@parley/kernel/derived-id.ts'
import { derivedKey } from '@parley/kernel/derived-key.ts'
import type { Call } from '@parley/kernel/handler.ts'
import { readToken, sameHash, tokenHash, writeToken } from '@parley/kernel/session-token.ts'
import { client } from '../client.decider.ts'
import { accessDisabled, type FindOrganisation } from '../sign-in/client-access.ts'
import { type ClientPrincipal, principalAs } from '../sign-in/client-sessions.ts'
import { clientView } from './client-view.decider.ts'

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
      if (principal.kind !== 'user') return refuse('not-allowed', 'You are not allowed to do this.')
      if ((await commands.load(client, clientId, tenant))?.state?.status !== 'live')
        return refuse('not-found', 'This client does not exist.')
      const { userId: viewerId, sessionId: viewerSessionId, displayName, host } = principal
      // Of the command, so that a call that is sent again gets the same token.
      const command = context.cause.command
      const viewId = derivedId(20, tenant, clientId, viewerSessionId, command).toLowerCase()
      const secret = createHmac('sha256', key)
        .update(JSON.stringify([viewId, command]))
        .digest('base64url')
      const begun = await commands.handle(
        clientView,
        viewId,
        {
          ...{ type: 'StartClientView', viewId, clientId, viewerId, viewerSessionId },
          tokenHash: tokenHash(secret),
          ...(host !== undefined && { host }),
        },
        context,
      )
      if (!begun.ok) return begun
      const expiresAt = begun.state?.expiresAt ?? 0
      const token = VIEW_TOKEN_PREFIX + writeToken({ region, sessionId: viewId, secret })
      return {
        ...{ ok: true, token, position: begun.position },
        viewer: { viewId, userId: viewerId, displayName, expiresAt },
      }
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
      const membership = await workspaces.membershipOf(tenant, userId)
      if (!membership || !holds(membership, 'client.view-as')) return undefined
      if ((await people.sessionState(userId, view.viewerSessionId)) !== 'live') return undefined
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
}

/** What the dashboard is told of a viewer. */
export function viewerView({ expiresAt, ...viewer }: Viewer, now = Date.now()) {
  return {
    ...viewer,
    expiresAt: new Date(expiresAt).toISOString(),
    secondsLeft: Math.max(0, Math.floor((expiresAt - now) / 1000)),
  }
}
