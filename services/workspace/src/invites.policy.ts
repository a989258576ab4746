/** What follows from invitations: their mails, the deadline at which they end, and the erasure of their addresses. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { inviteSubject, workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { inviteMail } from './invite.mail.ts'
import type { InviteLinks } from './invite-link.ts'
import { workspace } from './workspace.decider.ts'

export type InvitePolicyDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh' | 'evict'>
  region: Region
  keyring: Pick<Keyring, 'erase'>
  deadlines: Pick<Deadlines, 'set'>
  links: Pick<InviteLinks, 'linkOf'>
  mail: {
    send(message: {
      id: string
      to: string
      tenant: string
      subject: string
      text: string
      about: string
      brand?: MailBrand
    }): Promise<unknown>
    remove(which: { about: string }): Promise<void>
  }
  nameOf(userId: string): Promise<string | undefined>
  /** Whom the mails of a workspace come from, if not from the product. */
  brandOf(tenant: string): Promise<MailBrand | undefined>
  now?: () => number
}

const KIND = 'end-invites'

/** Returns the policies and the deadline work to run in a region. */
export function invitePolicies(deps: InvitePolicyDeps): {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork
} {
  const { commands, region, keyring, deadlines, links, mail, now = Date.now } = deps
  return {
    policies: [
      definePolicy({
        name: 'invite-mail',
        startFrom: 'current',
        events: pick(workspaceEvents, 'MemberInvited', 'InviteResent'),
        async react({ id, tenant, data: { inviteId, sending } }) {
          const { state, invite } = await find(tenant, inviteId)
          // It may be over meanwhile, or have been sent again.
          if (!state || !invite || invite.sending !== sending || invite.expiresAt <= now()) return
          const { workspaceId, workspaceName } = state
          const inviterName = (await deps.nameOf(invite.invitedBy)) ?? 'Somebody'
          const link = links.linkOf({ region, workspaceId, inviteId, sending })
          const brand = await deps.brandOf(tenant)
          await mail.send({
            id,
            to: invite.email,
            tenant,
            about: inviteSubject(inviteId),
            ...inviteMail({ workspaceName, inviterName, link }),
            ...(brand && { brand }),
          })
        },
      }),
      definePolicy({
        name: KIND,
        startFrom: 'origin',
        events: pick(workspaceEvents, 'MemberInvited', 'InviteResent'),
        async react({ tenant, position, data: { inviteId, expiresAt } }) {
          const key = `${tenant}/${inviteId}`
          await deadlines.set([{ kind: KIND, key, tenant, due: expiresAt, order: position, note: inviteId }])
        },
      }),
      definePolicy({
        name: 'erase-invites',
        startFrom: 'origin',
        events: pick(workspaceEvents, 'InviteAccepted', 'InviteRevoked', 'InviteExpired'),
        react: ({ tenant, data: { inviteId } }) => erase(tenant, inviteId),
      }),
    ],
    deadlineWork: {
      kind: KIND,
      async carryOut({ tenant, note: inviteId }) {
        const command = { type: 'ExpireInvite', inviteId, now: now() } as const
        const ended = await commands.handle(workspace, tenant, command, {
          tenant,
          actor: { kind: 'policy', id: KIND },
          cause: { via: 'policy', by: KIND, command: `${KIND}/${inviteId}`, correlation: inviteId },
        })
        if (!ended.ok && ended.rejection.code !== 'not-found') throw new Error(ended.rejection.code)
        // A later invitation of the same address takes the place of one that has expired, without an event.
        const { invite } = await find(tenant, inviteId)
        if (!invite) await erase(tenant, inviteId)
      },
    },
  }

  async function find(tenant: string, inviteId: string) {
    await commands.refresh(workspace.category, tenant)
    const found = (await commands.load(workspace, tenant, tenant))?.state
    const state = found?.status === 'live' ? found : undefined
    return { state, invite: state?.invites.find((one) => one.inviteId === inviteId) }
  }

  async function erase(tenant: string, inviteId: string): Promise<void> {
    const subject = inviteSubject(inviteId)
    await mail.remove({ about: subject })
    await keyring.erase({ tenant, subject })
    await commands.evict(workspace.category, tenant)
  }
}
