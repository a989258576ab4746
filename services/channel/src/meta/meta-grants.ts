/**
 * What a browser holds between the sign-in at Meta and the choice of a number or page: a state that proves where the sign-in began,
 * and a grant that holds the token, which only this server can read. Both count for one agent, one session and one host.
 */
import { createHash } from 'node:crypto'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { z } from 'zod'
import type { MetaKind } from './meta-login.ts'
import { seal, unseal } from './sealed.ts'

type Place = Pick<Call, 'principal' | 'context' | 'tenant' | 'request'> & { params: { agentId: string } }
type Held = { kind: MetaKind; token?: string }
export type MetaGrants = {
  issue(call: Place, held: Held, lifetimeMs: number): string
  /** What is held; undefined if it is over, or of another session, agent, workspace or host. */
  open(call: Place, text: string): Held | undefined
}

const heldSchema = z.object({
  kind: z.enum(['whatsapp', 'messenger', 'instagram']),
  token: z.string().optional(),
  until: z.number(),
})

export function createMetaGrants(masterKey: Buffer, now: () => number = Date.now): MetaGrants {
  const key = derivedKey(masterKey, 'meta grant')

  return {
    issue: (call, held, lifetimeMs) =>
      seal(key, JSON.stringify({ ...held, until: now() + lifetimeMs }), placeOf(call)),

    open(call, text) {
      const said = unseal(key, text, placeOf(call))
      if (said === undefined) return undefined
      const { until, kind, token } = heldSchema.parse(JSON.parse(said))
      return until < now() ? undefined : { kind, ...(token === undefined ? {} : { token }) }
    },
  }
}

/** The session, or the key, the agent and the host of a call. */
function placeOf({ principal, context, tenant, params, request }: Place): Buffer {
  const { kind, id } = context.actor
  const session = 'sessionId' in principal ? principal.sessionId : ''
  const host = request.agencyHost?.domain ?? ''
  return createHash('sha256')
    .update(JSON.stringify([tenant, params.agentId, kind, id, session, host]))
    .digest()
}
