/** Handlers with which a signed-in person changes and deletes their own account. */
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Deleting } from './account-deletion.ts'
import { own } from './accounts.ts'
import { emailHash, hashPassword } from './credentials.ts'
import { DIRECTORY, emailReservation } from './email-reservation.decider.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { type OwnAccountDeps, ownAccounts } from './own-account.ts'
import { type Refused, signInLimits } from './sign-in-limits.ts'
import { personIn, user } from './user.decider.ts'

export type AccountHandlerDeps = OwnAccountDeps & {
  /** Deletes the account of an address and erases its person. */
  deleteAccount(email: string, by: Deleting): Promise<{ ok: true; userId: string } | Refused>
}

type AccountEndpoints = Pick<
  typeof identityEndpoints,
  | 'auth.changeProfile'
  | 'auth.changePassword'
  | 'auth.requestEmailChange'
  | 'auth.changeEmail'
  | 'auth.deleteAccount'
>

const done = { success: true as const }

export function accountHandlers(deps: AccountHandlerDeps): Handlers<AccountEndpoints> {
  const { directory, hashKey } = deps
  const codes = oneTimeCodes(deps)
  const limits = signInLimits(deps)
  const accounts = ownAccounts(deps)

  return {
    async 'auth.changeProfile'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const { userId } = me.person
      const change = { type: 'ChangeProfile', ...call.body } as const
      const changed = await me.commands.handle(user, userId, change, own(call, userId))
      return changed.ok ? reply(done, changed.position) : changed
    },

    async 'auth.changePassword'(call) {
      const me = await accounts.withPassword(call, call.body.password)
      if (!me.ok) return me
      const { userId } = me.person
      const passwordHash = await hashPassword(call.body.newPassword)
      const change = { type: 'ChangePassword', passwordHash, sessionId: me.sessionId } as const
      const changed = await me.commands.handle(user, userId, change, own(call, userId))
      return changed.ok ? reply(done, changed.position) : changed
    },

    async 'auth.requestEmailChange'(call) {
      const { email, password } = call.body
      const me = await accounts.withPassword(call, password)
      if (!me.ok) return me
      if (email === me.person.email) return refuse('invalid-input', 'This is your address already.', 'email')
      const tooMany = await limits.codeAsked(call, email)
      if (tooMany) return tooMany
      const requested = await codes.request('email-change', email, call, me.person.userId)
      return 'requestId' in requested ? reply({ ...done, ...requested }) : requested
    },

    /** Each step may be repeated, so that a change that was interrupted is completed by the next call. */
    async 'auth.changeEmail'(call) {
      const { email } = call.body
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const tooMany = await limits.codeTried(call, email)
      if (tooMany) return tooMany
      const used = await codes.use('email-change', call.body, call, me.person.userId)
      if (!used.ok) return used
      const { userId } = me.person
      const inDirectory = (step: string) => ({ ...own(call, userId, step), tenant: DIRECTORY })
      const reserved = await directory.handle(
        emailReservation,
        emailHash(hashKey, email),
        { type: 'Reserve', userId, region: me.region },
        inDirectory('reserve'),
      )
      if (!reserved.ok) return refuse('email-taken', 'This address has an account already.', 'email')
      const change = { type: 'ChangeEmail', email } as const
      const changed = await me.commands.handle(user, userId, change, own(call, userId, 'change'))
      if (!changed.ok) return changed
      const former = personIn(changed.state)?.formerEmail
      if (former !== undefined && former !== email)
        await directory.handle(
          emailReservation,
          emailHash(hashKey, former),
          { type: 'Release', userId },
          inDirectory('release'),
        )
      return reply(done, changed.position)
    },

    async 'auth.deleteAccount'(call) {
      const me = await accounts.withPassword(call, call.body.password)
      if (!me.ok) return me
      const { actor, cause } = own(call, me.person.userId)
      const deleted = await deps.deleteAccount(me.person.email, { actor, cause })
      return deleted.ok ? reply(done) : deleted
    },
  }
}
