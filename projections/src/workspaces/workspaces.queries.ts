/** The query handlers of a workspace. */

import { FORMER_MEMBER } from '@parley/contracts/message.ts'
import { defaultOrganisationInbox, tagRulesOfClient } from '@parley/contracts/organisation/inbox-rules.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import type { CannedResponse, inboxSettingsEndpoints } from '@parley/contracts/workspace/inbox-settings.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, type Principal, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { colleaguesOf } from '../clients/colleagues.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { organisationsProjection } from '../organisations/organisations.projection.ts'
import { webhookInRecord } from '../webhooks/webhooks.queries.ts'
import { type StoredWorkspace, workspacesProjection } from './workspaces.projection.ts'

export type WorkspaceQueriesDeps = {
  reader: Reader
  /** Returns the name of a member as the team sees it. */
  nameOf(userId: string): Promise<string | undefined>
  /** Whether an admitted principal has a permission. */
  may(tenant: string, principal: Principal, permission: Permission): Promise<boolean>
}

export function workspaceQueries({
  reader,
  nameOf,
  may,
}: WorkspaceQueriesDeps): Pick<Handlers<typeof workspaceEndpoints>, 'workspaces.get'> &
  Pick<Handlers<typeof inboxSettingsEndpoints>, 'inbox.get'> {
  return {
    async 'inbox.get'(call) {
      const stored = await reader.get(workspacesProjection, call.tenant, call.tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      const { inbox: settings } = stored
      if (call.principal.kind === 'client') return inboxOfClient(call.tenant, call.principal, stored)
      // A token that is limited to agents learns nothing of the team.
      const shown = call.agentIds === undefined ? stored.members : []
      const members = await Promise.all(
        shown.map(async ({ userId, permissions }) => ({
          userId,
          displayName: (await nameOf(userId)) ?? FORMER_MEMBER,
          ...(permissions?.includes('conversation.answer') === false && { readsOnly: true as const }),
        })),
      )
      const cannedResponses = await openCannedResponses(reader, call.tenant, stored.cannedResponses)
      const asking = call.principal.kind === 'user' ? call.principal.userId : undefined
      const savedViews = stored.savedViews.filter(
        ({ ownerId }) => ownerId === undefined || ownerId === asking,
      )
      return replyWithTag({ settings, cannedResponses, savedViews, members }, reader.newestIn([stored]))
    },

    async 'workspaces.get'(call) {
      const stored = await reader.get(workspacesProjection, call.tenant, call.tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      const { workspaceId, ownerId, personal, region, workspaceSecret: sealed } = stored
      const members = stored.members.map(({ userId, role }) => ({ userId, role }))
      const workspace = { workspaceId, ownerId, personal, region, members }
      // It can do what members can, so whoever may do less must not see it.
      const mayUseSecret = await may(call.tenant, call.principal, 'workspace.secret.manage')
      const [workspaceName = '', workspaceSecret = '', workspacePhotoURL = ''] = await reader.open(
        call.tenant,
        [stored.workspaceName, sealed, stored.workspacePhotoURL ?? ''],
      )
      const mayReadWebhooks = await may(call.tenant, call.principal, 'webhook.read')
      const inRecord = mayReadWebhooks ? await webhookInRecord(reader, call.tenant) : undefined
      const [endpoint = ''] = inRecord ? await reader.open(call.tenant, [inRecord.url]) : []
      const events = inRecord && { endpoint, subscribedEvents: inRecord.subscribedEvents }
      const credits = await reader.get(creditBalancesProjection, call.tenant, call.tenant)
      const answer = {
        ...workspace,
        workspaceName,
        ...(workspacePhotoURL && { workspacePhotoURL }),
        workspaceSecret: mayUseSecret ? workspaceSecret : '',
        loadTokens: credits?.balance ?? 0,
        internal: { ...stored.onboarding, ...(events && { events }) },
      }
      return replyWithTag(answer, reader.newestIn([stored, inRecord]))
    },
  }

  /**
   * By the rules of its organisation, or of the workspace alone for the agency’s admin. Who is in the agency's team and what
   * it saved for itself stays with it.
   */
  async function inboxOfClient(
    tenant: string,
    principal: Extract<Principal, { kind: 'client' }>,
    workspace: StoredWorkspace,
  ) {
    const { inbox } = workspace
    const { orgId, agentIds = [], agencyAdmin } = principal
    const [organisation, members] = await Promise.all([
      agencyAdmin ? undefined : reader.get(organisationsProjection, tenant, orgId),
      colleaguesOf(reader, tenant, { orgId, agentIds }),
    ])
    const own = { ...defaultOrganisationInbox, ...withoutUndefined(organisation ?? {}) }
    const enableCannedResponses = inbox.enableCannedResponses && own.enableCannedResponses
    const tagRules = agencyAdmin ? inbox : tagRulesOfClient(inbox, own)
    const settings = { ...inbox, ...tagRules, enableCannedResponses }
    const cannedResponses = enableCannedResponses
      ? await openCannedResponses(reader, tenant, workspace.cannedResponses)
      : []
    const tag = reader.newestIn([workspace, organisation])
    return replyWithTag({ settings, cannedResponses, savedViews: [], members }, tag)
  }
}

/** Returns canned responses with their texts opened, ordered by shortcut. */
async function openCannedResponses(
  reader: Reader,
  tenant: string,
  sealed: readonly CannedResponse[],
): Promise<CannedResponse[]> {
  const opened = await reader.open(
    tenant,
    sealed.flatMap(({ shortcut, text }) => [shortcut, text]),
  )
  return sealed
    .map((one, at) => ({ ...one, shortcut: opened[2 * at] ?? '', text: opened[2 * at + 1] ?? '' }))
    .sort((one, other) => (one.shortcut < other.shortcut ? -1 : 1))
}
