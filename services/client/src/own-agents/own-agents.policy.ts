/** Gives a client the agents that it created, where the process that created one ended before that. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { client } from '../client.decider.ts'

const name = 'own-agents'

export function ownAgentsPolicy({ handle }: Pick<CommandHandler, 'handle'>) {
  return definePolicy({
    name,
    startFrom: 'current',
    events: pick(agentEvents, 'AgentCreated'),
    async react(event) {
      const { actor } = event
      if (actor.kind !== 'client') return
      const clientId = actor.id
      const command = { type: 'AddOwnAgent', clientId, agentId: event.data.agentId } as const
      const context = { ...reactingTo(event, name), actor, subject: clientSubject(clientId) }
      const handled = await handle(client, clientId, command, context)
      if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
    },
  })
}
