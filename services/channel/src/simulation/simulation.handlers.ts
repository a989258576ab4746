/** The endpoints of the channel simulator. They read nothing but their body, send nothing and record nothing. */
import type { simulationEndpoints } from '@parley/contracts/channel/simulation-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { allowanceOf, simulate } from './simulate.ts'
import { simulateInbound } from './simulate-inbound.ts'

export function simulationHandlers(deps: {
  publicUrl: string
  region: string
  isAgent(tenant: string, agentId: string): Promise<boolean>
}): Handlers<typeof simulationEndpoints> {
  return {
    async 'channels.simulate'({ tenant, params, body: { kind, messages, ageMs } }) {
      if (!(await deps.isAgent(tenant, params.agentId))) return noAgent
      return reply({
        messages: await Promise.all(messages.map((message) => simulate(deps, kind, message))),
        window: allowanceOf(deps, kind, ageMs),
      })
    },

    async 'channels.simulateInbound'({ tenant, params, body: { kind, act } }) {
      if (!(await deps.isAgent(tenant, params.agentId))) return noAgent
      const read = simulateInbound(kind, act, Date.now())
      return read ? reply(read) : refuse('invalid-input', 'Nobody can do this on this channel.', 'act')
    },
  }
}

const noAgent = refuse('not-found', 'This agent does not exist.')
