/** A workspace: its name, its secret, its members. Stream `workspace-<workspaceId>`; it is its own tenant. */

import { type WorkspaceEvent, workspaceEvents } from '@parley/contracts/workspace/events.ts'
import {
  type CannedResponse,
  defaultInboxSettings,
  type InboxSettings,
} from '@parley/contracts/workspace/inbox-settings.ts'
import type { SavedView } from '@parley/contracts/workspace/saved-views.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { secretHash } from '@parley/kernel/sealing/session-token.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import {
  beingDeleted,
  type Deletion,
  type DeletionCommand,
  decideDeletion,
  deletionAfter,
  isDeletionCommand,
  isPossibleDuringDeletion,
  withoutMembers,
} from './deletion/deletion.ts'
import { decideMembership, evolveMembership, type Membership, type MembershipCommand } from './membership.ts'
import {
  type AccessToken,
  decideTokens,
  isTokenCommand,
  type TokenCommand,
  tokensAfter,
  withoutTokensOf,
} from './token/tokens.ts'

export type WorkspaceState =
  | { status: 'none' }
  /** `erased`: no key of it is left. */
  | { status: 'deleted'; workspaceName: string; erased: boolean }
  | ({
      status: 'live'
      workspaceId: string
      workspaceName: string
      /** A data URL; empty for none. */
      workspacePhotoURL: string
      workspaceSecret: string
      workspaceSecretHash: string
      region: string
      personal: boolean
      onboarding: OnboardingFlags
      inbox: InboxSettings
      cannedResponses: readonly CannedResponse[]
      savedViews: readonly SavedView[]
      tokens: readonly AccessToken[]
      deletion?: Deletion | undefined
    } & Membership)

export type LiveWorkspace = Extract<WorkspaceState, { status: 'live' }>

type OnboardingFlags = {
  isAgentOnboardingDone?: boolean | undefined
  completedDriverOnboarding?: boolean | undefined
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
  | MembershipCommand
  | TokenCommand
  | DeletionCommand
  | {
      type: 'SaveWorkspace'
      workspaceName?: string | undefined
      workspacePhotoURL?: string | undefined
      internal?: OnboardingFlags | undefined
    }
  | { type: 'RegenerateSecret'; workspaceSecret: string }
  | { type: 'ChangeInboxSettings'; settings: Partial<InboxSettings> }
  | { type: 'SaveCannedResponse'; cannedResponse: CannedResponse }
  | { type: 'DeleteCannedResponse'; cannedResponseId: string }
  /** `by`: the person who acts, if it is one. */
  | { type: 'SaveInboxView'; view: SavedView; by: string | undefined }
  | { type: 'DeleteInboxView'; viewId: string; by: string | undefined }

export const workspace: Aggregate<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  category: 'workspace',
  events: workspaceEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: WorkspaceCommand, state: WorkspaceState, now: Date): Decision<WorkspaceEvent> {
  if (command.type === 'CreateWorkspace') return create(command, state)
  if (isDeletionCommand(command)) return decideDeletion(command, state)
  if (state.status !== 'live') return refuse('not-found', 'Workspace not found')
  if (state.deletion && !isPossibleDuringDeletion(command)) return beingDeleted(state.deletion)
  if (isTokenCommand(command)) return decideTokens(command, state, now)
  switch (command.type) {
    case 'SaveWorkspace':
      return save(command, state)
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
    case 'ChangeInboxSettings': {
      const settings = { ...state.inbox, ...withoutUndefined(command.settings) }
      return JSON.stringify(settings) === JSON.stringify(state.inbox)
        ? accept()
        : accept({ type: 'InboxSettingsChanged', data: settings })
    }
    case 'SaveCannedResponse':
      return saveCannedResponse(command.cannedResponse, state.cannedResponses)
    case 'DeleteCannedResponse': {
      const { cannedResponseId } = command
      const known = state.cannedResponses.some((one) => one.cannedResponseId === cannedResponseId)
      return known
        ? accept({ type: 'CannedResponseDeleted', data: { cannedResponseId } })
        : refuse('not-found', 'This canned response does not exist.')
    }
    case 'SaveInboxView':
      return saveInboxView(command, state)
    case 'DeleteInboxView': {
      const { viewId, by } = command
      const known = state.savedViews.some((view) => view.viewId === viewId && isSeenBy(view, by))
      return known ? accept({ type: 'InboxViewDeleted', data: { viewId } }) : noSuchView
    }
    case 'EndMembership': {
      const ended = decideMembership(command, state)
      return withoutTokensOf(ended.ok ? withoutMembers(command.userId, ended, state, now) : ended, state)
    }
    default:
      return withoutTokensOf(decideMembership(command, state), state)
  }
}

function save(
  command: Extract<WorkspaceCommand, { type: 'SaveWorkspace' }>,
  state: LiveWorkspace,
): Decision<WorkspaceEvent> {
  const { workspaceName = state.workspaceName, workspacePhotoURL = state.workspacePhotoURL } = command
  const events: WorkspaceEvent[] = []
  if (workspaceName !== state.workspaceName)
    events.push({ type: 'WorkspaceRenamed', data: { workspaceName } })
  if (workspacePhotoURL !== state.workspacePhotoURL)
    events.push({ type: 'WorkspacePhotoChanged', data: { workspacePhotoURL } })
  const onboarding = withFlags(state.onboarding, command.internal)
  if (JSON.stringify(onboarding) !== JSON.stringify(state.onboarding))
    events.push({ type: 'WorkspaceOnboardingChanged', data: onboarding })
  return accept(...events)
}

/** In one order, so that equal flags are equal texts. */
function withFlags(before: OnboardingFlags, given: OnboardingFlags = {}): OnboardingFlags {
  const { isAgentOnboardingDone = before.isAgentOnboardingDone } = given
  const { completedDriverOnboarding = before.completedDriverOnboarding } = given
  return {
    ...(isAgentOnboardingDone === undefined ? {} : { isAgentOnboardingDone }),
    ...(completedDriverOnboarding === undefined ? {} : { completedDriverOnboarding }),
  }
}

/** All of them are sent each time the inbox opens, and nobody could find their way in more. */
const MOST_CANNED_RESPONSES = 200

function saveCannedResponse(
  saved: CannedResponse,
  present: readonly CannedResponse[],
): Decision<WorkspaceEvent> {
  const { cannedResponseId, shortcut, text } = saved
  const former = present.find((one) => one.cannedResponseId === cannedResponseId)
  if (former && former.shortcut === shortcut && former.text === text) return accept()
  if (present.some((one) => one.shortcut === shortcut && one !== former))
    return refuse('shortcut-taken', `Another canned response has the shortcut /${shortcut}.`, 'shortcut')
  if (!former && present.length >= MOST_CANNED_RESPONSES)
    return refuse('too-many', `There can be ${MOST_CANNED_RESPONSES} canned responses. Delete one first.`)
  return accept({ type: 'CannedResponseSaved', data: saved })
}

const noSuchView = refuse('not-found', 'This view does not exist.')

/** All of them are sent each time the inbox opens. */
const MOST_SAVED_VIEWS = 200

function saveInboxView(
  { view, by }: Extract<WorkspaceCommand, { type: 'SaveInboxView' }>,
  { savedViews: present, members }: LiveWorkspace,
): Decision<WorkspaceEvent> {
  const { assignee } = view.filters
  if (assignee !== undefined && !members.some(({ userId }) => userId === assignee))
    return refuse('invalid-input', 'This person is not a member of the workspace.', 'filters.assignee')
  const former = present.find(({ viewId }) => viewId === view.viewId)
  if (former && !isSeenBy(former, by)) return noSuchView
  if (former && JSON.stringify(former) === JSON.stringify(view)) return accept()
  const named = (other: SavedView) => other.name.toLowerCase() === view.name.toLowerCase()
  if (present.some((other) => other !== former && isSeenBy(other, by) && named(other)))
    return refuse('name-taken', `There is a view named “${view.name}” already.`, 'name')
  if (!former && present.length >= MOST_SAVED_VIEWS)
    return refuse('too-many', `There can be ${MOST_SAVED_VIEWS} saved views. Delete one first.`)
  return accept({ type: 'InboxViewSaved', data: view })
}

const isSeenBy = ({ ownerId }: SavedView, userId: string | undefined) =>
  ownerId === undefined || ownerId === userId

function create(
  command: Extract<WorkspaceCommand, { type: 'CreateWorkspace' }>,
  state: WorkspaceState,
): Decision<WorkspaceEvent> {
  if (state.status === 'deleted') return refuse('not-found', 'Workspace not found')
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
    return {
      status: 'live',
      ...event.data,
      workspacePhotoURL: '',
      onboarding: {},
      members: [],
      invites: [],
      inbox: defaultInboxSettings,
      cannedResponses: [],
      savedViews: [],
      tokens: [],
    }
  }
  if (event.type === 'WorkspaceErased') return { status: 'deleted', workspaceName: '', erased: true }
  if (state.status !== 'live') return state
  if (event.type === 'WorkspaceDeleted')
    return { status: 'deleted', workspaceName: state.workspaceName, erased: false }
  switch (event.type) {
    case 'WorkspaceDeletionRequested':
    case 'WorkspaceDeletionUndone':
      return { ...state, deletion: deletionAfter(event) }
    case 'AccessTokenCreated':
    case 'AccessTokenRevoked':
      return { ...state, tokens: tokensAfter(state.tokens, event) }
    case 'WorkspaceMemberRemoved': {
      const savedViews = state.savedViews.filter(({ ownerId }) => ownerId !== event.data.userId)
      return { ...state, ...evolveMembership(state, event), savedViews }
    }
    case 'WorkspaceRenamed':
      return { ...state, workspaceName: event.data.workspaceName }
    case 'WorkspacePhotoChanged':
      return { ...state, workspacePhotoURL: event.data.workspacePhotoURL }
    case 'WorkspaceOnboardingChanged':
      return { ...state, onboarding: withFlags(event.data) }
    case 'WorkspaceSecretRegenerated': {
      const { workspaceSecret, workspaceSecretHash } = event.data
      return { ...state, workspaceSecret, workspaceSecretHash }
    }
    case 'InboxSettingsChanged':
      return { ...state, inbox: event.data }
    case 'CannedResponseSaved':
      return { ...state, cannedResponses: [...without(state, event.data), event.data] }
    case 'CannedResponseDeleted':
      return { ...state, cannedResponses: without(state, event.data) }
    case 'InboxViewSaved':
      return { ...state, savedViews: [...otherViews(state.savedViews, event.data), event.data] }
    case 'InboxViewDeleted':
      return { ...state, savedViews: otherViews(state.savedViews, event.data) }
    default:
      return { ...state, ...evolveMembership(state, event) }
  }
}

function without(
  { cannedResponses }: { cannedResponses: readonly CannedResponse[] },
  { cannedResponseId }: { cannedResponseId: string },
): CannedResponse[] {
  return cannedResponses.filter((one) => one.cannedResponseId !== cannedResponseId)
}

function otherViews(views: readonly SavedView[], { viewId }: { viewId: string }): SavedView[] {
  return views.filter((view) => view.viewId !== viewId)
}
