/**
 * Publishes the events that modules declare to the message bus, for notifications and webhooks: what happened and
 * where, without personal text; a consumer that may read more fetches it by stream and revision.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Message } from '@parley/kernel/bus/message-bus.ts'
import type { Recorded } from '@parley/kernel/log/recorded-event.ts'
import type { SharedSubscription } from '@parley/kernel/log/shared-subscription.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { defineBatchPolicy } from '@parley/kernel/policies/policy.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import type { Supervision } from '@parley/kernel/running/supervised.ts'
import { merged } from './modules/modules.ts'

const events: EventCatalogue = Object.assign({}, ...merged.relays.map((relay) => relay.events))
const relaysOf = Map.groupBy(
  merged.relays.flatMap((relay) => Object.keys(relay.events).map((type) => ({ type, relay }))),
  ({ type }) => type,
)

/**
 * Publishes what was appended meanwhile in one batch, then the next. While the bus is unavailable the batch is tried again
 * for as long as that takes: nothing is parked, everything is published when it is back.
 */
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
  const relay = defineBatchPolicy({
    name: 'relay',
    startFrom: 'origin',
    events,
    everyMs: 0,
    /** In the order of the log, so that each tenant's messages keep it. */
    reactToAll: (batch) => bus.publish(batch.flatMap((event) => messagesOf(region, event))),
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

/** A message for each topic that carries the event. */
function messagesOf(region: Region, event: Recorded): Message[] {
  const { type, stream, revision, position, at, tenant } = event
  const relays = (relaysOf.get(type) ?? []).filter(({ relay: { when } }) => when?.(event) ?? true)
  const topics = new Set(relays.flatMap(({ relay }) => relay.topics))
  if (topics.size === 0) return []
  const { agentId } = Object(event.data)
  const value = JSON.stringify({ region, type, stream, revision, position, at, workspaceId: tenant, agentId })
  return [...topics].map((topic) => ({ topic, key: tenant, id: event.id, value }))
}
