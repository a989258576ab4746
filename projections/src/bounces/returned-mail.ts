/** Whether mails to the addresses of people came back, for lists of people. */
import type { ReturnedMail } from '@parley/contracts/agency/bounces.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { bouncesProjection } from './bounces.projection.ts'

/** In the order of the addresses: what to add to the view of whoever has it. */
export type ReturnedMailOf = (
  tenant: string,
  emails: readonly string[],
) => Promise<{ returnedMail?: ReturnedMail }[]>

export function returnedMailOf(
  reader: Reader,
  addressIdOf: (tenant: string, email: string) => string,
): ReturnedMailOf {
  return async (tenant, emails) => {
    const ids = emails.map((email) => addressIdOf(tenant, email))
    const found = await reader.getMany(bouncesProjection, tenant, ids)
    return found.map((one) => {
      if (!one || one.kind === 'soft') return {}
      return { returnedMail: one.kind === 'hard' ? 'bounced' : 'complained' }
    })
  }
}
