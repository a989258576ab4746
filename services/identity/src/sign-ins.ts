/**
 * The only place that begins sessions: after a right password or code, and, where the account asks for one, after the
 * second step.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import type {
  SessionWorkspaceView,
  SignedInView,
  SignInAnswer,
  UserView,
} from '@parley/contracts/identity/views.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type AgencyHost, type Call, reply } from '@parley/kernel/commands/handler.ts'
import { newSessionToken, tokenHash, writeToken } from '@parley/kernel/sealing/session-token.ts'
import { type Account, type Commands, own } from './accounts.ts'
import type { SecondStepTickets } from './second-step-tickets.ts'
import { type SecondStep, type SessionMethod, session } from './session.decider.ts'
import type { Refused } from './sign-in-limits.ts'
import { twoFactor } from './two-factor.decider.ts'
import type { User } from './user.decider.ts'

type AnyCall = Pick<Call, 'context' | 'request'>
type Answered<Value> = { ok: true; value: Value; position?: number }

export type SignInDeps = {
  regions: Map<Region, Commands>
  tickets: SecondStepTickets
  /** Whether somebody belongs to the workspace of an agency. */
  isMemberOf(agency: AgencyHost, userId: string): Promise<boolean>
  /** Creates a person's personal workspace with its credits. Idempotent. */
  ensurePersonalWorkspace(
    region: Region,
    person: User,
    context: CommandContext,
  ): Promise<SessionWorkspaceView>
}

/** At the domain of an agency, for accounts of others. */
const notOfAgency = refuse(
  'not-allowed',
  "This account doesn't exist please contact support or create an account.",
)

export type SignIns = {
  /** Begins a session, or asks for the second step where the account has one. */
  firstStepPassed(
    account: Account,
    method: SessionMethod,
    call: AnyCall,
  ): Promise<Answered<SignInAnswer> | Refused>
  /** Begins a session: a passkey whose authenticator has verified its user counts as both steps. */
  passkeyUsed(account: Account, call: AnyCall): Promise<Answered<SignedInView> | Refused>
  /** Begins a session. To be called after the second step was proven. */
  secondStepPassed(
    account: Account,
    passed: { method: SessionMethod; secondStep: SecondStep },
    call: AnyCall,
  ): Promise<Answered<SignedInView> | Refused>
}

export function signInsOf(deps: SignInDeps): SignIns {
  return {
    async firstStepPassed(account, method, call) {
      const { region, person } = account
      const { userId } = person
      const state = (await commandsOf(region).load(twoFactor, userId, userId))?.state
      if (!state?.on) return begin(account, { method }, call)
      const ticket = deps.tickets.issue({ userId, region, method, startedAt: Date.now() })
      return reply({ secondStep: { ticket } })
    },
    passkeyUsed: (account, call) => begin(account, { method: 'passkey' }, call),
    secondStepPassed: begin,
  }

  async function begin(
    { region, person }: Account,
    passed: { method: SessionMethod; secondStep?: SecondStep },
    call: AnyCall,
  ): Promise<Answered<SignedInView> | Refused> {
    const { agencyHost } = call.request
    if (agencyHost && !(await deps.isMemberOf(agencyHost, person.userId))) return notOfAgency
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
        ...passed,
        userAgent: call.request.userAgent,
        address: call.request.address,
        ...(agencyHost && { host: agencyHost.domain }),
      },
      own(call, person.userId, sessionId),
    )
    if (!started.ok) return started
    return reply({ token: writeToken(token), user: viewOf(region, person), workspace }, started.position)
  }

  function commandsOf(region: Region): Commands {
    const commands = deps.regions.get(region)
    if (!commands) throw new Error(`Region ${region} is not served here`)
    return commands
  }
}

export function viewOf(region: Region, { userId, email, displayName, photoURL, joinedAt }: User): UserView {
  return { userId, email, displayName, region, joinedAt, ...(photoURL ? { photoURL } : {}) }
}
