/**
 * Requests and uses one-time codes. The account of the address is not looked up here: both cases make the same calls,
 * and the mail tells the difference (`one-time-code.policy.ts`).
 */
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Call } from '@parley/kernel/handler.ts'
import { codeHash, newCode, newId, sameHash } from './credentials.ts'
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
  /** Requests a code by mail for any address. With `userId`, only that user can use it. */
  request(
    purpose: CodePurpose,
    email: string,
    call: AnyCall,
    userId?: string,
  ): Promise<{ requestId: string } | Refused>
  /** Uses a code once. All refusals have the same code and message. */
  use(purpose: CodePurpose, given: GivenCode, call: AnyCall, userId?: string): Promise<UsedCode | Refused>
}

export type GivenCode = { email: string; requestId: string; code: string }
type AnyCall = Pick<Call, 'context'>

/** `directory` is the same region for every caller: the region of a person would reveal that they have an account. */
export function oneTimeCodes(deps: {
  directory: Pick<CommandHandler, 'handle'>
  hashKey: Buffer
}): OneTimeCodes {
  const { directory, hashKey } = deps
  return {
    async request(purpose, email, call, userId) {
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
          codeHash: codeHash(hashKey, requestId, boundTo(email, userId), code),
        },
        contextOf(call, requestId),
      )
      return requested.ok ? { requestId } : requested
    },

    async use(purpose, { email, requestId, code }, call, userId) {
      const given = codeHash(hashKey, requestId, boundTo(email, userId), code.replace(/\s/g, ''))
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

/** No address contains a newline. */
const boundTo = (email: string, userId: string | undefined) =>
  userId === undefined ? email : `${email}\n${userId}`

function contextOf({ context }: AnyCall, requestId: string): CommandContext {
  return { ...context, tenant: DIRECTORY, subject: `code-${requestId}` }
}
