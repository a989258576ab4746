/** Withdraws a canary version whose failure or handoff rate is clearly worse than that of the published version. */
import { type CanaryRate, type Counted, isClearlyWorse } from '@parley/contracts/agent/canary.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agent } from '../agent.decider.ts'
import type { AgentState, Canary } from '../agent.state.ts'

/** Counts the conversations of both versions through a position of the log; of feedback, ratings. */
export type CanaryFigures = (
  tenant: string,
  agentId: string,
  canary: Canary,
  through: number,
) => Promise<Record<'canary' | 'control', Record<CanaryRate, Counted>>>

const name = 'withdraw-canaries'
const events = pick(conversationEvents, 'ReplyFailed', 'HandoffRequested')

export function withdrawCanaries(deps: {
  handle: CommandHandler['handle']
  /** Undefined for an agent that does not exist any more. */
  live(tenant: string, agentId: string): Promise<AgentState | undefined>
  figures: CanaryFigures
}): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'current',
    events,
    async react(event) {
      const { agentId, channel } = event.data
      const canary = channel === 'test-panel' ? undefined : (await deps.live(event.tenant, agentId))?.canary
      if (!canary) return
      const arms = await deps.figures(event.tenant, agentId, canary, event.position)
      for (const rate of ['failure', 'handoff'] as const) {
        const [tried, control] = [arms.canary[rate], arms.control[rate]]
        if (!isClearlyWorse(tried, control)) continue
        // Refused if a person promoted or withdrew it meanwhile.
        await deps.handle(
          agent,
          agentId,
          {
            type: 'WithdrawCanary',
            agentId,
            version: canary.version,
            reason: rate === 'failure' ? 'failure-rate' : 'handoff-rate',
            rates: { canary: rateOf(tried), control: rateOf(control) },
          },
          reactingTo(event, name),
        )
        return
      }
    },
  })
}

const rateOf = ({ count, of }: Counted) => ({ rate: of === 0 ? 0 : count / of, of })
