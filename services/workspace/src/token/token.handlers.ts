/** The command endpoints of access tokens, for one region. */
import type { tokenEndpoints } from '@parley/contracts/workspace/token-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { secretHash } from '@parley/kernel/sealing/session-token.ts'
import { workspace } from '../workspace.decider.ts'
import { TOKEN_ID_LENGTH } from './token-texts.ts'

export type TokenHandlerDeps = {
  handle: CommandHandler['handle']
  rateLimits: Pick<RateLimits, 'take'>
  /** The text of a token. */
  textOf(tenant: string, tokenId: string): string
  isAgent(tenant: string, agentId: string): Promise<boolean>
}

/** Each is two events in the workspace's stream. */
const MADE_A_DAY = 200
const DAY_SECONDS = 86_400

export function tokenHandlers(deps: TokenHandlerDeps): Omit<Handlers<typeof tokenEndpoints>, 'tokens.list'> {
  const { handle, textOf } = deps
  return {
    async 'tokens.create'(call) {
      const { principal, tenant, context } = call
      const { name, permissions, agentIds, expiresAt } = call.body
      if (principal.kind !== 'user') return refuse('not-allowed', 'Only a signed-in person can do this.')
      for (const agentId of agentIds ?? [])
        if (!(await deps.isAgent(tenant, agentId)))
          return refuse('not-found', 'One of the agents does not exist.', 'agentIds')
      const taken = await deps.rateLimits.take([
        { key: `tokens/${tenant}`, limit: MADE_A_DAY, windowSeconds: DAY_SECONDS },
      ])
      if (!taken.allowed)
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', 'Too many access tokens today.')
      const tokenId = derivedId(TOKEN_ID_LENGTH, tenant, context.cause.command)
      const token = textOf(tenant, tokenId)
      const command = {
        ...({ type: 'CreateAccessToken', tokenId, name, permissions, agentIds } as const),
        ...{ userId: principal.userId, tokenHash: secretHash(token) },
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
      }
      const handled = await handle(workspace, tenant, command, context)
      return handled.ok ? reply({ tokenId, token }, handled.position) : handled
    },

    async 'tokens.revoke'({ params, tenant, context }) {
      const command = { type: 'RevokeAccessToken', tokenId: params.tokenId } as const
      const handled = await handle(workspace, tenant, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}
