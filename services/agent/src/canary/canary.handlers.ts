/** The commands of canary versions. */
import type { canaryEndpoints } from '@parley/contracts/agent/canary-endpoints.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { agent } from '../agent.decider.ts'
import type { AgentHandlerDeps } from '../agent.handlers.ts'
import { type CanaryCommand, promoted } from './canary.decider.ts'

export type CanaryDeps = Pick<
  AgentHandlerDeps,
  'handle' | 'load' | 'refuseStrangers' | 'keepPictures' | 'publishGate'
>

export function canaryHandlers(deps: CanaryDeps): Handlers<typeof canaryEndpoints> {
  return {
    async 'canary.start'(call) {
      const { agentId } = call.params
      const place = { tenant: call.tenant, agentId }
      const { draft, share, untested } = call.body
      const strangers = await deps.refuseStrangers(place, draft, 'draft.')
      if (strangers) return strangers
      const gate = await deps.publishGate(call.tenant, agentId, draft)
      if (gate?.refused && untested === undefined) return gate.refused
      const kept = await deps.keepPictures(place, draft, 'draft.')
      if (!kept.ok) return kept
      const handled = await deps.handle(
        agent,
        agentId,
        {
          type: 'StartCanary',
          agentId,
          document: kept.document,
          share,
          ...(gate?.refused && untested !== undefined ? { untested } : {}),
          ...(gate && !gate.refused ? { testedOn: gate.testedOn } : {}),
        },
        call.context,
      )
      if (!handled.ok) return handled
      return reply({ version: handled.state.canary?.version ?? 0 }, handled.position)
    },
    'canary.setShare': (call) =>
      done(call, { type: 'ChangeCanaryShare', agentId: call.params.agentId, ...call.body }),
    async 'canary.promote'(call) {
      const { agentId } = call.params
      const { version, untested } = call.body
      const state = (await deps.load(agent, agentId, call.tenant))?.state
      // Tests, or what they expect, may have changed since it was started.
      const gate =
        state?.canary?.version === version
          ? await deps.publishGate(call.tenant, agentId, promoted(state))
          : undefined
      if (gate?.refused && untested === undefined) return gate.refused
      return done(call, {
        ...{ type: 'PromoteCanary', agentId, version },
        ...(gate?.refused && untested !== undefined ? { untested } : {}),
        ...(gate && !gate.refused ? { testedOn: gate.testedOn } : {}),
      })
    },
    'canary.withdraw': (call) =>
      done(call, {
        type: 'WithdrawCanary',
        agentId: call.params.agentId,
        version: call.body.version,
        reason: 'by-person',
      }),
  }

  async function done(call: Pick<Call, 'context'>, command: CanaryCommand) {
    const handled = await deps.handle(agent, command.agentId, command, call.context)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }
}
