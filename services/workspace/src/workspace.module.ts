/** Workspaces: members, secrets, inbox settings. */
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { holds, type Permission } from '@parley/contracts/permissions.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import {
  defaultInboxSettings,
  type HandoffRules,
  type InboxSettings,
  inboxSettingsEndpoints,
} from '@parley/contracts/workspace/inbox-settings.ts'
import { memberEndpoints } from '@parley/contracts/workspace/member-endpoints.ts'
import { savedViewEndpoints } from '@parley/contracts/workspace/saved-views.ts'
import { tokenEndpoints } from '@parley/contracts/workspace/token-endpoints.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { deleteWorkspaces } from './deletion/delete-workspaces.ts'
import { deletionProcess } from './deletion/deletion.process.ts'
import { evictErasedTenants } from './deletion/evict-erased-tenants.ts'
import { type EndMembership, endMembership } from './end-membership.ts'
import { inviteLinks } from './invite-link.ts'
import { type InvitePolicyDeps, invitePolicies } from './invites.policy.ts'
import { memberHandlers } from './member.handlers.ts'
import { memberOf } from './member-view.ts'
import { type OwnedWithOthers, ownedWithOthers } from './owned-with-others.ts'
import { personalWorkspaces } from './personal-workspace.ts'
import { tokenHandlers } from './token/token.handlers.ts'
import { tokenExpiry } from './token/token-expiry.policy.ts'
import { tokenPrincipals } from './token/token-principals.ts'
import { tokenTexts } from './token/token-texts.ts'
import { createTokenUses } from './token/token-uses.ts'
import { permissionsAtPresent } from './token/tokens.ts'
import { workspace } from './workspace.decider.ts'
import { type WorkspaceDeps, workspaceHandlers } from './workspace.handlers.ts'

type Needs = {
  people: {
    emailOf(userId: string): Promise<string | undefined>
    nameOf(userId: string): Promise<string | undefined>
  }
  mail: InvitePolicyDeps['mail']
  agents: { document(tenant: string, agentId: string): Promise<object | undefined> }
  agencies: { mailBrand: InvitePolicyDeps['brandOf']; addressOf(tenant: string): Promise<string> }
  workspaces: { of(userId: string): Promise<{ role: string }[]> }
  quotas: { of(tenant: string): Promise<{ seats: number }> }
  webhooks: { changeInRecord: WorkspaceDeps['changeWebhookInRecord'] }
  credits: { grantForSignUp(workspaceId: string, context: CommandContext): Promise<unknown> }
}

type Settings = { masterKey: Buffer; publicUrl: string; WORKSPACE_DELETION_DAYS: number }

type Provides = {
  workspaces: {
    /** The ids of the workspace's members; none if it is not live. */
    membersOf(tenant: string): Promise<string[]>
    /** Its members with their email addresses. */
    contactsOf(tenant: string): Promise<{ userId: string; email: string }[]>
    /** Those of them who have a permission. */
    holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
    /** Those of them who may read conversations. */
    readersOf(tenant: string): Promise<{ userId: string; email: string }[]>
    isMember(tenant: string, userId: string): Promise<boolean>
    /** Of a member: whether they may answer visitors; undefined of anybody else. */
    memberAnswers(tenant: string, userId: string): Promise<boolean | undefined>
    /** The workspace as a member of it sees it; undefined for anybody else. From the log: a change applies at once. */
    membershipOf(tenant: string, userId: string): Promise<SessionWorkspaceView | undefined>
    /** Who an access token is; nobody, with the reason, for one that is not valid. */
    principalOfToken(text: string): Promise<Principal>
    /** What an access token may do at present and when it was last used (ISO 8601), by its id. */
    tokensAtPresent(
      tenant: string,
    ): Promise<Map<string, { permissions: readonly Permission[]; lastUsedAt: string | undefined }>>
    /** Whether a principal that was admitted to the workspace has a permission there. */
    may(tenant: string, principal: Principal, permission: Permission): Promise<boolean>
    /** `open`, also for what is no workspace; when it is erased while it waits for that; or `deleted`. */
    standingOf(tenant: string): Promise<'open' | 'deleted' | { eraseAt: number }>
    /** Its name; undefined if it is not live. */
    nameOf(tenant: string): Promise<string | undefined>
    /** Its secret, for what is sent to servers of the customer that ask for it. */
    secretOf(tenant: string): Promise<string | undefined>
    /** The predefined tags of the inbox, and whether no others may be used. */
    tagRules(tenant: string): Promise<Pick<InboxSettings, 'predefinedTags' | 'disallowAnyTags'>>
    /** What the inbox settings say of handoffs. */
    handoffRules(tenant: string): Promise<HandoffRules>
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
  endpoints: {
    ...workspaceEndpoints,
    ...memberEndpoints,
    ...inboxSettingsEndpoints,
    ...savedViewEndpoints,
    ...tokenEndpoints,
  },
  aggregates: [workspace, aggregateOf(deletionProcess)],
  audited: workspaceEvents,
  relays: [
    {
      events: pick(workspaceEvents, 'WorkspaceMemberAdded', 'WorkspaceMemberRemoved'),
      topics: [WEBHOOKS],
    },
  ],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { region } = engines
    const { commands, keyring, rateLimits } = engines
    const { handle, load, refresh } = commands
    const { credits, mail, people, quotas } = ports
    const links = inviteLinks(config)
    const personal = personalWorkspaces({ region, handle, load })
    const live = async (tenant: string) => {
      const state = (await load(workspace, tenant, tenant))?.state
      return state?.status === 'live' ? state : undefined
    }
    const membersOf = async (tenant: string) =>
      (await live(tenant))?.members.map(({ userId }) => userId) ?? []
    const contactsOf = async (tenant: string) => {
      const members = await membersOf(tenant)
      const emails = await Promise.all(members.map((userId) => people.emailOf(userId)))
      return members.flatMap((userId, at) => {
        const email = emails[at]
        return email === undefined ? [] : [{ userId, email }]
      })
    }
    const holdersOf = async (tenant: string, permission: Permission) => {
      const state = await live(tenant)
      const contacts = state ? await contactsOf(tenant) : []
      return contacts.filter(({ userId }) => {
        const membership = state && memberOf(state, userId)
        return membership && holds(membership, permission)
      })
    }
    const membershipOf = async (tenant: string, userId: string) => {
      const state = await live(tenant)
      return state && memberOf(state, userId)
    }
    const tokenUses = createTokenUses(engines.state)
    const tokens = tokenPrincipals({ commands, uses: tokenUses })
    const expiry = tokenExpiry({
      ...{ commands, region, mail, addressOf: ports.agencies.addressOf },
      deadlines: createDeadlines(engines.state),
      emailOf: people.emailOf,
      brandOf: ports.agencies.mailBrand,
    })
    const invites = invitePolicies({
      commands,
      region,
      keyring,
      deadlines: createDeadlines(engines.state),
      links,
      mail,
      nameOf: people.nameOf,
      brandOf: ports.agencies.mailBrand,
    })
    const deleting = deleteWorkspaces({
      ...{ commands, region, keyring, mail, publicUrl: config.publicUrl },
      readStore: engines.readStore,
      forgetTokenUses: tokenUses.forget,
      deadlines: createDeadlines(engines.state),
      nameOf: people.nameOf,
      emailOf: people.emailOf,
    })
    return {
      policies: [...invites.policies, ...deleting.policies, ...expiry.policies],
      deadlines: [invites.deadlineWork, deleting.deadlineWork, expiry.deadlineWork],
      appended: (events) => evictErasedTenants(engines, events),
      handlers: {
        ...workspaceHandlers({
          ...{ region, handle, graceMs: config.WORKSPACE_DELETION_DAYS * 86_400_000 },
          workspacesOf: (userId) => ports.workspaces.of(userId),
          changeWebhookInRecord: ports.webhooks.changeInRecord,
        }),
        ...memberHandlers({
          region,
          handle,
          load,
          refresh,
          rateLimits,
          links,
          seatsOf: async (tenant) => (await quotas.of(tenant)).seats,
          contactsOf,
          nameOf: people.nameOf,
        }),
        ...tokenHandlers({
          handle,
          rateLimits,
          textOf: tokenTexts(config),
          isAgent: async (tenant, agentId) => (await ports.agents.document(tenant, agentId)) !== undefined,
        }),
      },
      provides: {
        workspaces: {
          membersOf,
          contactsOf,
          holdersOf,
          readersOf: (tenant) => holdersOf(tenant, 'conversation.read'),
          membershipOf,
          principalOfToken: tokens.principalOf,
          async tokensAtPresent(tenant) {
            const state = await live(tenant)
            const present = state?.tokens ?? []
            const ids = present.map(({ tokenId }) => tokenId)
            const uses = await tokenUses.of(tenant, ids)
            return new Map(
              present.map((token) => [
                token.tokenId,
                {
                  permissions: state ? permissionsAtPresent(token, state) : [],
                  lastUsedAt: uses.get(token.tokenId),
                },
              ]),
            )
          },
          async may(tenant, principal, permission) {
            if (principal.kind === 'token')
              return holds({ role: 'token', permissions: principal.permissions }, permission)
            if (principal.kind === 'api-key')
              return holds({ role: principal.agentId === undefined ? 'secret' : 'agent-key' }, permission)
            if (principal.kind !== 'user') return false
            const membership = await membershipOf(tenant, principal.userId)
            return membership !== undefined && holds(membership, permission)
          },
          async standingOf(tenant) {
            const state = (await load(workspace, tenant, tenant))?.state
            if (state?.status === 'deleted') return 'deleted'
            return (state?.status === 'live' && state.deletion) || 'open'
          },
          nameOf: async (tenant) => (await live(tenant))?.workspaceName,
          secretOf: async (tenant) => (await live(tenant))?.workspaceSecret,
          isMember: async (tenant, userId) => (await membersOf(tenant)).includes(userId),
          async memberAnswers(tenant, userId) {
            const membership = await membershipOf(tenant, userId)
            return membership && holds(membership, 'conversation.answer')
          },
          tagRules: async (tenant) => (await live(tenant))?.inbox ?? defaultInboxSettings,
          handoffRules: async (tenant) => (await live(tenant))?.inbox ?? defaultInboxSettings,
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
