/** Tells a person by mail what was changed of the second step of their sign-in, so that they learn of it if it wasn't them. */
import { twoFactorEvents } from '@parley/contracts/identity/two-factor-events.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Mailer } from './mail/mailer.ts'

const notMe =
  'If it was not you, set a new password at once, which ends all sessions, and write to whoever runs this service.'

const events = pick(
  twoFactorEvents,
  'TwoFactorTurnedOn',
  'TwoFactorTurnedOff',
  'RecoveryCodesRenewed',
  'RecoveryCodeUsed',
)

export function twoFactorChangedPolicy(deps: {
  mailer: Pick<Mailer, 'send'>
  /** Undefined for a deleted account. */
  emailOf(userId: string): Promise<string | undefined>
}) {
  return definePolicy({
    name: 'two-factor-changed-mail',
    startFrom: 'current',
    events,
    async react(event) {
      const to = await deps.emailOf(event.data.userId)
      if (to === undefined) return
      const { subject, text } = wordingOf(event)
      await deps.mailer.send({ id: event.id, to, subject, text: `${text}\n\n${notMe}\n` })
    },
  })
}

type Changed = { type: keyof typeof events; data: object }

function wordingOf({ type, data }: Changed): { subject: string; text: string } {
  switch (type) {
    case 'TwoFactorTurnedOn':
      return {
        subject: 'Two-factor authentication was turned on',
        text: 'From now on, signing in to your account asks for a code of your authenticator app. Keep your recovery codes in a safe place: they let you in without the app.',
      }
    case 'TwoFactorTurnedOff':
      return {
        subject: 'Two-factor authentication was turned off',
        text: 'Your password or a code by mail is enough to sign in to your account again.',
      }
    case 'RecoveryCodesRenewed':
      return {
        subject: 'Your recovery codes were replaced',
        text: 'New recovery codes were made for your account. The former ones no longer work.',
      }
    case 'RecoveryCodeUsed': {
      const left = 'left' in data && typeof data.left === 'number' ? data.left : 0
      return {
        subject: 'A recovery code was used to sign in',
        text: `Somebody, probably you, signed in to your account with a recovery code. ${leftWords(left)}`,
      }
    }
  }
}

function leftWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones on the account page.'
  return left === 1 ? 'One more is left.' : `${left} more are left.`
}
