/**
 * Puts selected events on the message bus, for notifications and webhook fan-out: what happened and where, without
 * personal text; whoever may read more fetches it by its stream and revision.
 */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policy-runner.ts'
import { pick } from '@parley/kernel/projection.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'
import type { RegionEngines } from './region.ts'

export const NOTIFICATIONS = 'notifications'
export const WEBHOOKS = 'webhooks'

const relayed = {
  ...pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentDeleted'),
  ...pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'HandoffRequested',
    'OwnershipChanged',
    'ReplyFailed',
  ),
  ...pick(leadEvents, 'LeadCaptured'),
  ...pick(creditsEvents, 'CreditsGranted'),
}

/** Events that people are told of, besides the workspace's own endpoint. */
const notified = new Set([
  'VisitorMessageReceived',
  'HandoffRequested',
  'OwnershipChanged',
  'ReplyFailed',
  'LeadCaptured',
])
/** For people alone. */
const unhooked = new Set(['VisitorMessageReceived', 'OwnershipChanged'])
/** A visitor's first words stand behind the agent's few first messages; later ones are no news. */
const FIRST_WORDS = 8

export async function startRelay({
  engines,
  supervision,
}: {
  engines: RegionEngines
  supervision: Supervision
}): Promise<PolicyRunner> {
  const { bus, eventStore, state, keyring, leases, region, probe } = engines
  const relay = definePolicy({
    name: 'relay',
    startFrom: 'origin',
    events: relayed,
    // The bus may be away for as long as it likes: nothing is parked, all of it is told when it is back.
    classify: () => 'retry',
    async react(event) {
      const { type, stream, revision, position, at, tenant } = event
      if (type === 'VisitorMessageReceived' && event.data.index > FIRST_WORDS) return
      if (type === 'OwnershipChanged' && event.data.reason !== 'timed-out') return
      const agentId = 'agentId' in event.data ? event.data.agentId : undefined
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
      const topics = [
        ...(unhooked.has(type) ? [] : [WEBHOOKS]),
        ...(notified.has(type) ? [NOTIFICATIONS] : []),
      ]
      await bus.publish(topics.map((topic) => ({ topic, key: tenant, id: event.id, value })))
    },
  })
  return startPolicies({
    eventStore,
    state,
    keyring,
    leases,
    policies: [relay],
    supervision,
    probe,
  })
}
