/**
 * Mails a code to a client, or to somebody who signs up as one, under the brand of the agency, unless it has expired meanwhile, and then erases code
 * and address.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { oneTimeCodeEvents } from '@parley/contracts/identity/events.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { withValues } from '@parley/contracts/with-values.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { loginCodeWords } from './login-code-words.ts'

const events = pick(oneTimeCodeEvents, 'OneTimeCodeRequested')

export type LoginCodeMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  lang: Language
  brand: MailBrand
  asked: true
}

/** Throws if the mail server does not accept the mail, so that it is tried again. */
export function loginCodePolicy(deps: {
  send(mail: LoginCodeMail): Promise<unknown>
  brandOf(agencyId: string): Promise<MailBrand | undefined>
  keyring: Pick<Keyring, 'erase'>
  now?: () => number
}): Policy<typeof events> {
  const { send, brandOf, keyring, now = Date.now } = deps
  return definePolicy({
    name: 'client-login-code-mail',
    startFrom: 'current',
    events,
    unseals: true,
    async react(event) {
      const {
        requestId,
        code,
        email,
        agency,
        expiresAt,
        purpose,
        language = defaultClientLanguage,
      } = event.data
      if (!agency || email === ERASED || code === ERASED) return
      const brand = expiresAt > now() ? await brandOf(agency.agencyId) : undefined
      if (brand)
        await send({ id: event.id, to: email, ...wordingOf(code, purpose, language), brand, asked: true })
      await keyring.erase({ tenant: event.tenant, subject: `code-${requestId}` })
    },
  })
}

/** A code has digits alone. */
function wordingOf(
  code: string,
  purpose: string,
  lang: Language,
): Pick<LoginCodeMail, 'subject' | 'text' | 'html' | 'lang'> {
  const { rest, ...words } = loginCodeWords[lang]
  const { subject, lead } = words[purpose === 'sign-up' ? 'sign-up' : 'sign-in']
  return {
    lang,
    subject: withValues(subject, { code }),
    text: `${lead}\n\n${code}\n\n${rest}\n`,
    html: `<p>${lead}</p><p style="font-size:32px;font-weight:700;letter-spacing:6px;margin:24px 0">${code}</p><p style="color:#5b6577">${rest}</p>`,
  }
}
