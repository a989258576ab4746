/** Mails the DNS records of an agency's custom domain to whoever looks after its DNS (part 1 §2 and §7). */
import { primaryOf } from '@parley/contracts/agency/custom-theme.ts'
import type { domainEndpoints } from '@parley/contracts/agency/domain-endpoints.ts'
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { agency } from '../agency.decider.ts'
import { agencyDomains } from './agency-domains.decider.ts'
import { textOfHtml } from './text-of-html.ts'

export type DnsInstructionsDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load'>
  rateLimits: Pick<RateLimits, 'take'>
  mail: {
    send(message: {
      id: string
      to: string
      subject: string
      text: string
      brand: MailBrand
      replyTo?: string
    }): Promise<'accepted' | 'refused' | 'attachments-refused'>
  }
}

/** Of a workspace; low, since the mail goes to any address. */
const MAILS_A_DAY = 20

export function dnsInstructionsHandlers({
  region,
  commands,
  rateLimits,
  mail,
}: DnsInstructionsDeps): Pick<Handlers<typeof domainEndpoints>, 'domains.sendInstructions'> {
  return {
    async 'domains.sendInstructions'({ tenant, body, context, principal }) {
      if (body.agencyId !== undefined && body.agencyId !== tenant) return refuse('not-found', 'Not found.')
      const state = (await commands.load(agency, tenant, tenant))?.state
      const domains = (await commands.load(agencyDomains, tenant, tenant))?.state
      const domain = domains?.customDomain
      if (state?.status !== 'live' || !domain) return refuse('not-found', 'This agency has no custom domain.')
      const limit = { key: `dns-instructions/${tenant}`, limit: MAILS_A_DAY, windowSeconds: 86_400 }
      const taken = await rateLimits.take([limit])
      if (!taken.allowed) {
        const message = `At most ${MAILS_A_DAY} of these mails can be sent in a day.`
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      const { settings } = state
      const outcome = await mail.send({
        id: `dns-instructions/${context.cause.command}`,
        to: body.to,
        subject: body.subject.replace(/\s+/g, ' '),
        text: textOfHtml(body.htmlContent),
        brand: {
          name: body.fromDisplayName || settings.name,
          colour: primaryOf(settings),
          agency: { region, agencyId: tenant },
        },
        ...(principal.kind === 'user' ? { replyTo: principal.email } : {}),
      })
      if (outcome !== 'accepted') return refuse('not-sent', 'Failed to send email. Please try again.')
      const sent = { success: true as const, message: `The instructions were sent to ${body.to}.` }
      if (principal.kind !== 'user') return reply(sent)
      const reminder = {
        agencyId: tenant,
        agencyName: settings.name,
        userId: principal.userId,
        userEmail: principal.email,
        bucket: region,
      }
      const command = { type: 'CreateDnsReminder', claimId: domain.claimId, reminder } as const
      const handled = await commands.handle(agencyDomains, tenant, command, context)
      return handled.ok ? reply(sent, handled.position) : handled
    },
  }
}
