/** The read models of workspaces. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { bearersProjection } from './bearers/bearers.projection.ts'
import { membershipsProjection } from './memberships/memberships.projection.ts'
import { type WorkspacesOfDeps, workspacesOf } from './memberships/memberships.queries.ts'
import { workspacesProjection } from './workspaces/workspaces.projection.ts'
import { type WorkspaceQueriesDeps, workspaceQueries } from './workspaces/workspaces.queries.ts'

type Needs = {
  people: { nameOf: WorkspaceQueriesDeps['nameOf'] }
  workspaces: { personalOf: WorkspacesOfDeps['personalWorkspace'] }
}

export const workspaceReadModels = defineModule({
  name: 'workspace read models',
  projections: [workspacesProjection, membershipsProjection, bearersProjection],

  start: ({ engines, reader, ports }: ModuleScope<Needs>) => ({
    handlers: workspaceQueries({ reader, nameOf: ports.people.nameOf }),
    provides: {
      workspaces: {
        /** The workspaces that a person belongs to. */
        of: workspacesOf({
          reader,
          region: engines.region,
          personalWorkspace: ports.workspaces.personalOf,
        }),
      },
    },
  }),
})
