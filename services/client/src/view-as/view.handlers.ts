/** How one of the agency's team begins to view as a client, in one region. */
import type { clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import { type ClientViews, viewerView } from './client-views.ts'

export function viewHandlers(deps: {
  region: Region
  views: Pick<ClientViews, 'start'>
}): Pick<Handlers<typeof clientSignInEndpoints>, 'clients.viewAs'> {
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
  }
}
