/** The account of a signed-in person, and the proof that the person is there and not only a stolen session. */
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call, Principal } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { Account, AccountDeps, Commands } from './accounts.ts'
import { verifyPassword } from './credentials.ts'
import type { KnownDevices } from './known-device.ts'
import { type Refused, signInLimits } from './sign-in-limits.ts'
import { personIn, user } from './user.decider.ts'

export type Own = Account & { ok: true; commands: Commands; sessionId: string }
export type OwnAccountDeps = AccountDeps & { rateLimits: RateLimits; devices: KnownDevices }

const notSignedIn = refuse('not-signed-in', 'Please sign in first.')
const wrongPassword = refuse('wrong-password', 'The password is not right.', 'password')

const noPassword = refuse(
  'wrong-password',
  'Your account has no password yet. Sign out and set one by “Forgot your password?”.',
  'password',
)

export function ownAccounts(deps: OwnAccountDeps) {
  const limits = signInLimits(deps)
  return { of, withPassword }

  async function of(principal: Principal): Promise<Own | Refused> {
    if (principal.kind !== 'user') return notSignedIn
    const { userId, sessionId, region } = principal
    const commands = deps.regions.get(region)
    const person = commands && personIn((await commands.load(user, userId))?.state)
    return person ? { ok: true, region, person, commands, sessionId } : notSignedIn
  }

  /** A wrong password counts as an attempt to sign in. */
  async function withPassword(
    call: Pick<Call, 'principal' | 'request'>,
    password: string,
  ): Promise<Own | Refused> {
    const me = await of(call.principal)
    if (!me.ok) return me
    const tooMany = await limits.passwordTried(call, me.person.email)
    if (tooMany) return tooMany
    if (me.person.passwordHash === undefined) return noPassword
    return (await verifyPassword(me.person.passwordHash, password)) ? me : wrongPassword
  }
}
