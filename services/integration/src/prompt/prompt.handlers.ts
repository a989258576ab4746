/** The commands of the library of prompts, and the queries that fold their streams. */
import type { AgentTests, promptEndpoints } from '@parley/contracts/integration/prompt-endpoints.ts'
import { samePromptName } from '@parley/contracts/integration/prompt-names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { newestPrompt, noPrompt, noVersion, type PromptCommand, prompt, versionOf } from './prompt.decider.ts'
import { promptNames } from './prompt-names.decider.ts'

export type PromptDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** The agents that use a prompt, by name. */
  usedBy(tenant: string, promptId: string): Promise<{ agentId: string; title: string }[]>
  /**
   * The tests of an agent, as far as they passed with a version of a prompt; undefined if it has none, or says the same
   * by that version.
   */
  testsOf(
    tenant: string,
    agentId: string,
    prompt: { promptId: string; version: number },
  ): Promise<Omit<AgentTests, 'agentId' | 'title'> | undefined>
  promptLimit(tenant: string): Promise<number>
  inTurn: InTurn
  now?: () => number
}

/** A name that nobody uses may be taken over after this, in ms, when no append of its command can still be on its way. */
const ABANDONED_MS = 120_000

export function promptHandlers(
  deps: PromptDeps,
): Omit<Handlers<typeof promptEndpoints>, 'prompts.list' | 'prompts.get'> {
  const { handle, now = Date.now } = deps

  return {
    async 'prompts.create'({ tenant, context, body }) {
      const promptId = derivedId(20, tenant, context.cause.command)
      const { description = '', ...content } = body
      const command = { type: 'CreatePrompt', promptId, description, ...content } as const
      const decided = prompt.decider.decide(command, prompt.decider.initialState, new Date(now()))
      if (!decided.ok) return decided
      const taken = await takeName(promptId, body.name, context)
      if (!taken.ok) return taken
      const handled = await handle(prompt, promptId, command, context)
      if (handled.ok) return reply({ promptId }, handled.position)
      await releaseName(promptId, body.name, context)
      return handled
    },

    async 'prompts.describe'({ tenant, context, params: { promptId }, body }) {
      const state = await livePrompt(tenant, promptId)
      if (!state) return noPrompt
      const taken = await takeName(promptId, body.name, context)
      if (!taken.ok) return taken
      const command = { type: 'DescribePrompt', promptId, ...body } as const
      const own = overwriting(prompt, context, ['PromptCreated', 'PromptDescribed'])
      const handled = await handle(prompt, promptId, command, own)
      const unused = handled.ok ? state.name : body.name
      const kept = handled.ok ? body.name : state.name
      if (samePromptName(unused) !== samePromptName(kept)) await releaseName(promptId, unused, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'prompts.delete'({ tenant, context, params: { promptId } }) {
      const state = await livePrompt(tenant, promptId)
      const usedBy = (await deps.usedBy(tenant, promptId)).map(({ title }) => title)
      const own = overwriting(prompt, context, ['PromptDescribed', 'PromptVersionSaved', 'PromptPublished'])
      const handled = await handle(prompt, promptId, { type: 'DeletePrompt', promptId, usedBy }, own)
      if (!handled.ok) return handled
      if (state) await releaseName(promptId, state.name, context)
      return reply({ success: true }, handled.position)
    },

    async 'prompts.version'({ tenant, params: { promptId, version } }) {
      const state = await livePrompt(tenant, promptId)
      if (!state) return noPrompt
      const found = versionOf(state, version)
      if (!found) return noVersion
      return reply({ version, text: found.text })
    },

    async 'prompts.saveVersion'({ context, params: { promptId }, body }) {
      return saveVersion({ type: 'SavePromptVersion', promptId, ...body }, context)
    },

    async 'prompts.restoreVersion'({ context, params: { promptId, version } }) {
      return saveVersion({ type: 'RestorePromptVersion', promptId, version }, context)
    },

    async 'prompts.tests'({ tenant, params: { promptId, version } }) {
      const state = await livePrompt(tenant, promptId)
      if (!state) return noPrompt
      const found = versionOf(state, version)
      if (!found) return noVersion
      const tests = await testsOf(tenant, await deps.usedBy(tenant, promptId), { promptId, version })
      const items = tests.map((one) => ({ ...one, required: one.required && !found.wasPublished }))
      return reply({ items })
    },

    async 'prompts.publish'({ tenant, context, params: { promptId }, body: { version, untested } }) {
      const own = overwriting(prompt, context, ['PromptVersionSaved', 'PromptPublished'])
      // Two prompts of an agent that are published at a time would each have passed without the other.
      const handled = await deps.inTurn(tenant, 'published-prompts', async () => {
        const usedBy = await deps.usedBy(tenant, promptId)
        const failing = (await testsOf(tenant, usedBy, { promptId, version }))
          .filter(({ required, why }) => required && why !== undefined)
          .map(({ title }) => title)
        const agents = usedBy.length
        const command = { type: 'PublishPrompt', promptId, version, agents, failing, untested } as const
        return handle(prompt, promptId, command, own)
      })
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  /** The tests of those of the agents that have some. */
  async function testsOf(
    tenant: string,
    agents: readonly { agentId: string; title: string }[],
    prompt: { promptId: string; version: number },
  ): Promise<AgentTests[]> {
    const found: AgentTests[] = []
    for (const agent of agents) {
      const tests = await deps.testsOf(tenant, agent.agentId, prompt)
      if (tests) found.push({ ...agent, ...tests })
    }
    return found
  }

  async function saveVersion(command: PromptCommand, context: CommandContext) {
    const own = overwriting(prompt, context, ['PromptCreated', 'PromptVersionSaved'])
    const handled = await handle(prompt, command.promptId, command, own)
    if (!handled.ok) return handled
    const version = handled.state.status === 'live' ? newestPrompt(handled.state).version : 0
    return reply({ version }, handled.position)
  }

  async function livePrompt(tenant: string, promptId: string) {
    const state = (await deps.load(prompt, promptId, tenant))?.state
    return state?.status === 'live' ? state : undefined
  }

  /** Takes a name for a prompt, also from one that does not use it. */
  async function takeName(promptId: string, name: string, context: CommandContext) {
    const { tenant } = context
    const most = await deps.promptLimit(tenant)
    const take = { type: 'TakePromptName', promptId, name, most } as const
    const taken = await handle(promptNames, tenant, take, ofNames(context, 'name'))
    if (taken.ok || taken.rejection.code !== 'name-taken') return taken
    const holder = (await deps.load(promptNames, tenant, tenant))?.state.get(samePromptName(name))
    if (!holder || now() - holder.takenAt < ABANDONED_MS) return taken
    await deps.refresh(prompt.category, holder.promptId)
    const state = await livePrompt(tenant, holder.promptId)
    if (state && samePromptName(state.name) === samePromptName(name)) return taken
    return handle(promptNames, tenant, { ...take, instead: holder }, ofNames(context, 'name-again'))
  }

  async function releaseName(promptId: string, name: string, context: CommandContext) {
    const release = { type: 'ReleasePromptName', promptId, name } as const
    await handle(promptNames, context.tenant, release, ofNames(context, 'release'))
  }
}

/** The context of a command on the names, which reads nothing that its caller has read. */
function ofNames({ readUpTo: _, ...context }: CommandContext, step: string): CommandContext {
  return atStep(context, step)
}
