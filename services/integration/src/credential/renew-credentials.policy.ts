/** Passes the tokens of connected credentials to the process that renews them before they end. */
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import type { RenewalInput } from '@parley/contracts/integration/renewal-events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'

const events = pick(
  credentialEvents,
  'CredentialConnected',
  'CredentialRenewed',
  'CredentialConnectionLost',
  'CredentialDeleted',
)

export function renewCredentials({
  take,
}: {
  take: RunningProcess<RenewalInput>['take']
}): Policy<typeof events> {
  return definePolicy({
    name: 'renew-credentials',
    startFrom: 'origin',
    events,
    async react(event) {
      const { id, tenant, data } = event
      const place = { tenant, instance: data.credentialId }
      if (event.type === 'CredentialConnected' || event.type === 'CredentialRenewed') {
        const { generation, renewAt } = event.data
        const when = renewAt === undefined ? {} : { renewAt }
        await take(place, { type: 'TokensReceived', generation, ...when }, id)
      } else await take(place, { type: 'ConnectionEnded' }, id)
    },
  })
}
