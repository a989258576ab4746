/** Sends a one-time code to the person who asked for it, unless it has expired meanwhile. */
import { userEvents } from '@parley/contracts/identity/events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { definePolicy, type Policy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import type { Mailer } from './mail/mailer.ts'

const events = pick(userEvents, 'OneTimeCodeRequested')

export function oneTimeCodePolicy(mailer: Mailer, now: () => number = Date.now): Policy<typeof events> {
  return definePolicy({
    name: 'one-time-code-mail',
    startFrom: 'current',
    events,
    unseals: true,
    async react(event) {
      const { code, email, purpose, expiresAt } = event.data
      if (expiresAt <= now() || email === ERASED || code === ERASED) return
      await mailer.send({ id: event.id, to: email, ...wording(purpose, code) })
    },
  })
}

function wording(
  purpose: 'sign-in' | 'password-reset',
  code: string,
): { subject: string; text: string; html: string } {
  const reset = purpose === 'password-reset'
  const lead = reset ? 'Use this code to set a new password:' : 'Use this code to sign in:'
  const rest =
    'It is valid for 10 minutes and works once. If you did not ask for it, you can ignore this mail.'
  return {
    subject: reset ? `${code} is your password reset code` : `${code} is your sign-in code`,
    text: `${lead}\n\n${code}\n\n${rest}\n`,
    html: `<div style="font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:2rem auto;color:#1a2233"><p>${lead}</p><p style="font-size:32px;font-weight:700;letter-spacing:6px;margin:24px 0">${code}</p><p style="color:#5b6577">${rest}</p></div>`,
  }
}
