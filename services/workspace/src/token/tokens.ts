/** The access tokens of a workspace; the part of its decider about them. A token may do no more than who made it may. */
import {
  holds,
  neverOfTokens,
  type WorkspacePermission,
  withRequired,
  workspacePermissions,
} from '@parley/contracts/permissions.ts'
import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { MOST_TOKENS, tokenPermissionsOf } from '@parley/contracts/workspace/token-names.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { memberOf } from '../member-view.ts'
import type { LiveWorkspace } from '../workspace.decider.ts'

type CreatedData = Extract<WorkspaceEvent, { type: 'AccessTokenCreated' }>['data']

/** Times in milliseconds. */
export type AccessToken = Readonly<CreatedData>

export type TokenCommand =
  /** `userId`: who makes it. */
  | {
      type: 'CreateAccessToken'
      tokenId: string
      name: string
      userId: string
      permissions: readonly WorkspacePermission[]
      agentIds: readonly string[] | undefined
      tokenHash: string
      expiresAt: number | undefined
    }
  | { type: 'RevokeAccessToken'; tokenId: string }

export function isTokenCommand(command: { type: string }): command is TokenCommand {
  return command.type === 'CreateAccessToken' || command.type === 'RevokeAccessToken'
}

export function decideTokens(
  command: TokenCommand,
  state: LiveWorkspace,
  now: Date,
): Decision<WorkspaceEvent> {
  if (command.type === 'CreateAccessToken') return create(command, state, now)
  const found = state.tokens.find(({ tokenId }) => tokenId === command.tokenId)
  return found ? accept(revoked(found, 'person')) : refuse('not-found', 'This access token does not exist.')
}

function create(
  command: Extract<TokenCommand, { type: 'CreateAccessToken' }>,
  state: LiveWorkspace,
  now: Date,
): Decision<WorkspaceEvent> {
  const { tokenId, name, userId, agentIds, tokenHash, expiresAt } = command
  const maker = memberOf(state, userId)
  if (!maker) return refuse('not-allowed', 'Only a member of the workspace can make an access token.')
  if (state.tokens.some((token) => token.tokenId === tokenId)) return accept()
  const permissions = withRequired(command.permissions)
  const never = permissions.find((one) => neverOfTokens.includes(one))
  if (never) return refused('No access token may have this', never)
  const missing = permissions.find((one) => !holds(maker, one))
  if (missing) return refused('You can’t give a token what you may not do yourself', missing)
  if (expiresAt !== undefined && expiresAt <= now.getTime())
    return refuse('already-expired', 'The expiry date is in the past.', 'expiresAt')
  if (state.tokens.length >= MOST_TOKENS)
    return refuse(
      'too-many-tokens',
      `A workspace can have ${MOST_TOKENS} access tokens. Revoke one that is not used any more.`,
    )
  return accept({
    type: 'AccessTokenCreated',
    data: {
      ...{ tokenId, name, userId, permissions, tokenHash, createdAt: now.getTime() },
      ...(agentIds && { agentIds: [...new Set(agentIds)].sort() }),
      ...(expiresAt !== undefined && { expiresAt }),
    },
  })
}

function refused(why: string, permission: WorkspacePermission): Decision<WorkspaceEvent> {
  return refuse('not-allowed', `${why}: ${workspacePermissions[permission]}`, 'permissions')
}

/** Tokens end with the membership of who made them, and do not come back with it. */
export function withoutTokensOf(
  ended: Decision<WorkspaceEvent>,
  { tokens }: LiveWorkspace,
): Decision<WorkspaceEvent> {
  if (!ended.ok) return ended
  const left = ended.events.flatMap(({ type, data }) =>
    type === 'WorkspaceMemberRemoved' ? [data.userId] : [],
  )
  const orphaned = tokens.filter(({ userId }) => left.includes(userId))
  return accept(...ended.events, ...orphaned.map((token) => revoked(token, 'maker-left')))
}

function revoked({ tokenId, userId }: AccessToken, reason: 'person' | 'maker-left'): WorkspaceEvent {
  return { type: 'AccessTokenRevoked', data: { tokenId, userId, reason } }
}

export function tokensAfter(tokens: readonly AccessToken[], event: WorkspaceEvent): readonly AccessToken[] {
  if (event.type === 'AccessTokenCreated') return [...tokens, event.data]
  if (event.type !== 'AccessTokenRevoked') return tokens
  return tokens.filter(({ tokenId }) => tokenId !== event.data.tokenId)
}

/** What a token may do at present: what it was given, as far as who made it still has it. */
export function permissionsAtPresent(
  { userId, permissions }: Pick<AccessToken, 'userId' | 'permissions'>,
  state: LiveWorkspace,
): WorkspacePermission[] {
  const maker = memberOf(state, userId)
  return maker ? tokenPermissionsOf(maker).filter((name) => permissions.includes(name)) : []
}
