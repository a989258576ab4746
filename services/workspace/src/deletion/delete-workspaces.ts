/** What follows from the deletion of a workspace: its process, the mails to its members, and the erasure. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { WorkspaceDeletionInput } from '@parley/contracts/workspace/deletion-events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { workspace } from '../workspace.decider.ts'
import {
  type DeletionMail,
  deletionRequestedMail,
  deletionUndoneMail,
  workspaceDeletedMail,
} from './deletion.mail.ts'
import { deletionProcess } from './deletion.process.ts'

export type DeleteWorkspacesDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh' | 'evictAll'>
  region: Region
  keyring: Pick<Keyring, 'eraseTenant'>
  readStore: Pick<ReadStore, 'declare' | 'removeTenant'>
  /** Removes what is known of uses of the workspace's access tokens. */
  forgetTokenUses(tenant: string): Promise<void>
  deadlines: Deadlines
  publicUrl: string
  mail: {
    send(message: DeletionMail & { id: string; to: string; about: string }): Promise<unknown>
    remove(which: { about: string }): Promise<void>
  }
  nameOf(userId: string): Promise<string | undefined>
  emailOf(userId: string): Promise<string | undefined>
}

const told = pick(
  workspaceEvents,
  'WorkspaceDeletionRequested',
  'WorkspaceDeletionUndone',
  'WorkspaceDeleted',
)

export function deleteWorkspaces(deps: DeleteWorkspacesDeps): {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork
} {
  const { commands, deadlines, keyring, mail, readStore, region } = deps
  const running: RunningProcess<WorkspaceDeletionInput> = runProcess(deletionProcess, {
    handle: commands.handle,
    load: commands.load,
    deadlines,

    async carryOut({ type }, context) {
      const handled = await commands.handle(workspace, context.tenant, { type }, context)
      if (!handled.ok) throw new Error(handled.rejection.code)
    },

    async perform(_, { tenant }) {
      await mail.remove({ about: aboutOf(tenant) })
      await keyring.eraseTenant(tenant)
      // Snapshots of streams are no projection's.
      await readStore.declare({ name: 'snapshots', indexes: {} })
      await readStore.removeTenant('snapshots', tenant)
      await deps.forgetTokenUses(tenant)
      commands.evictAll()
      return { type: 'Erased' }
    },
  })

  return {
    policies: [
      running.policy,
      definePolicy({
        name: 'delete-workspaces',
        startFrom: 'origin',
        events: pick(workspaceEvents, 'WorkspaceDeletionRequested', 'WorkspaceDeletionUndone'),
        async react({ type, id, tenant, data }) {
          const place = { tenant, instance: tenant }
          if (type === 'WorkspaceDeletionUndone') await running.take(place, { type: 'DeletionUndone' }, id)
          else await running.take(place, { type: 'DeletionRequested', eraseAt: data.eraseAt }, id)
        },
      }),
      definePolicy({
        name: 'workspace-deletion-mail',
        startFrom: 'current',
        events: told,
        async react(event) {
          const { id, tenant } = event
          await commands.refresh(workspace.category, tenant)
          const state = (await commands.load(workspace, tenant, tenant))?.state
          if (!state || state.status === 'none') return
          const live = state.status === 'live' ? state : undefined
          const { workspaceName } = state
          const link = `${deps.publicUrl}/app/${region}/workspace`
          const send = async (userId: string, words: DeletionMail) => {
            const to = await deps.emailOf(userId)
            if (to !== undefined)
              await mail.send({ id: `${id}/${userId}`, to, about: aboutOf(tenant), ...words })
          }
          if (event.type === 'WorkspaceDeleted') {
            const words = workspaceDeletedMail({ workspaceName })
            for (const userId of event.data.memberIds) await send(userId, words)
            return
          }
          // Told late, it may be otherwise by now.
          const isRequested = event.type === 'WorkspaceDeletionRequested'
          if (!live || isRequested !== (live.deletion !== undefined)) return
          const byName = (await deps.nameOf(event.data.userId)) ?? 'Somebody'
          for (const { userId, role } of live.members)
            await send(
              userId,
              event.type === 'WorkspaceDeletionUndone'
                ? deletionUndoneMail({ workspaceName, byName, link })
                : deletionRequestedMail({
                    ...{ workspaceName, byName, link, isOwner: role === 'owner' },
                    deletedOn: dayOf(event.data.eraseAt),
                  }),
            )
        },
      }),
    ],
    deadlineWork: running.deadlineWork,
  }
}

const aboutOf = (tenant: string) => `workspace-${tenant}`

const dayOf = (ms: number) => new Date(ms).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
