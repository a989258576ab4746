/** How a client creates agents of its own (`allowCreateAgents`), for one region. */
import type { newAgentBody } from '@parley/contracts/agent/endpoints.ts'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { ownAgentEndpoints } from '@parley/contracts/client/own-agent-endpoints.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { z } from 'zod'
import { client } from '../client.decider.ts'
import type { FindOrganisation } from '../sign-in/client-access.ts'
import { notFound, own } from '../sign-in/own-calls.ts'

type NewAgent = Omit<z.infer<typeof newAgentBody>, 'businessName'> & {
  template: TemplateKey
  businessName: string | undefined
}

export type OwnAgentsDeps = Pick<CommandHandler, 'handle'> & {
  organisationOf: FindOrganisation
  agents: {
    /** Idempotent for the same `context`. */
    createFromTemplate(
      tenant: string,
      given: NewAgent,
      context: CommandContext,
    ): Promise<{ ok: true; agentId: string; position: number } | { ok: false; rejection: Rejection }>
    limit(tenant: string): Promise<{ maxAgents: number; reached: boolean }>
  }
}

export function ownAgentHandlers(deps: OwnAgentsDeps): Handlers<typeof ownAgentEndpoints> {
  const { handle, agents } = deps
  return {
    'ownAgents.limit': async ({ tenant }) => reply(await agents.limit(tenant)),

    async 'ownAgents.create'(call) {
      const { principal, tenant, body } = call
      if (principal.kind !== 'client') return notFound
      const { clientId, orgId } = principal
      const { agentTemplate: template, ...given } = body
      // Never the agency's name.
      const businessName = given.businessName || (await deps.organisationOf(tenant, orgId))?.name
      const created = await agents.createFromTemplate(
        tenant,
        { ...given, businessName, template },
        call.context,
      )
      if (!created.ok) return created
      const { agentId } = created
      const add = { type: 'AddOwnAgent', clientId, agentId } as const
      const added = await handle(client, clientId, add, own(call, principal))
      if (!added.ok) return added
      return reply({ agentCreated: { ID: agentId } }, Math.max(created.position, added.position))
    },
  }
}
