/** The command endpoints of workspaces, for one region. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { WebhookInRecord } from '@parley/contracts/integration/webhook.ts'
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import type { inboxSettingsEndpoints } from '@parley/contracts/workspace/inbox-settings.ts'
import type { savedViewEndpoints } from '@parley/contracts/workspace/saved-views.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { memberOf } from './member-view.ts'
import { workspace } from './workspace.decider.ts'

/** Each workspace has free credits of its own where the operator grants some. */
const MOST_OWNED = 20

/** The events by which what a call overwrites is changed. */
const profileChanged = ['WorkspaceRenamed', 'WorkspacePhotoChanged', 'WorkspaceOnboardingChanged'] as const
const cannedResponseChanged = ['CannedResponseSaved', 'CannedResponseDeleted'] as const
const viewChanged = ['InboxViewSaved', 'InboxViewDeleted'] as const

export type WorkspaceDeps = {
  region: Region
  handle: CommandHandler['handle']
  /** The workspaces of a person in this region. */
  workspacesOf(userId: string): Promise<{ role: string }[]>
  /** How long the deletion of a workspace can be undone, in ms. */
  graceMs: number
  /** Makes the webhook of the record, `internal.events`, what was given; null removes it. */
  changeWebhookInRecord(
    call: Pick<Call, 'tenant' | 'context' | 'may'>,
    given: WebhookInRecord | null,
  ): Promise<{ ok: true; position?: number } | { ok: false; rejection: Rejection }>
}

export function workspaceHandlers(
  deps: WorkspaceDeps,
): Omit<Handlers<typeof workspaceEndpoints>, 'workspaces.get' | 'workspaces.contents' | 'workspaces.export'> &
  Omit<Handlers<typeof inboxSettingsEndpoints>, 'inbox.get'> &
  Handlers<typeof savedViewEndpoints> {
  const { region, handle } = deps

  return {
    async 'workspaces.create'(call) {
      const { principal, context } = call
      if (principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      const { userId, email } = principal
      const workspaceId = derivedId(24, userId, context.cause.command)
      const others = (await deps.workspacesOf(userId)).filter(({ role }) => role === 'owner')
      if (others.length >= MOST_OWNED)
        return refuse(
          'too-many-workspaces',
          `You can own ${MOST_OWNED} workspaces. Leave or hand over one first.`,
        )
      const command = {
        type: 'CreateWorkspace',
        workspaceId,
        ownerId: userId,
        email,
        workspaceName: call.body.workspaceName,
        workspaceSecret: newWorkspaceSecret(),
        region,
        personal: false,
      } as const
      const handled = await handle(workspace, workspaceId, command, { ...context, tenant: workspaceId })
      if (!handled.ok) return handled
      const view = handled.state.status === 'live' ? memberOf(handled.state, userId) : undefined
      if (!view) throw new Error('A workspace has no owner')
      return reply(view, handled.position)
    },

    async 'workspaces.save'(call) {
      const { internal: { events, ...flags } = {}, ...profile } = call.body
      // First, since more can refuse it.
      const changed = events === undefined ? undefined : await deps.changeWebhookInRecord(call, events)
      if (changed && !changed.ok) return changed
      const command = { type: 'SaveWorkspace', ...profile, internal: flags } as const
      const context = overwriting(workspace, call.context, profileChanged)
      const handled = await handle(workspace, call.tenant, command, context)
      if (!handled.ok) return handled
      return reply({ success: true }, Math.max(handled.position, changed?.position ?? 0))
    },

    async 'workspaces.delete'(call) {
      const by = personOf(call)
      if (by === undefined) return refuse('not-allowed', 'Only a signed-in person can do this.')
      const command = { type: 'RequestDeletion', by, now: Date.now(), graceMs: deps.graceMs } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      if (!handled.ok) return handled
      const { eraseAt = 0 } = (handled.state.status === 'live' && handled.state.deletion) || {}
      return reply({ success: true, deletedAt: new Date(eraseAt).toISOString() }, handled.position)
    },

    async 'workspaces.keep'(call) {
      const by = personOf(call)
      if (by === undefined) return refuse('not-allowed', 'Only a signed-in person can do this.')
      const handled = await handle(workspace, call.tenant, { type: 'UndoDeletion', by }, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'workspaces.regenerateSecret'(call) {
      const command = { type: 'RegenerateSecret', workspaceSecret: newWorkspaceSecret() } as const
      const context = overwriting(workspace, call.context, ['WorkspaceSecretRegenerated'])
      const handled = await handle(workspace, call.tenant, command, context)
      if (!handled.ok) return handled
      if (handled.state.status !== 'live') throw new Error('A workspace vanished while its secret changed')
      return reply({ workspaceSecret: handled.state.workspaceSecret }, handled.position)
    },

    async 'inbox.save'(call) {
      const command = { type: 'ChangeInboxSettings', settings: call.body } as const
      const context = overwriting(workspace, call.context, ['InboxSettingsChanged'])
      const handled = await handle(workspace, call.tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.saveCannedResponse'(call) {
      const { cannedResponseId } = call.params
      const command = {
        type: 'SaveCannedResponse',
        cannedResponse: { cannedResponseId, ...call.body },
      } as const
      const context = overwriting(workspace, call.context, cannedResponseChanged, { cannedResponseId })
      const handled = await handle(workspace, call.tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.deleteCannedResponse'(call) {
      const { cannedResponseId } = call.params
      const command = { type: 'DeleteCannedResponse', cannedResponseId } as const
      const context = overwriting(workspace, call.context, cannedResponseChanged, { cannedResponseId })
      const handled = await handle(workspace, call.tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.saveView'(call) {
      const { viewId } = call.params
      const { name, filters, onlyMine } = call.body
      const by = personOf(call)
      if (onlyMine && by === undefined)
        return refuse('invalid-input', 'Only a signed-in person has views of their own.', 'onlyMine')
      const view = { viewId, name, filters, ...(onlyMine ? { ownerId: by } : {}) }
      const command = { type: 'SaveInboxView', view, by } as const
      const context = overwriting(workspace, call.context, viewChanged, { viewId })
      const handled = await handle(workspace, call.tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.deleteView'(call) {
      const { viewId } = call.params
      const command = { type: 'DeleteInboxView', viewId, by: personOf(call) } as const
      const context = overwriting(workspace, call.context, viewChanged, { viewId })
      const handled = await handle(workspace, call.tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}

function personOf({ principal }: Pick<Call, 'principal'>): string | undefined {
  return principal.kind === 'user' ? principal.userId : undefined
}

/** `ws_` and 20 random characters (part 2 §9: 'workspace secret 20 random characters with a prefix'). */
export function newWorkspaceSecret(): string {
  return `ws_${randomText(20)}`
}
