/**
 * Requests and uses one-time codes. The account of the address is not looked up here: both cases make the same calls,
 * and the mail tells the difference (`one-time-code.policy.ts`).
 */
import type { Language } from '@parley/contracts/languages.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { newId, sameHash } from '@parley/kernel/sealing/session-token.ts'
import { codeHash, newCode } from './credentials.ts'
import { DIRECTORY } from './email-reservation.decider.ts'
import { CODE_LIFETIME_MS, type CodePurpose, oneTimeCode, wrongCode } from './one-time-code.decider.ts'
import type { Refused } from './sign-in-limits.ts'

export type UsedCode = {
  ok: true
  /** When the code was requested, in ms. */
  requestedAt: number
  /** Whether the same command was handled before and its answer may have been lost. */
  repeated: boolean
}

export type OneTimeCodes = {
  /** Requests a code by mail for any address, which can be used for the same `of` alone. `language`: of the mail. */
  request(
    purpose: CodePurpose,
    email: string,
    call: AnyCall,
    of?: CodeOwner,
    language?: Language,
  ): Promise<{ requestId: string } | Refused>
  /** Uses a code once. All refusals have the same code and message. */
  use(purpose: CodePurpose, given: GivenCode, call: AnyCall, of?: CodeOwner): Promise<UsedCode | Refused>
}

/** A user's id, or the agency whose client signs in; without either, any account of the address. */
export type CodeOwner = string | { region: string; agencyId: string }

export type GivenCode = { email: string; requestId: string; code: string }
type AnyCall = Pick<Call, 'context' | 'request'>

/** `directory` is the same region for every caller: the region of a person would reveal that they have an account. */
export function oneTimeCodes(deps: {
  directory: Pick<CommandHandler, 'handle'>
  hashKey: Buffer
}): OneTimeCodes {
  const { directory, hashKey } = deps
  return {
    async request(purpose, email, call, of, language) {
      const requestId = newId()
      const code = newCode()
      const requested = await directory.handle(
        oneTimeCode,
        requestId,
        {
          type: 'RequestCode',
          requestId,
          purpose,
          code,
          email,
          codeHash: codeHash(hashKey, requestId, boundTo(email, of), code),
          ...(call.request.agencyHost && { host: call.request.agencyHost.domain }),
          ...(typeof of === 'object' ? { agency: of } : {}),
          ...(language && { language }),
        },
        contextOf(call, requestId),
      )
      return requested.ok ? { requestId } : requested
    },

    async use(purpose, { email, requestId, code }, call, of) {
      const given = codeHash(hashKey, requestId, boundTo(email, of), code.replace(/\s/g, ''))
      const used = await directory.handle(
        oneTimeCode,
        requestId,
        { type: 'UseCode', requestId, purpose, codeHash: given },
        contextOf(call, requestId),
      )
      if (!used.ok) return used
      const { state, repeated } = used
      // A repeated command needs the right code too, as long as the code is valid.
      if (!state?.used || state.purpose !== purpose || !sameHash(state.codeHash, given)) return wrongCode
      if (repeated && state.expiresAt <= Date.now()) return wrongCode
      return { ok: true, requestedAt: state.expiresAt - CODE_LIFETIME_MS, repeated }
    },
  }
}

/** No address, id or region contains a newline. */
function boundTo(email: string, of: CodeOwner | undefined): string {
  if (of === undefined) return email
  return typeof of === 'string' ? `${email}\n${of}` : `${email}\n${of.region}\n${of.agencyId}`
}

function contextOf({ context }: AnyCall, requestId: string): CommandContext {
  return { ...context, tenant: DIRECTORY, subject: `code-${requestId}` }
}
