/** Workspaces: members, secrets, inbox settings. */
import { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { inboxSettingsEndpoints } from '@parley/contracts/workspace/inbox-settings.ts'
import { savedViewEndpoints } from '@parley/contracts/workspace/saved-views.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { bearersProjection } from '@parley/projections/bearers/bearers.projection.ts'
import { membershipsProjection } from '@parley/projections/memberships/memberships.projection.ts'
import { workspacesOf } from '@parley/projections/memberships/memberships.queries.ts'
import { workspacesProjection } from '@parley/projections/workspaces/workspaces.projection.ts'
import { workspaceQueries } from '@parley/projections/workspaces/workspaces.queries.ts'
import { personalWorkspaces } from '@parley/workspace/personal-workspace.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import { workspaceHandlers } from '@parley/workspace/workspace.handlers.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export const workspaceModule = defineModule({
  name: 'workspace',
  endpoints: { ...workspaceEndpoints, ...inboxSettingsEndpoints, ...savedViewEndpoints },
  aggregates: [workspace],
  projections: [workspacesProjection, membershipsProjection, bearersProjection],
  audited: workspaceEvents,

  start({ engines, reader, ports }: RegionScope) {
    const { region } = engines
    const { handle, load } = engines.commands
    const personal = personalWorkspaces({ region, handle, load })
    const live = async (tenant: string) => {
      const state = (await load(workspace, tenant, tenant))?.state
      return state?.status === 'live' ? state : undefined
    }
    const membersOf = async (tenant: string) =>
      (await live(tenant))?.members.map(({ userId }) => userId) ?? []
    return {
      handlers: {
        ...workspaceHandlers({ handle }),
        ...workspaceQueries({ reader, nameOf: (userId) => ports.people.nameOf(userId) }),
      },
      provides: {
        workspaces: {
          membersOf,
          async contactsOf(tenant) {
            const members = await membersOf(tenant)
            const emails = await Promise.all(members.map((userId) => ports.people.emailOf(userId)))
            return members.flatMap((userId, at) => {
              const email = emails[at]
              return email === undefined ? [] : [{ userId, email }]
            })
          },
          isMember: async (tenant, userId) => (await membersOf(tenant)).includes(userId),
          async predefinedTags(tenant) {
            const { inbox } = (await live(tenant)) ?? {}
            return inbox?.disallowAnyTags ? inbox.predefinedTags : undefined
          },
          async ensurePersonal(person, context) {
            const once = (command: string) => ({
              ...context,
              cause: { ...context.cause, command: `${command}/${person.userId}` },
            })
            const created = await personal.create(person, once('personal'))
            await ports.credits.grantForSignUp(created.workspace.workspaceId, once('sign-up'))
            return created.workspace
          },
          of: workspacesOf({ reader, region, personalWorkspace: personal.find }),
        },
      } satisfies Partial<Ports>,
    }
  },
})
