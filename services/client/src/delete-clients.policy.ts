/** Deletes the clients of deleted workspaces, so that their addresses are free again. */

import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { client } from './client.decider.ts'

const name = 'delete-clients'

export type DeleteClientsDeps = {
  handle: CommandHandler['handle']
  /** The ids of all clients of a workspace, as the log has them by now. */
  clientIdsOf(tenant: string): Promise<string[]>
}

export function deleteClients(deps: DeleteClientsDeps) {
  return definePolicy({
    name,
    startFrom: 'origin',
    events: pick(workspaceEvents, 'WorkspaceDeleted'),
    async react(event) {
      for (const clientId of await deps.clientIdsOf(event.tenant)) {
        const context = atStep(reactingTo(event, name), clientId)
        const handled = await deps.handle(client, clientId, { type: 'DeleteClient', clientId }, context)
        if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
      }
    },
  })
}
