/** The command endpoints of organisations, for one region. */
import type { CreditAccount } from '@parley/contracts/credits/events.ts'
import type { organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { type OrganisationSettings, organisationBasics } from '@parley/contracts/organisation/settings.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { organisation } from './organisation.decider.ts'

type Outcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type OrganisationDeps = Pick<CommandHandler, 'handle' | 'load'> & {
  inTurn: InTurn
  /** Makes the workspace an agency, unless it is one, so that its clients can sign in; returns the position at which it is. */
  initializeAgency(context: CommandContext & { tenant: string }): Promise<number>
  organisationCount(tenant: string): Promise<number>
  clientsIn(tenant: string, organisationId: string): Promise<number>
  agentExists(tenant: string, agentId: string): Promise<boolean>
  transferCredits(
    transfer: { transferId: string; organisationId: string; from: CreditAccount; amount: number },
    context: CommandContext,
  ): Promise<Outcome>
  closeAccount(organisationId: string, context: CommandContext): Promise<Outcome>
}

/** Part of the bars of issue 12: an agency has 1,000 organisations. */
export const MOST_ORGANISATIONS = 2_000

export function organisationHandlers(deps: OrganisationDeps): Handlers<typeof organisationEndpoints> {
  const { handle, load } = deps

  return {
    async 'organisations.create'(call) {
      const { tenant, context, body: settings } = call
      if (decidesRules(call)) return notAllowed
      const organisationId = derivedId(20, tenant, context.cause.command)
      const refused = await refuseStrangers(tenant, settings, [])
      if (refused) return refused
      const handled = await deps.inTurn(tenant, 'organisations', async () => {
        const limit = { most: MOST_ORGANISATIONS, organisations: await deps.organisationCount(tenant) }
        const command = { type: 'CreateOrganisation', organisationId, settings, limit } as const
        return handle(organisation, organisationId, command, context)
      })
      if (!handled.ok) return handled
      const initialized = await deps.initializeAgency({ ...context, tenant })
      return reply({ organisationId }, Math.max(handled.position, initialized))
    },

    async 'organisations.save'(call) {
      const { tenant, context, body: settings } = call
      if (decidesRules(call)) return notAllowed
      const { organisationId } = call.params
      const refused = await refuseStrangers(tenant, settings, (await live(tenant, organisationId))?.widgetIDs)
      if (refused) return refused
      const command = { type: 'ChangeOrganisation', organisationId, settings } as const
      const onSettings = overwriting(organisation, context, ['OrganisationChanged'])
      const handled = await handle(organisation, organisationId, command, onSettings)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'organisations.delete'(call) {
      const { tenant, context } = call
      const { organisationId } = call.params
      if (!(await live(tenant, organisationId))) return missing
      const clients = await deps.clientsIn(tenant, organisationId)
      const nothing = { type: 'ChangeOrganisation', organisationId, settings: {} } as const
      const onSettings = overwriting(organisation, context, ['OrganisationChanged'])
      // Before its ledger is closed, which nothing opens again: whether the caller has read the newest settings.
      const read = await handle(organisation, organisationId, nothing, onSettings)
      if (!read.ok) return read
      // First its ledger, which may be closed and kept, but must not be deleted with credits.
      const closed = clients > 0 ? undefined : await deps.closeAccount(organisationId, context)
      if (closed && !closed.ok) return closed
      const command = { type: 'DeleteOrganisation', organisationId, clients } as const
      const handled = await handle(organisation, organisationId, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'organisations.transferCredits'(call) {
      const { tenant, context, body } = call
      const { organisationId } = call.params
      const settings = await live(tenant, organisationId)
      if (!settings) return missing
      // What an organisation has left can be taken back at any time.
      if (!settings.allowBilling && body.from === 'workspace')
        return refuse('billing-not-allowed', 'This organization has no billing. Enable it first.')
      const transferId = derivedId(20, tenant, organisationId, context.cause.command)
      const done = await deps.transferCredits({ transferId, organisationId, ...body }, context)
      return done.ok ? reply({ success: true }, done.position) : done
    },
  }

  async function live(tenant: string, organisationId: string): Promise<OrganisationSettings | undefined> {
    const state = (await load(organisation, organisationId, tenant))?.state
    return state?.status === 'live' ? state.settings : undefined
  }

  /** Agents that are newly assigned must be of the workspace; others may have been deleted since. */
  async function refuseStrangers(
    tenant: string,
    { widgetIDs = [] }: Partial<OrganisationSettings>,
    assigned: readonly string[] = [],
  ) {
    for (const agentId of widgetIDs)
      if (!assigned.includes(agentId) && !(await deps.agentExists(tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.', 'widgetIDs')
    return undefined
  }
}

/** Whether a call changes what root admins alone decide, and its caller is none (part 2 §6). */
function decidesRules({ body, may }: Pick<Call, 'may'> & { body: Partial<OrganisationSettings> }): boolean {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return given.some(([name]) => !organisationBasics.includes(name)) && !may('organisation.rules.manage')
}

const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')
const missing = refuse('not-found', 'This organization does not exist.')
