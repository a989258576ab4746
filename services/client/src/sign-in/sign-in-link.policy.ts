/**
 * Mails a client where it signs in, with a link that does so once, under the brand of its agency. The password is in no
 * mail.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { clientSessionEvents } from '@parley/contracts/client/events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { withValues } from '@parley/contracts/with-values.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Client } from '../client.decider.ts'
import type { EmailChangedMail } from '../email-changed.policy.ts'
import type { LoginTokens } from './login-tokens.ts'
import { signInLinkWords } from './sign-in-link-words.ts'

export function signInLinkPolicy(deps: {
  region: Region
  links: LoginTokens
  send(mail: EmailChangedMail): Promise<unknown>
  brandOf(agencyId: string): Promise<MailBrand | undefined>
  /** Where the pages of an agency are. */
  addressOf(agencyId: string): Promise<string>
  clientOf(tenant: string, clientId: string): Promise<Client | undefined>
  now?: () => number
}) {
  const { region, links, now = Date.now } = deps
  return definePolicy({
    name: 'client-sign-in-link-mail',
    startFrom: 'current',
    events: pick(clientSessionEvents, 'ClientLoginTokenIssued'),
    async react({ id, tenant, data: { clientId, sessionId, mailed, expiresAt } }) {
      if (!mailed || expiresAt <= now()) return
      const client = await deps.clientOf(tenant, clientId)
      const brand = client && (await deps.brandOf(tenant))
      if (!brand) return
      const { email, preferredLanguage: lang, passwordChanges } = client
      const token = links.issue({ region, agencyId: tenant, clientId, sessionId, passwordChanges })
      const page = `${await deps.addressOf(tenant)}/client/login`
      const at = (query: Record<string, string>) =>
        `${page}?${new URLSearchParams({ agency: tenant, ...query })}`
      const { subject, lead, later } = signInLinkWords[lang]
      const said = (text: string) => withValues(text, { agency: brand.name, email })
      await deps.send({
        ...{ id, to: email, subject: said(subject), lang, brand },
        text: `${said(lead)}\n\n${at({ token })}\n\n${said(later)}\n\n${at({})}\n`,
      })
    },
  })
}
