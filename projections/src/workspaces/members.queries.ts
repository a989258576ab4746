/** What is asked about the members of a workspace and those who are invited to it. */
import { ERASED, FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import type { memberEndpoints } from '@parley/contracts/workspace/member-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, type Principal, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import type { ReturnedMailOf } from '../bounces/returned-mail.ts'
import { type StoredInvite, workspacesProjection } from './workspaces.projection.ts'

export type MemberQueriesDeps = {
  reader: Reader
  profileOf(
    userId: string,
  ): Promise<{ displayName: string; email: string; photoURL?: string | undefined } | undefined>
  seatsOf(tenant: string): Promise<number>
  /** Whether an admitted principal has a permission. */
  may(tenant: string, principal: Principal, permission: Permission): Promise<boolean>
  returnedMailOf: ReturnedMailOf
  now?: () => number
}

export function memberQueries(
  deps: MemberQueriesDeps,
): Pick<Handlers<typeof memberEndpoints>, 'members.list'> {
  const { reader, now = Date.now } = deps
  return {
    async 'members.list'({ tenant, principal }) {
      const stored = await reader.get(workspacesProjection, tenant, tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      const members = stored.members.map(async ({ userId, role, permissions, joinedAt }) => ({
        userId,
        role,
        ...((await deps.profileOf(userId)) ?? { displayName: FORMER_MEMBER, email: '' }),
        ...(permissions && { permissions }),
        ...(joinedAt !== undefined && { joinedAt: new Date(joinedAt).toISOString() }),
      }))
      const manages = await deps.may(tenant, principal, 'workspace.members.manage')
      const answer = {
        members: await marked(tenant, await Promise.all(members)),
        invites: manages ? await marked(tenant, await opened(tenant, stored.invites)) : [],
        seats: await deps.seatsOf(tenant),
        ...(stored.offeredTo !== undefined && { offeredTo: stored.offeredTo }),
      }
      return replyWithTag(answer, reader.newestIn([stored]))
    },
  }

  async function marked<One extends { email: string }>(tenant: string, people: readonly One[]) {
    const returned = await deps.returnedMailOf(
      tenant,
      people.map(({ email }) => email),
    )
    return people.map((one, nth) => ({ ...one, ...returned[nth] }))
  }

  async function opened(tenant: string, invites: readonly StoredInvite[]) {
    const pending = invites.filter(({ expiresAt }) => expiresAt > now())
    const emails = await reader.open(
      tenant,
      pending.map(({ email }) => email),
    )
    return pending.flatMap(({ inviteId, permissions, invitedBy, sentAt, expiresAt }, at) => {
      const email = emails[at] ?? ERASED
      if (email === ERASED) return []
      const times = { sentAt: new Date(sentAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() }
      return [{ inviteId, email, invitedBy, ...times, ...(permissions && { permissions }) }]
    })
  }
}
