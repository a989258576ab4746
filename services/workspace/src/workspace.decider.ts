/** A workspace: its name, its secret, its members. Stream `workspace-<workspaceId>`; it is its own tenant. */
import { createHash } from 'node:crypto'
import { type WorkspaceEvent, workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

export type WorkspaceState =
  | { status: 'none' }
  | {
      status: 'live'
      workspaceId: string
      ownerId: string
      workspaceName: string
      workspaceSecret: string
      workspaceSecretHash: string
      region: string
      personal: boolean
      members: readonly { userId: string; role: 'owner' | 'member' }[]
    }

export type WorkspaceCommand =
  | {
      type: 'CreateWorkspace'
      workspaceId: string
      ownerId: string
      /** The owner's. */
      email: string
      workspaceName: string
      workspaceSecret: string
      region: string
      personal: boolean
    }
  | { type: 'RenameWorkspace'; workspaceName: string }
  | { type: 'RegenerateSecret'; workspaceSecret: string }

export const workspace: Aggregate<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  category: 'workspace',
  events: workspaceEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: WorkspaceCommand, state: WorkspaceState): Decision<WorkspaceEvent> {
  if (command.type === 'CreateWorkspace') return create(command, state)
  if (state.status === 'none') return refuse('not-found', 'Workspace not found')
  switch (command.type) {
    case 'RenameWorkspace': {
      const { workspaceName } = command
      return workspaceName === state.workspaceName
        ? accept()
        : accept({ type: 'WorkspaceRenamed', data: { workspaceName } })
    }
    case 'RegenerateSecret': {
      const { workspaceSecret } = command
      return accept({
        type: 'WorkspaceSecretRegenerated',
        data: {
          workspaceSecret,
          workspaceSecretHash: secretHash(workspaceSecret),
          formerSecretHash: state.workspaceSecretHash,
        },
      })
    }
  }
}

function create(
  command: Extract<WorkspaceCommand, { type: 'CreateWorkspace' }>,
  state: WorkspaceState,
): Decision<WorkspaceEvent> {
  if (state.status === 'live') {
    return state.ownerId === command.ownerId
      ? accept()
      : refuse('conflict', 'A workspace of this name belongs to somebody else.')
  }
  const { type: _, email, ...created } = command
  return accept(
    {
      type: 'WorkspaceCreated',
      data: { ...created, workspaceSecretHash: secretHash(command.workspaceSecret) },
    },
    { type: 'WorkspaceMemberAdded', data: { userId: command.ownerId, email, role: 'owner' } },
  )
}

function evolve(state: WorkspaceState, event: WorkspaceEvent): WorkspaceState {
  if (event.type === 'WorkspaceCreated') {
    return { status: 'live', ...event.data, members: [] }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'WorkspaceMemberAdded': {
      const { userId, role } = event.data
      const others = state.members.filter((member) => member.userId !== userId)
      return { ...state, members: [...others, { userId, role }] }
    }
    case 'WorkspaceRenamed':
      return { ...state, workspaceName: event.data.workspaceName }
    case 'WorkspaceSecretRegenerated': {
      const { workspaceSecret, workspaceSecretHash } = event.data
      return { ...state, workspaceSecret, workspaceSecretHash }
    }
    default:
      return state
  }
}

/** SHA-256, as the projection `bearers` looks a secret up. */
function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
