/** What is asked about a workspace. */
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { workspacesProjection } from './workspaces.projection.ts'

export function workspaceQueries({ reader }: { reader: Reader }): Handlers<typeof workspaceEndpoints> {
  return {
    async 'workspaces.get'(call) {
      const stored = await reader.get(workspacesProjection, call.tenant, call.tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      const { personal: _, workspaceSecret: sealed, ...workspace } = stored
      const [workspaceSecret = ''] = await reader.open(call.tenant, [sealed])
      const credits = await reader.get(creditBalancesProjection, call.tenant, call.tenant)
      return reply({ ...workspace, workspaceSecret, loadTokens: credits?.balance ?? 0 })
    },
  }
}
