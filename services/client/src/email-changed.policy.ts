/**
 * Tells the former address of a client that it was changed, under the brand of its agency, so that the client learns of a
 * change by somebody else.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { withValues } from '@parley/contracts/with-values.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { emailChangedWords } from './email-changed-words.ts'
import type { LoginCodeMail } from './sign-in/login-code.policy.ts'

export type EmailChangedMail = Omit<LoginCodeMail, 'html' | 'asked'>

/** `brandOf`: undefined where the agency is gone. `languageOf`: undefined for a client that is gone. */
export function clientEmailChangedPolicy(deps: {
  send(mail: EmailChangedMail): Promise<unknown>
  brandOf(agencyId: string): Promise<MailBrand | undefined>
  languageOf(tenant: string, clientId: string): Promise<Language | undefined>
}) {
  return definePolicy({
    name: 'client-email-changed-mail',
    startFrom: 'current',
    events: pick(clientEvents, 'ClientEmailChanged'),
    unseals: true,
    async react({ id, tenant, data: { clientId, formerEmail } }) {
      if (formerEmail === undefined || formerEmail === ERASED) return
      const brand = await deps.brandOf(tenant)
      if (!brand) return
      const lang = (await deps.languageOf(tenant, clientId)) ?? defaultClientLanguage
      const { subject, changed, notMe } = emailChangedWords[lang]
      const said = [changed, notMe].map((text) => withValues(text, { agency: brand.name }))
      await deps.send({ id, to: formerEmail, subject, text: `${said.join('\n\n')}\n`, lang, brand })
    },
  })
}
