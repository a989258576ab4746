/** The calls about the OpenID providers of organisations, for one region. */
import { openIdReturnPath } from '@parley/contracts/client/openid-address.ts'
import type { organisationOpenIdEndpoints } from '@parley/contracts/organisation/openid-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { organisation } from '../organisation.decider.ts'
import { organisationOpenId } from './organisation-openid.decider.ts'

export type OrganisationOpenIdDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** Where the pages of an agency are. */
  addressOf(agencyId: string): Promise<string>
  /** What is wrong with a provider; undefined if people can be sent there to sign in. */
  examineIssuer(issuer: string): Promise<string | undefined>
}

const missing = refuse('not-found', 'This organization does not exist.')

export function organisationOpenIdHandlers(
  deps: OrganisationOpenIdDeps,
): Handlers<typeof organisationOpenIdEndpoints> {
  const { handle, load } = deps

  return {
    async 'organisations.openId'({ tenant, params: { organisationId } }) {
      if (!(await exists(tenant, organisationId))) return missing
      await deps.refresh(organisationOpenId.category, tenant)
      const found = await load(organisationOpenId, tenant, tenant)
      const redirectAddress = (await deps.addressOf(tenant)) + openIdReturnPath
      const { secret: _, ...openId } = found?.state[organisationId] ?? { secret: undefined }
      const isSetUp = 'issuer' in openId
      return replyWithTag({ ...(isSetUp && { openId }), redirectAddress }, found?.position ?? 0)
    },

    async 'organisations.saveOpenId'(call) {
      const { tenant, body } = call
      const { organisationId } = call.params
      if (!(await exists(tenant, organisationId))) return missing
      const { secret, ...settings } = body
      const command = {
        ...({ type: 'SaveOrganisationOpenId', organisationId, settings } as const),
        ...(secret !== undefined && { secret }),
      }
      const handled = await handle(organisationOpenId, tenant, command, onSettings(call))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'organisations.removeOpenId'(call) {
      const { tenant } = call
      const { organisationId } = call.params
      if (!(await exists(tenant, organisationId))) return missing
      const command = { type: 'RemoveOrganisationOpenId', organisationId } as const
      const handled = await handle(organisationOpenId, tenant, command, onSettings(call))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'organisations.testOpenId'({ tenant, params: { organisationId }, body }) {
      if (!(await exists(tenant, organisationId))) return missing
      const problem = await deps.examineIssuer(body.issuer)
      return reply(problem === undefined ? {} : { problem })
    },
  }

  async function exists(tenant: string, organisationId: string): Promise<boolean> {
    return (await load(organisation, organisationId, tenant))?.state.status === 'live'
  }
}

function onSettings({
  context,
  params: { organisationId },
}: Pick<Call, 'context'> & { params: { organisationId: string } }) {
  const changed = ['OrganisationOpenIdSaved', 'OrganisationOpenIdRemoved'] as const
  return overwriting(organisationOpenId, context, changed, { organisationId })
}
