/** The e-mail of a workspace. */
import { workspaceMailEndpoints } from '@parley/contracts/workspace/mail-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type WorkspaceMailDeps, workspaceMailHandlers } from './workspace-mail.handlers.ts'

type Needs = {
  agencies: { mailBrand: WorkspaceMailDeps['brandOf'] }
  mail: { send: WorkspaceMailDeps['send'] }
}

export const workspaceMailModule = defineModule({
  name: 'workspace-mail',
  endpoints: workspaceMailEndpoints,

  start({ engines, ports }: ModuleScope<Needs>) {
    return {
      handlers: workspaceMailHandlers({
        rateLimits: engines.rateLimits,
        brandOf: ports.agencies.mailBrand,
        send: ports.mail.send,
      }),
    }
  },
})
