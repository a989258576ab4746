/**
 * Mails a one-time code to the address it was requested for, unless it has expired meanwhile, and then erases code and
 * address. Whether the address has an account is looked up here, where the caller can't observe it: only the mail says
 * it.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { oneTimeCodeEvents } from '@parley/contracts/identity/events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { holderOf } from './accounts.ts'
import type { OutgoingMail } from './mail/mailer.ts'
import { wordingOf } from './mail/one-time-code.mail.ts'

const events = pick(oneTimeCodeEvents, 'OneTimeCodeRequested')

/** Throws if the mail server does not accept the mail, so that it is retried. */
export function oneTimeCodePolicy(deps: {
  mailer: { send(mail: OutgoingMail): Promise<unknown> }
  /** Of the region that keeps codes and reservations: both are in the same log. */
  directory: Pick<CommandHandler, 'load'>
  keyring: Pick<Keyring, 'erase'>
  hashKey: Buffer
  /** The address of the pages that mails link to. */
  publicUrl: string
  /** The brand of the agency that has a domain; undefined for any other host. */
  brandAt(host: string): Promise<MailBrand | undefined>
  now?: () => number
}): Policy<typeof events> {
  const { mailer, directory, keyring, hashKey, publicUrl, brandAt, now = Date.now } = deps
  return definePolicy({
    name: 'one-time-code-mail',
    startFrom: 'current',
    events,
    unseals: true,
    async react(event) {
      const { requestId, code, email, purpose, host, agency, expiresAt } = event.data
      // Codes for clients are mailed under the brand of their agency (`login-code.policy.ts`).
      if (agency) return
      if (email === ERASED || code === ERASED) return
      if (expiresAt > now()) {
        const known = (await holderOf(directory, hashKey, email)) !== undefined
        const brand = host === undefined ? undefined : await brandAt(host)
        const words = wordingOf({
          purpose,
          known,
          code,
          publicUrl: brand ? `https://${host}` : publicUrl,
          ofAgency: brand !== undefined,
        })
        await mailer.send({ id: event.id, to: email, ...words, ...(brand && { brand }), asked: true })
      }
      await keyring.erase({ tenant: event.tenant, subject: `code-${requestId}` })
    },
  })
}
