/** Workspaces: members, secrets, inbox settings. */
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { inboxSettingsEndpoints } from '@parley/contracts/workspace/inbox-settings.ts'
import { savedViewEndpoints } from '@parley/contracts/workspace/saved-views.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { type EndMembership, endMembership } from './end-membership.ts'
import { type OwnedWithOthers, ownedWithOthers } from './owned-with-others.ts'
import { personalWorkspaces } from './personal-workspace.ts'
import { workspace } from './workspace.decider.ts'
import { workspaceHandlers } from './workspace.handlers.ts'

type Needs = {
  people: { emailOf(userId: string): Promise<string | undefined> }
  credits: { grantForSignUp(workspaceId: string, context: CommandContext): Promise<unknown> }
}

type Provides = {
  workspaces: {
    /** The ids of the workspace's members; none if it is not live. */
    membersOf(tenant: string): Promise<string[]>
    /** Its members with their email addresses. */
    contactsOf(tenant: string): Promise<{ userId: string; email: string }[]>
    isMember(tenant: string, userId: string): Promise<boolean>
    /** Its name; undefined if it is not live. */
    nameOf(tenant: string): Promise<string | undefined>
    /** The only tags that may be used; undefined if any may. */
    predefinedTags(tenant: string): Promise<readonly string[] | undefined>
    /** Returns a person's personal workspace and creates it with its credits if needed. Idempotent. */
    ensurePersonal(
      person: { userId: string; email: string },
      context: CommandContext,
    ): Promise<SessionWorkspaceView>
    /** A person's personal workspace as the log has it; undefined if there is none yet. */
    personalOf(userId: string): Promise<SessionWorkspaceView | undefined>
    endMembership: EndMembership
    ownedWithOthers: OwnedWithOthers
  }
}

export const workspaceModule = defineModule({
  name: 'workspace',
  endpoints: { ...workspaceEndpoints, ...inboxSettingsEndpoints, ...savedViewEndpoints },
  aggregates: [workspace],
  audited: workspaceEvents,

  start({ engines, ports }: ModuleScope<Needs>) {
    const { region } = engines
    const { handle, load } = engines.commands
    const { credits, people } = ports
    const personal = personalWorkspaces({ region, handle, load })
    const live = async (tenant: string) => {
      const state = (await load(workspace, tenant, tenant))?.state
      return state?.status === 'live' ? state : undefined
    }
    const membersOf = async (tenant: string) =>
      (await live(tenant))?.members.map(({ userId }) => userId) ?? []
    return {
      handlers: workspaceHandlers({ handle }),
      provides: {
        workspaces: {
          membersOf,
          async contactsOf(tenant) {
            const members = await membersOf(tenant)
            const emails = await Promise.all(members.map((userId) => people.emailOf(userId)))
            return members.flatMap((userId, at) => {
              const email = emails[at]
              return email === undefined ? [] : [{ userId, email }]
            })
          },
          nameOf: async (tenant) => (await live(tenant))?.workspaceName,
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
            await credits.grantForSignUp(created.workspace.workspaceId, once('sign-up'))
            return created.workspace
          },
          personalOf: personal.find,
          endMembership: endMembership({ handle, load }),
          ownedWithOthers: ownedWithOthers({ load }),
        },
      } satisfies Provides,
    }
  },
})
