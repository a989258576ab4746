/** Handlers for signing up, in and out. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, type Principal, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { readToken, sameHash, tokenHash } from '@parley/kernel/sealing/session-token.ts'
import { type Account, type AccountDeps, accountsOf, type Commands, own } from './accounts.ts'
import { hashPassword, isOutdated, verifyPassword } from './credentials.ts'
import type { KnownDevices } from './known-device.ts'
import { type CodePurpose, wrongCode } from './one-time-code.decider.ts'
import { type GivenCode, oneTimeCodes } from './one-time-codes.ts'
import { session } from './session.decider.ts'
import { type Refused, signInLimits } from './sign-in-limits.ts'
import { type SignInDeps, signInsOf, viewOf } from './sign-ins.ts'
import { personIn, type User, user } from './user.decider.ts'

export type IdentityDeps = AccountDeps &
  SignInDeps & {
    rateLimits: RateLimits
    devices: KnownDevices
    /** The host name at which agents of the third-party platform are offered. */
    platformChoiceHost?: string
    whiteLabelTrials: boolean
    /** The workspaces of a person in a region, their own first. */
    /** In every region, those of `home` first. */
    workspacesOf(home: Region, userId: string): Promise<SessionWorkspaceView[]>
  }

/** Clients of an agency are invited; an account of the product is not made at an agency's domain. */
const noSignUp = refuse('not-allowed', 'Accounts can’t be created here.')
const wrongCredentials = refuse('wrong-credentials', 'The email or the password is not right.')

type AnyCall = Pick<Call, 'context' | 'request'>

export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityEndpoints> {
  const accounts = accountsOf(deps)
  const codes = oneTimeCodes(deps)
  const limits = signInLimits(deps)
  const signIns = signInsOf(deps)

  return {
    'auth.requestSignUp': async (call) =>
      call.request.agencyHost ? noSignUp : requestCode('sign-up', call.body.email, call),
    'auth.requestCode': (call) => requestCode('sign-in', call.body.email, call),
    'auth.requestPasswordReset': (call) => requestCode('password-reset', call.body.email, call),

    'auth.signUp': async (call) => {
      if (call.request.agencyHost) return noSignUp
      const { email, password, displayName, region } = call.body
      if (!deps.regions.has(region)) return refuse('not-found', 'This region is not served here.')
      const used = await useCode('sign-up', call.body, call)
      if (!used.ok) return used
      // The code proves the address, so an existing account is signed in, as with a sign-in code.
      if (used.account) return signIns.firstStepPassed(used.account, 'one-time-code', call)
      const created = await accounts.create({ email, password, displayName, region }, call)
      return created.ok
        ? signIns.firstStepPassed(created, created.isNew ? 'sign-up' : 'one-time-code', call)
        : created
    },

    'auth.signIn': async (call) => {
      const { email, password } = call.body
      const tooMany = await limits.passwordTried(call, email)
      if (tooMany) return tooMany
      const found = await accounts.find(email)
      if (!(await verifyPassword(found?.person.passwordHash, password)) || !found) return wrongCredentials
      const { region, person } = found
      if (person.passwordHash && isOutdated(person.passwordHash)) {
        const passwordHash = await hashPassword(password)
        await commandsOf(region).handle(
          user,
          person.userId,
          { type: 'UpgradePasswordHash', passwordHash },
          own(call, person.userId, 'hash'),
        )
      }
      return signIns.firstStepPassed(found, 'password', call)
    },

    'auth.signInWithCode': async (call) => {
      const used = await useCode('sign-in', call.body, call)
      if (!used.ok) return used
      return used.account ? signIns.firstStepPassed(used.account, 'one-time-code', call) : wrongCode
    },

    'auth.resetPassword': async (call) => {
      const used = await useCode('password-reset', call.body, call)
      if (!used.ok) return used
      if (!used.account) return wrongCode
      const { region, person } = used.account
      const passwordHash = await hashPassword(call.body.password)
      const changed = await commandsOf(region).handle(
        user,
        person.userId,
        { type: 'ChangePassword', passwordHash },
        own(call, person.userId, 'password'),
      )
      if (!changed.ok) return changed
      const after = personIn(changed.state)
      return after ? signIns.firstStepPassed({ region, person: after }, 'one-time-code', call) : wrongCode
    },

    'auth.signOut': async (call) => {
      if (call.principal.kind !== 'user') return reply({ success: true })
      return endSession(call, call.principal, call.principal.sessionId, 'signed-out')
    },

    'auth.revokeSession': async (call) => {
      if (call.principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      return endSession(call, call.principal, call.params.sessionId, 'revoked')
    },

    'auth.session': async ({ principal, request: { agencyHost } }) => {
      if (principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      const person = personIn((await commandsOf(principal.region).load(user, principal.userId))?.state)
      if (!person) return refuse('not-signed-in', 'Please sign in first.')
      const all = await deps.workspacesOf(principal.region, principal.userId)
      const workspaces = agencyHost
        ? all.filter(({ workspaceId }) => workspaceId === agencyHost.agencyId)
        : all
      return reply({
        user: viewOf(principal.region, person),
        sessionId: principal.sessionId,
        workspaces,
        ...(deps.platformChoiceHost ? { platformChoiceHost: deps.platformChoiceHost } : {}),
        ...(deps.whiteLabelTrials ? { whiteLabelTrials: true } : {}),
      })
    },
  }

  async function endSession(
    call: AnyCall,
    principal: Extract<Principal, { kind: 'user' }>,
    sessionId: string,
    reason: 'signed-out' | 'revoked',
  ) {
    const { userId, region } = principal
    const ended = await commandsOf(region).handle(
      session,
      sessionId,
      { type: 'RevokeSession', userId, sessionId, reason },
      own(call, userId),
    )
    if (!ended.ok) return ended
    return reply({ success: true as const }, ended.position)
  }

  /** Gives the same answer whether the account exists or not; no account is looked up here. */
  async function requestCode(purpose: CodePurpose, email: string, call: AnyCall) {
    const tooMany = await limits.codeAsked(call, email)
    if (tooMany) return tooMany
    const requested = await codes.request(purpose, email, call)
    return 'requestId' in requested ? reply({ success: true as const, ...requested }) : requested
  }

  /** Uses a code and returns it with the account of the address, if there is one. */
  async function useCode(
    purpose: CodePurpose,
    given: GivenCode,
    call: AnyCall,
  ): Promise<{ ok: true; account: Account | undefined } | Refused> {
    const tooMany = await limits.codeTried(call, given.email)
    if (tooMany) return tooMany
    const used = await codes.use(purpose, given, call)
    if (!used.ok) return used
    const account = await accounts.find(given.email)
    // A new password invalidates codes that were requested before it.
    if (account && !used.repeated && used.requestedAt < account.person.sessionsFrom) return wrongCode
    return { ok: true, account }
  }

  function commandsOf(region: Region): Commands {
    const commands = deps.regions.get(region)
    if (!commands) throw new Error(`Region ${region} is not served here`)
    return commands
  }
}

/**
 * The person whose session a token belongs to, with the data that screens show; undefined if it has ended or never
 * existed.
 */
export async function verifySession(
  deps: Pick<IdentityDeps, 'regions'>,
  token: string,
  now: Date = new Date(),
): Promise<Extract<Principal, { kind: 'user' }> | undefined> {
  const claimed = readToken(token)
  const commands = claimed && deps.regions.get(claimed.region)
  if (!claimed || !commands) return undefined
  const found = (await commands.load(session, claimed.sessionId))?.state
  if (!found || found.revoked || found.expiresAt <= now.getTime()) return undefined
  if (!sameHash(found.tokenHash, tokenHash(claimed.secret))) return undefined
  const person = personIn((await commands.load(user, found.userId))?.state)
  if (!person || !isSessionValid(person, found.startedAt, claimed.sessionId)) return undefined
  const { userId, email, displayName } = person
  const { sessionId, region } = claimed
  const { host } = found
  return { kind: 'user', userId, sessionId, region, email, displayName, ...(host !== undefined && { host }) }
}

/** Whether a session that has not expired was ended by a later change of the password. */
export function isSessionValid(
  { sessionsFrom, keptSessionId }: Pick<User, 'sessionsFrom' | 'keptSessionId'>,
  startedAt: number,
  sessionId: string,
): boolean {
  return startedAt >= sessionsFrom || sessionId === keptSessionId
}
