/**
 * What a browser holds between the sign-in at Meta and the choice of a number or page: a state that proves where the sign-in began,
 * and a grant that holds the token, which only this server can read. Both count for one agent and one session.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { derivedKey } from '@parley/kernel/derived-key.ts'
import type { Call } from '@parley/kernel/handler.ts'
import { z } from 'zod'
import type { MetaKind } from './meta-login.ts'

type Place = Pick<Call, 'principal' | 'context' | 'tenant'> & { params: { agentId: string } }
type Held = { kind: MetaKind; token?: string }
export type MetaGrants = {
  issue(call: Place, held: Held, lifetimeMs: number): string
  /** What is held; undefined if it is over, or of another session, agent or workspace. */
  open(call: Place, text: string): Held | undefined
}

const heldSchema = z.object({
  kind: z.enum(['whatsapp', 'messenger', 'instagram']),
  token: z.string().optional(),
  until: z.number(),
})
const IV_BYTES = 12
const TAG_BYTES = 16

export function createMetaGrants(masterKey: Buffer, now: () => number = Date.now): MetaGrants {
  const key = derivedKey(masterKey, 'meta grant')

  return {
    issue(call, held, lifetimeMs) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(placeOf(call))
      const said = JSON.stringify({ ...held, until: now() + lifetimeMs })
      const sealed = Buffer.concat([cipher.update(said), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    open(call, text) {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(placeOf(call))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        const said = Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
          decipher.final(),
        ]).toString()
        const { until, kind, token } = heldSchema.parse(JSON.parse(said))
        return until < now() ? undefined : { kind, ...(token === undefined ? {} : { token }) }
      } catch {
        return undefined
      }
    },
  }
}

/** The session, or the key, and the agent of a call. */
function placeOf({ principal, context, tenant, params }: Place): Buffer {
  const { kind, id } = context.actor
  const session = principal.kind === 'user' ? principal.sessionId : ''
  return createHash('sha256')
    .update(JSON.stringify([tenant, params.agentId, kind, id, session]))
    .digest()
}
