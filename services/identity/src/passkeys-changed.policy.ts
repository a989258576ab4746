/** Tells a person by mail that a passkey was added or removed, so that they learn of it if it wasn't them. */
import { passkeyEvents } from '@parley/contracts/identity/passkey-events.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Mailer } from './mail/mailer.ts'

export function passkeysChangedPolicy(deps: {
  mailer: Pick<Mailer, 'send'>
  /** Undefined for a deleted account. */
  emailOf(userId: string): Promise<string | undefined>
}) {
  return definePolicy({
    name: 'passkeys-changed-mail',
    startFrom: 'current',
    events: pick(passkeyEvents, 'PasskeyAdded', 'PasskeyRemoved'),
    async react({ id, type, data }) {
      const to = await deps.emailOf(data.userId)
      if (to === undefined) return
      const [subject, text] =
        type === 'PasskeyAdded'
          ? ['A passkey was added to your account', 'It signs in to your account without your password.']
          : ['A passkey was removed from your account', 'It no longer signs in to your account.']
      const notMe =
        'If it was not you, set a new password at once, remove the passkeys that you do not know on the account page, and write to whoever runs this service.'
      await deps.mailer.send({ id, to, subject, text: `${text}\n\n${notMe}\n` })
    },
  })
}
