/** Who an access token is. What it may do is read from the log for each call, so that a change applies at once. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { sameHash, secretHash } from '@parley/kernel/sealing/session-token.ts'
import { workspace } from '../workspace.decider.ts'
import { readTokenText } from './token-texts.ts'
import type { TokenUses } from './token-uses.ts'
import { permissionsAtPresent } from './tokens.ts'

export type TokenPrincipals = {
  /** The principal of a token, or nobody with the reason. */
  principalOf(text: string): Promise<Principal>
}

const unknown = refused(
  'not-signed-in',
  'This access token is not valid. It was revoked, is not written in full, or is of another region.',
)

export function tokenPrincipals(deps: {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  uses: Pick<TokenUses, 'note'>
}): TokenPrincipals {
  const { commands, uses } = deps
  return {
    async principalOf(text) {
      const named = readTokenText(text)
      if (!named) return unknown
      const { tenant, tokenId } = named
      await commands.refresh(workspace.category, tenant)
      const state = (await commands.load(workspace, tenant, tenant))?.state
      const found = state?.status === 'live' && state.tokens.find((token) => token.tokenId === tokenId)
      if (!found || !sameHash(found.tokenHash, secretHash(text))) return unknown
      const { expiresAt, agentIds } = found
      if (expiresAt !== undefined && expiresAt <= Date.now()) {
        const at = new Date(expiresAt).toISOString()
        return refused('token-expired', `This access token expired at ${at}. Make another one.`)
      }
      void uses.note(tenant, tokenId)
      return { kind: 'token', tenant, tokenId, permissions: permissionsAtPresent(found, state), agentIds }
    },
  }
}

function refused(code: string, message: string): Extract<Principal, { kind: 'nobody' }> {
  const rejection: Rejection = refuse(code, message).rejection
  return { kind: 'nobody', refused: rejection }
}
