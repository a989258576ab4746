/** Saves documents of agents with their pictures, within the limit of agents, for all that creates an agent. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type AgentCommand, agent } from './agent.decider.ts'
import type { AgentHandlerDeps } from './agent.handlers.ts'
import { agentIdOf, newSecretKey } from './random.ts'

export type AgentSavingDeps = Pick<
  AgentHandlerDeps,
  'handle' | 'load' | 'keepPictures' | 'agentLimit' | 'agentCount' | 'inTurn'
>

type Saving = Extract<AgentCommand, { type: 'CreateAgent' | 'SaveAgent' }>

export function agentSaving(deps: AgentSavingDeps) {
  const { handle, load } = deps

  return { save }

  /** Saves an agent's document. An agent that is not there yet is counted and created in turn. */
  async function save(
    of: { tenant: string; context: CommandContext },
    command: Saving,
    within?: string,
  ): ReturnType<typeof handleWithPictures> {
    const { tenant } = of
    const { agentId } = command
    const maxAgents = await deps.agentLimit?.(tenant)
    if (maxAgents === undefined || (await load(agent, agentId, tenant)))
      return handleWithPictures(of, command, within)
    return deps.inTurn(tenant, 'agents', async () =>
      handleWithPictures(
        of,
        { ...command, limit: { maxAgents, agents: await deps.agentCount(tenant) } },
        within,
      ),
    )
  }

  /**
   * Keeps the document's pictures before it is saved. An agent that can't be made is refused first: its pictures would
   * have no agent to go with.
   */
  async function handleWithPictures(
    { tenant, context }: { tenant: string; context: CommandContext },
    command: Saving,
    within?: string,
  ) {
    const { agentId } = command
    const state = (await load(agent, agentId, tenant))?.state ?? agent.decider.initialState
    const decision = state.status === 'live' ? undefined : agent.decider.decide(command, state, new Date())
    if (decision && !decision.ok) return decision
    const kept = await deps.keepPictures({ tenant, agentId }, command.document, within)
    if (!kept.ok) return kept
    return handle(agent, agentId, { ...command, document: kept.document }, context)
  }
}

/**
 * Creates an agent with a whole document. Its id follows from the cause, so that a repeated call finds it. `template`:
 * what it was made from.
 */
export function agentCreation(deps: AgentSavingDeps & Pick<AgentHandlerDeps, 'region'>, template: string) {
  const { save } = agentSaving(deps)

  return async function createAgent(tenant: string, document: AgentDocument, context: CommandContext) {
    const agentId = agentIdOf(tenant, context.cause.command)
    const created = await save(
      { tenant, context },
      {
        type: 'CreateAgent',
        agentId,
        ownerID: tenant,
        region: deps.region,
        document,
        newSecretKey: newSecretKey(),
        template,
      },
    )
    if (!created.ok) return created
    return { ok: true as const, agentId, position: created.position, document: created.state.document }
  }
}
