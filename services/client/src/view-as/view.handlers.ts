/** How one of the agency's team begins to view as a client, in one region. */
import type { clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { type ClientViews, viewerView } from './client-views.ts'

export function viewHandlers(deps: {
  region: Region
  views: Pick<ClientViews, 'start' | 'linkTo' | 'open'>
  limits: {
    tokenTried(call: Pick<Call, 'request'>): Promise<{ ok: false; rejection: Rejection } | undefined>
  }
  /** Of the product's own host, where the clients of an agency are listed. */
  clientsAddress: string
}): Pick<
  Handlers<typeof clientSignInEndpoints>,
  'clients.viewAs' | 'clients.createViewLink' | 'clientAuth.openView'
> {
  const { region, views } = deps
  return {
    async 'clients.viewAs'(call) {
      const { clientId } = call.params
      const begun = await views.start(call, clientId)
      if (!begun.ok) return begun
      const { token, viewer, position } = begun
      const claims = { isClient: true as const, clientId, agencyId: call.tenant, region }
      return reply({ ...claims, viewer: viewerView(viewer), token }, position)
    },

    async 'clients.createViewLink'(call) {
      const made = await views.linkTo(call, call.params.clientId)
      if (!made.ok) return made
      return reply(made.address === undefined ? {} : { address: made.address })
    },

    async 'clientAuth.openView'(call) {
      const tooMany = await deps.limits.tokenTried(call)
      if (tooMany) return tooMany
      const begun = await views.open(call.body.token, call)
      if (!begun.ok) return begun
      const { token, viewer, position, agencyId, clientId, name } = begun
      const claims = { isClient: true as const, clientId, agencyId, region }
      const returnTo = deps.clientsAddress
      return reply({ ...claims, viewer: viewerView(viewer), token, name, returnTo }, position)
    },
  }
}
