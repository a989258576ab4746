/**
 * Deletes what channels know of a person when Meta asks for it, and keeps what became of it, without anything about the person
 * (developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { declareOnce, PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'
import type { Channel } from '../channel.decider.ts'

export type EraseContact = (
  tenant: string,
  of: { channelId: string; contactId: string },
  correlation: string,
) => Promise<number>

export type Deletions = {
  /** Erases a person from channels; returns the code by which they look it up. The same again is the same code. */
  erase(userId: string, channels: AsyncIterable<{ tenant: string; channelId: string }>): Promise<string>
  /** When it was done (ISO 8601); undefined if there is no such code. */
  doneAt(code: string): Promise<string | undefined>
}

const COLLECTION = 'meta-deletions'

export function createDeletions(deps: {
  state: ReadStore
  key: Buffer
  eraseContact: EraseContact
  now?: () => number
}): Deletions {
  const { state, now = Date.now } = deps
  const declare = declareOnce(state, { name: COLLECTION, indexes: {} })

  return {
    async erase(userId, channels) {
      // Tells nothing of the person to whoever does not have the key.
      const code = createHmac('sha256', deps.key).update(userId).digest('hex').slice(0, 24)
      for await (const { tenant, channelId } of channels)
        await deps.eraseContact(tenant, { channelId, contactId: userId }, code)
      await declare()
      const position = now()
      const document = { at: new Date(position).toISOString() }
      const writes = [{ collection: COLLECTION, tenant: PUBLIC, id: code, document, position }]
      await state.commit({ checkpoint: COLLECTION, position, writes })
      return code
    },

    async doneAt(code) {
      await declare()
      const at = (await state.get(COLLECTION, PUBLIC, code))?.document?.at
      return typeof at === 'string' ? at : undefined
    },
  }
}

const payloadSchema = z.object({ user_id: z.string().regex(/^\d{1,32}$/) })

/** The person that a signed request is about, whose signature was verified. */
export function userIn(raw: Buffer): string | undefined {
  const request = new URLSearchParams(raw.toString('latin1')).get('signed_request') ?? ''
  try {
    const said = JSON.parse(Buffer.from(request.split('.')[1] ?? '', 'base64url').toString())
    return payloadSchema.parse(said).user_id
  } catch {
    return undefined
  }
}

/** Whether a signed request is signed with a secret; the host verifies it again. */
export function isRequestSignedWith(raw: Buffer, { appSecret = '' }: Channel['credentials']): boolean {
  const request = new URLSearchParams(raw.toString('latin1')).get('signed_request') ?? ''
  const [signature = '', payload = ''] = request.split('.')
  const [wanted, given] = [
    createHmac('sha256', appSecret).update(payload).digest(),
    Buffer.from(signature, 'base64url'),
  ]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
