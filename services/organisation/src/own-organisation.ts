/** The organisation of a client that signed up by itself; it follows from what the client did. */
import type { OrganisationSettings } from '@parley/contracts/organisation/settings.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type OrganisationCommand, organisation } from './organisation.decider.ts'

export type OwnOrganisations = {
  /** Creates it once: its further clients have the access and the language that its client has. */
  create(
    organisationId: string,
    settings: Pick<OrganisationSettings, 'defaultClientAccess' | 'preferredLanguage' | 'dashboardLayout'>,
    context: CommandContext,
  ): Promise<void>
  /** Adds an agent that the client created, and names it after the client's company while it has no other name. */
  extend(
    organisationId: string,
    by: { companyName?: string; agentId?: string },
    context: CommandContext,
  ): Promise<void>
}

/** Its client took a seat of the workspace, which bounds how many of them there are. */
const unlimited = { most: 1, organisations: 0 }

export function ownOrganisations({ handle }: Pick<CommandHandler, 'handle'>): OwnOrganisations {
  return {
    create: (organisationId, settings, context) =>
      done({ type: 'CreateOrganisation', organisationId, settings, limit: unlimited }, context),
    extend: (organisationId, by, context) =>
      done({ type: 'ExtendOwnOrganisation', organisationId, ...by }, context),
  }

  async function done(command: OrganisationCommand, context: CommandContext): Promise<void> {
    const handled = await handle(organisation, command.organisationId, command, context)
    // The agency may have deleted it meanwhile.
    if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
  }
}
