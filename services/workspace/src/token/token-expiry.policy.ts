/** Mails whoever made an access token a week before it expires. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { workspace } from '../workspace.decider.ts'

export type TokenExpiryDeps = {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  region: Region
  deadlines: Pick<Deadlines, 'set'>
  /** Where the dashboard of a workspace is reached: at the domain of its agency, if it has one. */
  addressOf(tenant: string): Promise<string>
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
  }
  emailOf(userId: string): Promise<string | undefined>
  brandOf(tenant: string): Promise<MailBrand | undefined>
}

const KIND = 'access-token-expiry'
const BEFORE_MS = 7 * 86_400_000

export function tokenExpiry(deps: TokenExpiryDeps): {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork
} {
  const { commands, deadlines } = deps
  return {
    policies: [
      definePolicy({
        name: KIND,
        startFrom: 'origin',
        events: pick(workspaceEvents, 'AccessTokenCreated'),
        async react({ tenant, position, data: { tokenId, createdAt, expiresAt } }) {
          // Whoever made it for a shorter time knows when it ends.
          if (expiresAt === undefined || expiresAt - BEFORE_MS <= createdAt) return
          const due = expiresAt - BEFORE_MS
          await deadlines.set([
            { kind: KIND, key: `${tenant}/${tokenId}`, tenant, due, order: position, note: tokenId },
          ])
        },
      }),
    ],
    deadlineWork: {
      kind: KIND,
      async carryOut({ tenant, note: tokenId }) {
        await commands.refresh(workspace.category, tenant)
        const state = (await commands.load(workspace, tenant, tenant))?.state
        if (state?.status !== 'live' || state.deletion) return
        const found = state.tokens.find((token) => token.tokenId === tokenId)
        const to = found && (await deps.emailOf(found.userId))
        if (!found?.expiresAt || to === undefined || found.expiresAt <= Date.now()) return
        const brand = await deps.brandOf(tenant)
        await deps.mail.send({
          ...{ id: `${KIND}/${tokenId}`, to, tenant, about: `workspace-${tenant}` },
          ...expiryMail({
            ...{ name: found.name, workspaceName: state.workspaceName, expiresAt: found.expiresAt },
            link: `${await deps.addressOf(tenant)}/app/${deps.region}/workspace`,
          }),
          ...(brand && { brand }),
        })
      },
    },
  }
}

function expiryMail(about: { name: string; workspaceName: string; expiresAt: number; link: string }) {
  const [name, workspaceName] = [about.name, about.workspaceName].map(inOneLine)
  const day = new Date(about.expiresAt).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    subject: `The access token ${name} expires on ${day}`,
    text: [
      `The access token “${name}” that you made in the workspace “${workspaceName}” expires on ${day}. Calls with it are refused from then on.`,
      'To go on without a break, make another one, give it to the server that uses this one, and revoke this one afterwards:',
      about.link,
    ]
      .join('\n\n')
      .concat('\n'),
  }
}

/** Without line breaks, and without what a mail would show as an address to follow. */
function inOneLine(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/https?:\/\//gi, '')
}
