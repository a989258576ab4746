/** The addresses from which mails of a workspace came back; an address that was cleared is gone from here. */
import { bounceEvents } from '@parley/contracts/agency/bounce-events.ts'
import type { BounceKind } from '@parley/contracts/agency/bounces.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type BouncedAddressDocument = {
  addressId: string
  /** Sealed. */
  email: string
  kind: BounceKind
  /** Empty for a complaint. */
  status: string
  times: number
  at: string
}

const kindOf = { MailBounced: 'hard', MailDelayed: 'soft', MailComplainedOf: 'complaint' } as const

export const bouncesProjection = tenantProjection<BouncedAddressDocument>()({
  name: 'bounces',
  version: 1,
  events: bounceEvents,
  indexes: { byTime: ['at'], byKind: ['kind', 'at'] },
  identify: (event) => event.data.addressId,
  project(known, event) {
    if (event.type === 'BouncedAddressCleared') return undefined
    const { addressId, email, at } = event.data
    const status = event.type === 'MailComplainedOf' ? '' : event.data.status
    return { addressId, email, kind: kindOf[event.type], status, times: (known?.times ?? 0) + 1, at }
  },
})
