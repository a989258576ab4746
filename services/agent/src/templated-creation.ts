/** Creates agents from templates with the knowledge that these bring, for members and clients alike. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { newAgentBody } from '@parley/contracts/agent/endpoints.ts'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { z } from 'zod'
import type { AgentHandlerDeps } from './agent.handlers.ts'
import { type AgentSavingDeps, agentSaving } from './agent-saving.ts'
import { agentIdOf, newSecretKey } from './random.ts'
import { templateFor } from './templates/templates.ts'

export type TemplatedAgent = Omit<z.infer<typeof newAgentBody>, 'businessName'> & {
  /** A built-in one by its key, or an imported one. */
  template: TemplateKey | AgentTemplate
  /** What a built-in one calls the business; the agent's name by default. */
  businessName: string | undefined
}

const within = 'agentTemplate.template.'

/** The id of the agent follows from the cause, so that a repeated call finds it. */
export function templatedCreation(
  deps: AgentSavingDeps & Pick<AgentHandlerDeps, 'region' | 'refuseStrangers' | 'addKnowledge'>,
) {
  const { save } = agentSaving(deps)

  return async function createFromTemplate(tenant: string, given: TemplatedAgent, context: CommandContext) {
    const { agentName, theme } = given
    const builtIn = typeof given.template === 'string'
    const template =
      typeof given.template === 'string'
        ? templateFor(given.template, { business: given.businessName || agentName, agent: agentName })
        : given.template
    const strangers = await deps.refuseStrangers({ tenant, agentId: undefined }, template.template, within)
    if (strangers) return strangers
    const agentId = agentIdOf(tenant, context.cause.command)
    const create = {
      type: 'CreateAgent',
      agentId,
      ownerID: tenant,
      region: deps.region,
      document: documentFrom(template, agentName, theme),
      newSecretKey: newSecretKey(),
      template: template.key,
    } as const
    const handled = await save({ tenant, context }, create, within)
    if (!handled.ok) return handled
    const { knowledge = [] } = template
    const items = builtIn ? knowledge.map((item) => ({ ...item, sample: true as const })) : knowledge
    if (items.length > 0) await deps.addKnowledge(tenant, agentId, items, context)
    return { ok: true as const, agentId, position: handled.position }
  }
}

function documentFrom(
  { key, template }: AgentTemplate,
  title: string,
  theme: AgentDocument['theme'],
): AgentDocument {
  return {
    // The chat's own words are in the visitor's language, as the prompts of templates are.
    lang: 'automatic',
    ...template,
    title,
    ...(theme === undefined ? {} : { theme }),
    internal: { ...template.internal, template: key },
  }
}
