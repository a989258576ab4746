/** Handlers for the second step of a sign-in, and with which a person sets it up and turns it off. */
import type { twoFactorEndpoints } from '@parley/contracts/identity/two-factor-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { type Account, own } from './accounts.ts'
import { type Own, type OwnAccountDeps, ownAccounts } from './own-account.ts'
import { recoveryCodesOf, recoveryHash } from './recovery-codes.ts'
import { type Refused, signInLimits } from './sign-in-limits.ts'
import { type SignInDeps, signInsOf } from './sign-ins.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
import { type TwoFactorCommand, twoFactor, wrongTotpCode } from './two-factor.decider.ts'
import { personIn, user } from './user.decider.ts'

export type TwoFactorDeps = OwnAccountDeps &
  SignInDeps & {
    /** The name that authenticator apps show. */
    productName: string
  }

type OwnCall = Pick<Call, 'context' | 'request' | 'principal'>

const expired = refuse('sign-in-expired', 'This took too long. Please sign in again.')
const noSetUp = refuse('conflict', 'The set-up has expired. Please begin again.')
const done = { success: true as const }
/** What is typed of an app's code; anything else is taken for a recovery code. */
const looksLikeTotp = (code: string) => /^\d{6}$/.test(code)

export function twoFactorHandlers(deps: TwoFactorDeps): Handlers<typeof twoFactorEndpoints> {
  const { hashKey } = deps
  const limits = signInLimits(deps)
  const accounts = ownAccounts(deps)
  const signIns = signInsOf(deps)

  return {
    async 'auth.passSecondStep'(call) {
      const claims = deps.tickets.verify(call.body.ticket)
      const account = claims && (await accountOf(claims))
      // A new password ends sign-ins that were begun with the former one.
      if (!account || claims.startedAt < account.person.sessionsFrom) return expired
      const secondStep = await useCode(account, call.body.code, call)
      if (typeof secondStep === 'object') return secondStep
      return signIns.secondStepPassed(account, { method: claims.method, secondStep }, call)
    },

    async 'auth.twoFactor'({ principal }) {
      const me = await accounts.of(principal)
      if (!me.ok) return me
      const on = (await stateOf(me))?.on
      return reply({
        on: on !== undefined,
        ...(on ? { since: new Date(on.since).toISOString() } : {}),
        recoveryCodesLeft: on?.recoveryHashes.length ?? 0,
      })
    },

    async 'auth.startTwoFactor'(call) {
      const me = await accounts.withPassword(call, call.body.password)
      if (!me.ok) return me
      const started = await handle(
        me,
        { type: 'StartSetUp', userId: me.person.userId, totpSecret: newTotpSecret() },
        call,
      )
      if (!started.ok) return started
      const secret = started.state?.pending?.totpSecret
      if (secret === undefined) return noSetUp
      const uri = totpUri({
        secret,
        issuer: call.request.agencyHost?.domain ?? deps.productName,
        account: me.person.email,
      })
      return reply({ secret, uri }, started.position)
    },

    async 'auth.turnOnTwoFactor'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const tooMany = await limits.secondStepTried(call, me.person.email)
      if (tooMany) return tooMany
      const state = await stateOf(me)
      // A repeated command finds it turned on already.
      const totpSecret = state?.pending?.totpSecret ?? state?.on?.totpSecret
      if (totpSecret === undefined) return noSetUp
      const code = call.body.code.replace(/\s/g, '')
      const { userId } = me.person
      return withRecoveryCodes(me, call, totpSecret, (recoveryHashes) => ({
        type: 'TurnOn',
        userId,
        code,
        recoveryHashes,
      }))
    },

    async 'auth.renewRecoveryCodes'(call) {
      const me = await withProof(call, call.body.proof)
      if (!me.ok) return me
      const totpSecret = (await stateOf(me))?.on?.totpSecret
      if (totpSecret === undefined) return refuse('conflict', 'Two-factor authentication is off.')
      const { userId } = me.person
      return withRecoveryCodes(me, call, totpSecret, (recoveryHashes) => ({
        type: 'RenewRecoveryCodes',
        userId,
        recoveryHashes,
      }))
    },

    async 'auth.turnOffTwoFactor'(call) {
      const me = await withProof(call, call.body.proof)
      if (!me.ok) return me
      const turnedOff = await handle(me, { type: 'TurnOff', userId: me.person.userId }, call)
      return turnedOff.ok ? reply(done, turnedOff.position) : turnedOff
    },
  }

  async function accountOf({ userId, region }: { userId: string; region: Account['region'] }) {
    const commands = deps.regions.get(region)
    const person = personIn((await commands?.load(user, userId))?.state)
    return commands && person && { region, person, commands }
  }

  async function stateOf({ person: { userId }, commands }: Pick<Own, 'person' | 'commands'>) {
    return (await commands.load(twoFactor, userId, userId))?.state
  }

  function handle(
    { person: { userId }, commands }: Pick<Own, 'person' | 'commands'>,
    command: TwoFactorCommand,
    call: Pick<Call, 'context' | 'request'>,
    name?: string,
  ) {
    return commands.handle(twoFactor, userId, command, own(call, userId, name))
  }

  /** Uses a code of the app or a recovery code; returns which of them it was. */
  async function useCode(
    account: Pick<Own, 'person' | 'commands'>,
    typed: string,
    call: Pick<Call, 'context' | 'request'>,
  ): Promise<'totp' | 'recovery-code' | Refused> {
    const { userId, email } = account.person
    const code = typed.replace(/\s/g, '')
    const isTotp = looksLikeTotp(code)
    const tooMany = await (isTotp
      ? limits.secondStepTried(call, email)
      : limits.recoveryCodeTried(call, email))
    if (tooMany) return tooMany
    const hash = recoveryHash(hashKey, userId, code)
    const used = await handle(
      account,
      isTotp ? { type: 'UseCode', userId, code } : { type: 'UseRecoveryCode', userId, recoveryHash: hash },
      call,
      'second-step',
    )
    if (!used.ok) return used
    const on = used.state?.on
    // A repeated command appended nothing: it needs the same code, while that is valid.
    const isSame = isTotp
      ? on && stepOfCode(on.totpSecret, code, Date.now()) === on.lastStep
      : on?.lastRecoveryHash === hash
    if (used.repeated && !isSame) return wrongTotpCode
    return isTotp ? 'totp' : 'recovery-code'
  }

  /** Answers with new recovery codes once their hashes are recorded. */
  async function withRecoveryCodes(
    me: Own,
    call: OwnCall,
    totpSecret: string,
    commandFor: (recoveryHashes: string[]) => TwoFactorCommand,
  ) {
    const { command } = call.context.cause
    const recoveryCodes = recoveryCodesOf({ hashKey, totpSecret, command })
    const hashes = recoveryCodes.map((code) => recoveryHash(hashKey, me.person.userId, code))
    const changed = await handle(me, commandFor(hashes), call)
    if (!changed.ok) return changed
    const valid = changed.state?.on?.recoveryHashes ?? []
    if (!valid.some((hash) => hashes.includes(hash)))
      return refuse('conflict', 'These recovery codes were replaced meanwhile. Ask for new ones.')
    return reply({ recoveryCodes }, changed.position)
  }

  /** The password, or a code of the app. No password has six characters. */
  async function withProof(call: OwnCall, proof: string): Promise<Own | Refused> {
    const code = proof.replace(/\s/g, '')
    if (!looksLikeTotp(code)) {
      const me = await accounts.withPassword(call, proof)
      return me.ok || me.rejection.code !== 'wrong-password' ? me : wrongProof
    }
    const me = await accounts.of(call.principal)
    if (!me.ok) return me
    const used = await useCode(me, code, call)
    if (typeof used === 'string') return me
    return used.rejection.code === 'wrong-code' ? wrongProof : used
  }
}

const wrongProof = refuse('wrong-proof', 'This password or code is not right.', 'proof')
