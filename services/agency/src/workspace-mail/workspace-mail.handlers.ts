/** Mails what the servers of a workspace have to say, under the brand of its agency (part 2 §7). */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import {
  MOST_WORKSPACE_MAILS,
  type workspaceMailEndpoints,
} from '@parley/contracts/workspace/mail-endpoints.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { textOfHtml } from '../domains/text-of-html.ts'

export type WorkspaceMailDeps = {
  rateLimits: Pick<RateLimits, 'take'>
  /** Whom mails of the workspace come from, if not from the product. */
  brandOf(tenant: string): Promise<MailBrand | undefined>
  send(message: {
    id: string
    tenant: string
    to: string
    subject: string
    text: string
    brand?: MailBrand
    replyTo?: string
  }): Promise<'accepted' | 'refused' | 'attachments-refused'>
}

const notSent = refuse('not-sent', 'Failed to send email. Please try again.')

export function workspaceMailHandlers({
  rateLimits,
  brandOf,
  send,
}: WorkspaceMailDeps): Handlers<typeof workspaceMailEndpoints> {
  return {
    async 'workspaces.sendEmail'({ tenant, body, context, principal }) {
      const text = textOfHtml(body.html, { addresses: true })
      if (text === '') return refuse('invalid-input', 'Please enter a message.', 'html')
      const limit = { key: `workspace-mail/${tenant}`, limit: MOST_WORKSPACE_MAILS, windowSeconds: 86_400 }
      const taken = await rateLimits.take([limit])
      if (!taken.allowed) {
        const message = `At most ${MOST_WORKSPACE_MAILS} mails can be sent in a day.`
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      const brand = await brandOf(tenant)
      const outcome = await send({
        id: `workspace-mail/${context.cause.command}`,
        ...{ tenant, to: body.to, subject: body.subject.replace(/\s+/g, ' '), text },
        ...(brand && { brand }),
        ...(principal.kind === 'user' ? { replyTo: principal.email } : {}),
      }).catch(() => 'refused' as const)
      return outcome === 'accepted' ? reply({ success: true as const }) : notSent
    },
  }
}
