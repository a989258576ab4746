/** Tells the former address of an account that it was changed, so that its owner learns of a change by somebody else. */
import { userEvents } from '@parley/contracts/identity/events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Mailer } from './mail/mailer.ts'

export function emailChangedPolicy(mailer: Pick<Mailer, 'send'>) {
  return definePolicy({
    name: 'email-changed-mail',
    startFrom: 'current',
    events: pick(userEvents, 'EmailChanged'),
    unseals: true,
    async react({ id, data: { formerEmail } }) {
      if (formerEmail === ERASED) return
      await mailer.send({
        id,
        to: formerEmail,
        subject: 'The address of your account was changed',
        text: 'From now on you sign in to your account with another address, and its mails go there.\n\nIf it was not you who changed it, write to whoever runs this service at once.\n',
      })
    },
  })
}
