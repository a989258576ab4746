/** The colleagues of the demo's owner, and an invitation that waits: as many as the workspace has seats for. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { inviteSubject } from '@parley/contracts/workspace/events.ts'
import { memberPresets } from '@parley/contracts/workspace/member-permissions.ts'
import { emailHash, hashPassword } from '@parley/identity/credentials.ts'
import { DIRECTORY, emailReservation } from '@parley/identity/email-reservation.decider.ts'
import { user } from '@parley/identity/user.decider.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import { stableId } from './chance.ts'
import type { Past } from './past.ts'
import { byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

export type TeamOptions = Stage & {
  /** Of the region that keeps the addresses of all people. */
  directory: Past
  /** Keys the hashes of addresses. */
  hashKey: Buffer
  seats: number
  /** With which they sign in. */
  password: string
  /** In front of the domain of each address, so that two demos on one instance have people of their own. */
  tag: string
}

type Colleague = { name: string; mailbox: string; preset: string; joined: number }

const colleagues: readonly Colleague[] = [
  { name: 'Milo Brandt', mailbox: 'milo', preset: 'Support', joined: 41 },
  { name: 'Priya Shah', mailbox: 'priya', preset: 'Editor', joined: 30 },
  { name: 'Tomás Rey', mailbox: 'tomas', preset: 'Viewer', joined: 12 },
]
const invited = { mailbox: 'freya', preset: 'Support', sent: 2 }

/** How many it takes for all of them. */
export const seatsOfTeam = colleagues.length + 2

export function team(options: TeamOptions): Step[] {
  const { past, directory, region, workspaceId, userId, now, seats, tag } = options
  const { handle } = past.commands
  const addressOf = (mailbox: string) => `${mailbox}${tag}@northwind.example`
  // The owner has one, and one is the invitation's, unless there is but one besides.
  const left = Math.max(0, seats - 1)
  const joining = colleagues.slice(0, left > 1 ? left - 1 : left)
  return [
    ...joining.map((colleague) => {
      const at = now - colleague.joined * DAY_MS
      return { at, kind: 'agency' as const, run: () => join(colleague, at) }
    }),
    ...(left > 1 ? [{ at: now - invited.sent * DAY_MS, kind: 'agency' as const, run: invite }] : []),
  ]

  async function join({ name, mailbox, preset }: Colleague, at: number) {
    const email = addressOf(mailbox)
    const colleagueId = stableId(workspaceId, 'colleague', mailbox)
    await signUp(colleagueId, { email, displayName: name, region })
    const inviteId = stableId(workspaceId, 'invite', mailbox)
    await done(handle(workspace, workspaceId, invitation(mailbox, preset, at), invitationContext(mailbox)))
    const accept = { type: 'AcceptInvite', inviteId, sending: 1, userId: colleagueId } as const
    const actor = { kind: 'user', id: colleagueId } as const
    await done(
      handle(
        workspace,
        workspaceId,
        { ...accept, email, seats, now: at },
        byHand(options, `join/${mailbox}`, actor),
      ),
    )
  }

  async function signUp(colleagueId: string, person: { email: string; displayName: string; region: Region }) {
    const own = {
      ...byHand(options, `sign-up/${colleagueId}`, { kind: 'user', id: colleagueId }),
      tenant: colleagueId,
    }
    const reserve = { type: 'Reserve', userId: colleagueId, region } as const
    const name = emailHash(options.hashKey, person.email)
    await done(directory.commands.handle(emailReservation, name, reserve, { ...own, tenant: DIRECTORY }))
    const passwordHash = await hashPassword(options.password)
    const command = { type: 'SignUp', ...person, userId: colleagueId, passwordHash } as const
    await done(handle(user, colleagueId, command, own))
  }

  async function invite() {
    const at = now - invited.sent * DAY_MS
    await done(
      handle(
        workspace,
        workspaceId,
        invitation(invited.mailbox, invited.preset, at),
        invitationContext(invited.mailbox),
      ),
    )
    // The running platform mails it.
    await past.release(`workspace-${workspaceId}`)
  }

  function invitation(mailbox: string, preset: string, at: number) {
    const inviteId = stableId(workspaceId, 'invite', mailbox)
    const permissions = memberPresets.find(({ name }) => name === preset)?.permissions
    const of = { inviteId, email: addressOf(mailbox), invitedBy: userId, permissions, seats, now: at }
    return { type: 'InviteMember', isMember: false, ...of } as const
  }

  function invitationContext(mailbox: string) {
    const subject = inviteSubject(stableId(workspaceId, 'invite', mailbox))
    return { ...byHand(options, `invite/${mailbox}`), subject }
  }
}
