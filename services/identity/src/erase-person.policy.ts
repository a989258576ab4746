/** Completes the erasure of a deleted account's person if whoever deleted it was interrupted. */
import { userEvents } from '@parley/contracts/identity/events.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { ErasePerson } from './account-deletion.ts'

export function erasePersonPolicy(erase: ErasePerson) {
  return definePolicy({
    name: 'erase-person',
    startFrom: 'origin',
    events: pick(userEvents, 'AccountDeleted'),
    unseals: true,
    async react({ id, data, cause }) {
      const { correlation } = cause
      const by = { via: 'policy', command: `erase-person/${id}`, event: id, correlation } as const
      await erase(data, { actor: { kind: 'policy', id: 'erase-person' }, cause: by })
    },
  })
}
