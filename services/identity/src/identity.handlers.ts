/** Signing up, in and out. People live in one region each; the directory knows which, by the hash of the address. */
import { randomBytes } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import type { SessionWorkspaceView, UserView } from '@parley/contracts/identity/views.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { type Call, type Handlers, type Principal, reply } from '@parley/kernel/handler.ts'
import { addressGroup, type RateLimit, type RateLimits } from '@parley/kernel/rate-limits.ts'
import {
  codeHash,
  emailHash,
  hashPassword,
  isOutdated,
  newCode,
  newSessionToken,
  readToken,
  sameHash,
  tokenHash,
  verifyPassword,
  writeToken,
} from './credentials.ts'
import { DIRECTORY, emailReservation, type Reservation } from './email-reservation.decider.ts'
import { type SessionMethod, session } from './session.decider.ts'
import { type CodePurpose, type User, user } from './user.decider.ts'

type Commands = Pick<CommandHandler, 'handle' | 'load'>

export type IdentityDeps = {
  regions: Map<Region, Commands>
  /** The region that keeps the reservations of addresses. */
  directory: Commands
  /** 32 bytes derived from the master key: keys the hashes of addresses and codes. */
  hashKey: Buffer
  rateLimits: RateLimits
  /** Gives a person their own workspace, with its credits; safe to repeat. */
  ensurePersonalWorkspace(
    region: Region,
    person: User,
    context: CommandContext,
  ): Promise<SessionWorkspaceView>
  /** The host name at which agents of the third-party platform are offered. */
  platformChoiceHost?: string
  /** The workspaces of a person in a region, their own first. */
  workspacesOf(region: Region, userId: string): Promise<SessionWorkspaceView[]>
}

/**
 * Tries within so many seconds: of one address at one account, of all at one account, of one address at all.
 * Whoever guesses at an account stops themselves long before its owner, who comes from elsewhere.
 */
const WINDOW_SECONDS = 300
const TRIES_FROM_ONE_ADDRESS = 10
const TRIES_PER_ACCOUNT = 100
const TRIES_PER_ADDRESS = 60
/** Codes that are mailed: to one account, and because of one address. */
const CODES_PER_ACCOUNT = 5
const CODES_PER_ADDRESS = 20

const wrongCredentials = refuse('wrong-credentials', 'The email or the password is not right.')
/** One wording for every case: nobody learns from it whether there is such an account. */
const wrongCode = refuse(
  'wrong-code',
  'This code is not right or not valid any more. You can ask for a new one.',
  'code',
)
const emailTaken = refuse('email-taken', 'This email is already in use. Sign in instead.', 'email')

type SignedIn = { token: string; user: UserView; workspace: SessionWorkspaceView }
type AnyCall = Pick<Call, 'context' | 'request'>

export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityEndpoints> {
  return {
    'auth.signUp': async (call) => {
      const { email, password, displayName, region } = call.body
      const tooMany = await limit(triesAt(call, email))
      if (tooMany) return tooMany
      const commands = deps.regions.get(region)
      if (!commands) return refuse('not-found', 'This region is not served here.')
      const userId = await reserve(email, region, call)
      if (typeof userId !== 'string') return userId
      const context = own(call, userId)
      const passwordHash = await hashPassword(password)
      const signedUp = await commands.handle(
        user,
        userId,
        { type: 'SignUp', userId, email, displayName, region, passwordHash },
        context,
      )
      if (!signedUp.ok) return signedUp
      const person = signedUp.state
      // A repeated request gets a session only with the password; an address that another took meanwhile none.
      const genuine = !signedUp.repeated || (await verifyPassword(person?.passwordHash, password))
      if (!person || !genuine || (await holderOf(email))?.userId !== userId) return emailTaken
      return signIn(region, person, 'sign-up', call)
    },

    'auth.signIn': async (call) => {
      const { email, password } = call.body
      const tooMany = await limit(triesAt(call, email))
      if (tooMany) return tooMany
      const found = await find(email)
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
      return signIn(region, person, 'password', call)
    },

    'auth.requestCode': (call) => requestCode('sign-in', call.body.email, call),
    'auth.requestPasswordReset': (call) => requestCode('password-reset', call.body.email, call),

    'auth.signInWithCode': async (call) => {
      const used = await useCode('sign-in', call.body.email, call.body.code, call)
      return used.ok ? signIn(used.region, used.person, 'one-time-code', call) : used
    },

    'auth.resetPassword': async (call) => {
      const used = await useCode('password-reset', call.body.email, call.body.code, call)
      if (!used.ok) return used
      const passwordHash = await hashPassword(call.body.password)
      const { userId } = used.person
      const changed = await commandsOf(used.region).handle(
        user,
        userId,
        { type: 'ChangePassword', passwordHash },
        own(call, userId, 'password'),
      )
      return changed.ok ? signIn(used.region, changed.state!, 'one-time-code', call) : changed
    },

    'auth.signOut': async (call) => {
      if (call.principal.kind !== 'user') return reply({ success: true })
      return endSession(call, call.principal, call.principal.sessionId, 'signed-out')
    },

    'auth.revokeSession': async (call) => {
      if (call.principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      return endSession(call, call.principal, call.params.sessionId, 'revoked')
    },

    'auth.session': async ({ principal }) => {
      if (principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      const found = await commandsOf(principal.region).load(user, principal.userId)
      if (!found?.state) return refuse('not-signed-in', 'Please sign in first.')
      const workspaces = await deps.workspacesOf(principal.region, principal.userId)
      return reply({
        user: viewOf(principal.region, found.state),
        sessionId: principal.sessionId,
        workspaces,
        ...(deps.platformChoiceHost ? { platformChoiceHost: deps.platformChoiceHost } : {}),
      })
    },
  }

  /** Takes an address for a new person; heals a sign-up that stopped half-way. */
  async function reserve(
    email: string,
    region: Region,
    call: AnyCall,
  ): Promise<string | { ok: false; rejection: Rejection }> {
    const name = emailHash(deps.hashKey, email)
    const context = { ...call.context, tenant: DIRECTORY }
    const userId = randomBytes(15).toString('hex').slice(0, 20)
    const reserved = await deps.directory.handle(
      emailReservation,
      name,
      { type: 'Reserve', userId, region },
      context,
    )
    if (reserved.ok) return reserved.state?.userId ?? userId
    const holder = await holderOf(email)
    if (!holder || (await find(email))) return reserved
    if (holder.region === region) return holder.userId
    await deps.directory.handle(
      emailReservation,
      name,
      { type: 'Release', userId: holder.userId },
      step(context, 'release'),
    )
    const again = await deps.directory.handle(
      emailReservation,
      name,
      { type: 'Reserve', userId, region },
      step(context, 'again'),
    )
    return again.ok ? userId : again
  }

  async function signIn(region: Region, person: User, method: SessionMethod, call: AnyCall) {
    const workspace = await deps.ensurePersonalWorkspace(
      region,
      person,
      own(call, person.userId, 'workspace'),
    )
    const token = newSessionToken(region)
    const { sessionId } = token
    const started = await commandsOf(region).handle(
      session,
      sessionId,
      {
        type: 'StartSession',
        sessionId,
        userId: person.userId,
        tokenHash: tokenHash(token.secret),
        method,
        userAgent: call.request.userAgent,
        address: call.request.address,
      },
      own(call, person.userId, sessionId),
    )
    if (!started.ok) return started
    const value: SignedIn = { token: writeToken(token), user: viewOf(region, person), workspace }
    return reply(value, started.position)
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

  /** Answers alike whether the account exists or not. */
  async function requestCode(purpose: CodePurpose, email: string, call: AnyCall) {
    const tooMany = await limit([
      ...triesAt(call, email),
      within(`code/${emailHash(deps.hashKey, email)}`, CODES_PER_ACCOUNT),
      within(`code/${addressGroup(call.request.address)}`, CODES_PER_ADDRESS),
    ])
    if (tooMany) return tooMany
    const found = await find(email)
    if (found) {
      const code = newCode()
      const { userId } = found.person
      const command = {
        type: 'RequestCode',
        purpose,
        code,
        codeHash: codeHash(deps.hashKey, userId, code),
      } as const
      await commandsOf(found.region).handle(user, userId, command, own(call, userId))
    }
    return reply({ success: true as const })
  }

  async function useCode(purpose: CodePurpose, email: string, code: string, call: AnyCall) {
    const tooMany = await limit(triesAt(call, email))
    if (tooMany) return tooMany
    const found = await find(email)
    if (!found) return wrongCode
    const { userId } = found.person
    const command = {
      type: 'UseCode',
      purpose,
      codeHash: codeHash(deps.hashKey, userId, code.replace(/\s/g, '')),
    } as const
    const used = await commandsOf(found.region).handle(user, userId, command, own(call, userId))
    if (!used.ok) return used.rejection.code === 'wrong-code' ? wrongCode : used
    const missed = used.events.some((event) => event.type === 'OneTimeCodeMissed')
    return missed || used.repeated ? wrongCode : { ok: true as const, ...found }
  }

  async function find(email: string): Promise<{ region: Region; person: User } | undefined> {
    const holder = await holderOf(email)
    const region = [...deps.regions.keys()].find((candidate) => candidate === holder?.region)
    if (!holder || !region) return undefined
    const person = (await commandsOf(region).load(user, holder.userId))?.state
    return person ? { region, person } : undefined
  }

  async function holderOf(email: string): Promise<Reservation> {
    return (await deps.directory.load(emailReservation, emailHash(deps.hashKey, email)))?.state
  }

  function triesAt({ request }: AnyCall, email: string): RateLimit[] {
    const account = `account/${emailHash(deps.hashKey, email)}`
    const address = addressGroup(request.address)
    return [
      within(`address/${address}`, TRIES_PER_ADDRESS),
      within(`${account}/${address}`, TRIES_FROM_ONE_ADDRESS),
      within(account, TRIES_PER_ACCOUNT),
    ]
  }

  async function limit(limits: RateLimit[]): Promise<{ ok: false; rejection: Rejection } | undefined> {
    const taken = await deps.rateLimits.take(limits)
    if (taken.allowed) return undefined
    const { retryAfterSeconds } = taken
    const message = 'Too many attempts. Please wait a few minutes and try again.'
    return { ok: false, rejection: { code: 'too-many-requests', message, retryAfterSeconds } }
  }

  function commandsOf(region: Region): Commands {
    const commands = deps.regions.get(region)
    if (!commands) throw new Error(`Region ${region} is not served here`)
    return commands
  }
}

function within(key: string, limit: number): RateLimit {
  return { key: `identity/${key}`, limit, windowSeconds: WINDOW_SECONDS }
}

/** Who bears a session token, with what a screen shows of them; undefined when it is over or was never one. */
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
  const person = (await commands.load(user, found.userId))?.state
  if (!person || found.startedAt < person.sessionsFrom) return undefined
  const { userId, email, displayName } = person
  return { kind: 'user', userId, sessionId: claimed.sessionId, region: claimed.region, email, displayName }
}

function viewOf(region: Region, { userId, email, displayName, photoURL, joinedAt }: User): UserView {
  return { userId, email, displayName, region, joinedAt, ...(photoURL === undefined ? {} : { photoURL }) }
}

/** A person acts on what is their own: their tenant, their key. */
function own(call: AnyCall, userId: string, name?: string): CommandContext {
  const context = {
    ...call.context,
    tenant: userId,
    actor: { kind: 'user', id: userId } as const,
    subject: `user-${userId}`,
  }
  return name === undefined ? context : step(context, name)
}

/** One request may issue several commands: each needs a key of its own. */
function step(context: CommandContext, name: string): CommandContext {
  return { ...context, cause: { ...context.cause, command: `${context.cause.command}/${name}` } }
}
