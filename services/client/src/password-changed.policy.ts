/**
 * Tells a client that its password was changed, by itself or by its agency, under the brand of that. Says nothing where a
 * password that nobody knows took its place.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { withValues } from '@parley/contracts/with-values.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Client } from './client.decider.ts'
import type { EmailChangedMail } from './email-changed.policy.ts'
import { passwordChangedWords } from './password-changed-words.ts'

/** `brandOf`: undefined where the agency is gone. `clientOf`: undefined for a client that is gone. */
export function clientPasswordChangedPolicy(deps: {
  send(mail: EmailChangedMail): Promise<unknown>
  brandOf(agencyId: string): Promise<MailBrand | undefined>
  clientOf(tenant: string, clientId: string): Promise<Pick<Client, 'email' | 'preferredLanguage'> | undefined>
}) {
  return definePolicy({
    name: 'client-password-changed-mail',
    startFrom: 'current',
    events: pick(clientEvents, 'ClientPasswordChanged'),
    async react({ id, tenant, actor, data: { clientId, keptSessionId } }) {
      if (actor.kind === 'client' && keptSessionId === undefined) return
      const client = await deps.clientOf(tenant, clientId)
      const brand = client && (await deps.brandOf(tenant))
      if (!brand) return
      const { email: to, preferredLanguage: lang } = client
      const { subject, changed, notMe } = passwordChangedWords[lang]
      const text = `${changed}\n\n${withValues(notMe, { agency: brand.name })}\n`
      await deps.send({ id, to, subject, text, lang, brand })
    },
  })
}
