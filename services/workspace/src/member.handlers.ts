/** The command endpoints about members, invitations and the ownership of workspaces, for one region. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { inviteSubject } from '@parley/contracts/workspace/events.ts'
import type { memberEndpoints } from '@parley/contracts/workspace/member-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InviteLinks } from './invite-link.ts'
import type { MembershipCommand } from './membership.ts'
import { workspace } from './workspace.decider.ts'

export type MemberHandlerDeps = {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  rateLimits: Pick<RateLimits, 'take'>
  links: InviteLinks
  /** How many people a workspace may have. */
  seatsOf(tenant: string): Promise<number>
  /** The addresses of a workspace's members. */
  contactsOf(tenant: string): Promise<{ email: string }[]>
  nameOf(userId: string): Promise<string | undefined>
  now?: () => number
}

type AnyCall = Pick<Call, 'tenant' | 'context' | 'principal'>

/** Invitations and repeated ones of a workspace a day, so that nobody is mailed at will. */
const MAILS_A_DAY = 50
const DAY_SECONDS = 86_400

const done = { success: true as const }
const peopleOnly = refuse('not-allowed', 'Only a signed-in person can do this.')
const invalidLink = refuse(
  'invite-over',
  'This invitation is no longer valid. Ask the person who invited you for a new one.',
)

export function memberHandlers(
  deps: MemberHandlerDeps,
): Omit<Handlers<typeof memberEndpoints>, 'members.list'> {
  const { region, handle, load, refresh, links, now = Date.now } = deps

  return {
    async 'invites.create'(call) {
      const { principal, tenant } = call
      const { email, permissions } = call.body
      if (principal.kind !== 'user') return peopleOnly
      if (email === principal.email) return refuse('own-address', "You can't invite yourself lol", 'email')
      const tooMany = await mailed(tenant)
      if (tooMany) return tooMany
      const inviteId = derivedId(20, tenant, call.context.cause.command)
      const isMember = (await deps.contactsOf(tenant)).some((member) => member.email === email)
      const seats = await deps.seatsOf(tenant)
      const invitedBy = principal.userId
      const about = { inviteId, email, invitedBy, isMember, permissions, seats, now: now() }
      const context = { ...call.context, subject: inviteSubject(inviteId) }
      const handled = await handle(workspace, tenant, { type: 'InviteMember', ...about }, context)
      return handled.ok ? reply({ inviteId }, handled.position) : handled
    },

    async 'invites.resend'(call) {
      const tooMany = await mailed(call.tenant)
      return tooMany ?? ask(call, { type: 'ResendInvite', inviteId: call.params.inviteId, now: now() })
    },

    'invites.revoke': (call) => ask(call, { type: 'RevokeInvite', inviteId: call.params.inviteId }),

    async 'invites.link'(call) {
      const found = await pending(call.tenant, call.params.inviteId)
      if (!found) return refuse('not-found', 'This invitation does not exist.')
      const { workspaceId, inviteId, sending } = found
      return reply({ link: links.linkOf({ region, workspaceId, inviteId, sending }) })
    },

    async 'invites.open'(call) {
      const claims = links.read(call.body.token, region)
      const found = claims && (await pending(claims.workspaceId, claims.inviteId))
      if (!found || found.sending !== claims?.sending) return invalidLink
      const { workspaceName, email, invitedBy } = found
      return reply({ workspaceName, email, invitedBy: (await deps.nameOf(invitedBy)) ?? 'Somebody' })
    },

    async 'invites.accept'(call) {
      const { principal } = call
      const claims = links.read(call.body.token, region)
      if (principal.kind !== 'user') return peopleOnly
      if (!claims) return invalidLink
      const { workspaceId: tenant, inviteId, sending } = claims
      const { userId, email } = principal
      if (call.body.email !== email)
        return refuse('other-address', 'This is not the address of your account.', 'email')
      const seats = await deps.seatsOf(tenant)
      const command = { type: 'AcceptInvite', inviteId, sending, userId, email, seats, now: now() } as const
      const handled = await handle(workspace, tenant, command, { ...call.context, tenant })
      if (!handled.ok) return handled
      if (handled.state.status !== 'live') return invalidLink
      const { workspaceId, workspaceName } = handled.state
      const joined = handled.repeated || handled.events.some(({ type }) => type === 'WorkspaceMemberAdded')
      return reply({ workspaceId, workspaceName, joined }, handled.position)
    },

    'members.change'(call) {
      const { userId } = call.params
      const { permissions } = call.body
      const context = overwriting(workspace, call.context, ['MemberPermissionsChanged'], { userId })
      return ask({ ...call, context }, { type: 'ChangeMemberPermissions', userId, permissions })
    },

    'members.remove': (call) =>
      byPerson(call, (by) => ({ type: 'RemoveMember', userId: call.params.userId, by })),

    'members.leave': (call) => byPerson(call, (userId) => ({ type: 'LeaveWorkspace', userId })),

    'ownership.offer': (call) => ask(call, { type: 'OfferOwnership', userId: call.body.userId }),

    'ownership.withdraw': (call) => ask(call, { type: 'WithdrawOwnershipOffer' }),

    'ownership.answer': (call) =>
      byPerson(call, (userId) => ({ type: 'AnswerOwnershipOffer', userId, accept: call.body.accept })),
  }

  async function ask(call: AnyCall, command: MembershipCommand) {
    const handled = await handle(workspace, call.tenant, command, call.context)
    return handled.ok ? reply(done, handled.position) : handled
  }

  async function byPerson(call: AnyCall, command: (userId: string) => MembershipCommand) {
    return call.principal.kind === 'user' ? ask(call, command(call.principal.userId)) : peopleOnly
  }

  /** The invitation with the name of its workspace, while it can be accepted. */
  async function pending(tenant: string, inviteId: string) {
    await refresh(workspace.category, tenant)
    const state = (await load(workspace, tenant, tenant))?.state
    const found =
      state?.status === 'live' && !state.deletion && state.invites.find((one) => one.inviteId === inviteId)
    if (!found || found.expiresAt <= now()) return undefined
    return { ...found, workspaceId: state.workspaceId, workspaceName: state.workspaceName }
  }

  async function mailed(tenant: string) {
    const taken = await deps.rateLimits.take([
      { key: `invites/${tenant}`, limit: MAILS_A_DAY, windowSeconds: DAY_SECONDS },
    ])
    if (taken.allowed) return undefined
    const message = 'Too many invitations today. Please try again tomorrow.'
    return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
  }
}
