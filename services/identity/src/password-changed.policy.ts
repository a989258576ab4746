/** Tells a person by mail that the password of their account was changed, so that they learn of it if it wasn't them. */
import { userEvents } from '@parley/contracts/identity/events.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Mailer } from './mail/mailer.ts'
import { user } from './user.decider.ts'

export function passwordChangedPolicy(deps: {
  mailer: Pick<Mailer, 'send'>
  /** Undefined for a deleted account. */
  emailOf(userId: string): Promise<string | undefined>
}) {
  return definePolicy({
    name: 'password-changed-mail',
    startFrom: 'current',
    events: pick(userEvents, 'PasswordChanged'),
    async react({ id, stream }) {
      const to = await deps.emailOf(stream.slice(user.category.length + 1))
      if (to === undefined) return
      await deps.mailer.send({
        id,
        to,
        subject: 'The password of your account was changed',
        text: 'All other sessions of your account were ended.\n\nIf it was not you, set a new password at once by “Forgot your password?” on the sign-in page, and write to whoever runs this service.\n',
      })
    },
  })
}
