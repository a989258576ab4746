/** The deletion of a workspace and the time to undo it; the part of the workspace's decider about it. */
import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { LiveWorkspace, WorkspaceCommand, WorkspaceState } from '../workspace.decider.ts'

/** Times in milliseconds. */
export type Deletion = { requestedAt: number; eraseAt: number }

export type DeletionCommand =
  /** `by`: the person who asks. `graceMs`: how long it can be undone. */
  | { type: 'RequestDeletion'; by: string; now: number; graceMs: number }
  | { type: 'UndoDeletion'; by: string }
  /** Accepted without an event if it was undone or is over already. */
  | { type: 'EndWorkspace' }
  | { type: 'RecordErasure' }

const ofDeletion = ['RequestDeletion', 'UndoDeletion', 'EndWorkspace', 'RecordErasure']

export function isDeletionCommand(command: WorkspaceCommand): command is DeletionCommand {
  return ofDeletion.includes(command.type)
}

/** What ends by itself, that people leave, and that access is withdrawn. */
export function isPossibleDuringDeletion({ type }: WorkspaceCommand): boolean {
  return ['EndMembership', 'ExpireInvite', 'LeaveWorkspace', 'RevokeAccessToken'].includes(type)
}

/** The refusal of whatever would change a workspace that waits for its deletion. */
export function beingDeleted({ eraseAt }: Pick<Deletion, 'eraseAt'>) {
  const day = new Date(eraseAt).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return refuse(
    'workspace-being-deleted',
    `This workspace will be deleted on ${day} and can’t be changed. Its owner can keep it until then.`,
  )
}

export function decideDeletion(command: DeletionCommand, state: WorkspaceState): Decision<WorkspaceEvent> {
  if (command.type === 'RecordErasure') {
    if (state.status !== 'deleted') return refuse('conflict', 'The workspace is not deleted.')
    return state.erased ? accept() : accept({ type: 'WorkspaceErased', data: {} })
  }
  if (command.type === 'EndWorkspace') {
    if (state.status !== 'live' || !state.deletion) return accept()
    const { members, workspaceSecretHash: formerSecretHash } = state
    const memberIds = members.map(({ userId }) => userId)
    return accept({ type: 'WorkspaceDeleted', data: { memberIds, formerSecretHash } })
  }
  if (state.status !== 'live') return refuse('not-found', 'Workspace not found')
  if (command.type === 'UndoDeletion')
    return state.deletion
      ? accept({ type: 'WorkspaceDeletionUndone', data: { userId: command.by } })
      : accept()
  // A person always has a workspace: the personal one goes with their account.
  if (state.personal)
    return refuse(
      'personal-workspace',
      'Your personal workspace can’t be deleted on its own. It belongs to your account.',
    )
  if (state.deletion) return accept()
  const { by: userId, now: requestedAt, graceMs } = command
  return accept({
    type: 'WorkspaceDeletionRequested',
    data: { userId, requestedAt, eraseAt: requestedAt + graceMs },
  })
}

/** A workspace that nobody is left in is deleted with the account of its last member: nobody could undo it. */
export function withoutMembers(
  userId: string,
  ended: Extract<Decision<WorkspaceEvent>, { ok: true }>,
  { deletion, members }: LiveWorkspace,
  now: Date,
): Decision<WorkspaceEvent> {
  const isLast = ended.events.length > 0 && members.every((member) => member.userId === userId)
  if (!isLast || deletion) return ended
  const at = now.getTime()
  return accept(...ended.events, {
    type: 'WorkspaceDeletionRequested',
    data: { userId, requestedAt: at, eraseAt: at },
  })
}

export function deletionAfter(
  event: Extract<WorkspaceEvent, { type: 'WorkspaceDeletionRequested' | 'WorkspaceDeletionUndone' }>,
): Deletion | undefined {
  if (event.type === 'WorkspaceDeletionUndone') return undefined
  const { requestedAt, eraseAt } = event.data
  return { requestedAt, eraseAt }
}
