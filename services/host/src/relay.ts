/**
 * Publishes the events that modules declare to the message bus, for notifications and webhooks: what happened and
 * where, without personal text; a consumer that may read more fetches it by stream and revision.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policy-runner.ts'
import type { RegionEngines } from '@parley/kernel/region-engines.ts'
import type { SharedSubscription } from '@parley/kernel/shared-subscription.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'
import { merged } from './modules/modules.ts'

const events: EventCatalogue = Object.assign({}, ...merged.relays.map((relay) => relay.events))
const relaysOf = Map.groupBy(
  merged.relays.flatMap((relay) => Object.keys(relay.events).map((type) => ({ type, relay }))),
  ({ type }) => type,
)

export async function startRelay({
  engines,
  subscription,
  supervision,
}: {
  engines: RegionEngines
  subscription: SharedSubscription
  supervision: Supervision
}): Promise<PolicyRunner> {
  const { bus, eventStore, state, keyring, leases, region, probe } = engines
  const relay = definePolicy({
    name: 'relay',
    startFrom: 'origin',
    events,
    // The bus may be unavailable for any length of time: nothing is parked, everything is published when it is back.
    classify: () => 'retry',
    async react(event) {
      const { type, stream, revision, position, at, tenant } = event
      const relays = (relaysOf.get(type) ?? []).filter(({ relay: { when } }) => when?.(event) ?? true)
      const topics = new Set(relays.flatMap(({ relay }) => relay.topics))
      if (topics.size === 0) return
      const { agentId } = Object(event.data)
      const value = JSON.stringify({
        region,
        type,
        stream,
        revision,
        position,
        at,
        workspaceId: tenant,
        agentId,
      })
      await bus.publish([...topics].map((topic) => ({ topic, key: tenant, id: event.id, value })))
    },
  })
  return startPolicies({
    eventStore,
    state,
    keyring,
    leases,
    policies: [relay],
    subscription,
    supervision,
    probe,
  })
}
