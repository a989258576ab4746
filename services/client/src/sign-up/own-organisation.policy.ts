/** Gives each client that signed up by itself an organisation of its own, and keeps it by what the client does in its onboarding. */
import { defaultClientOnboarding } from '@parley/contracts/agency/client-onboarding.ts'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import type { DashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { client } from '../client.decider.ts'

const name = 'own-organisations'

export type OwnOrganisationDeps = {
  load: CommandHandler['load']
  signUpOf(agencyId: string): Promise<AgencySettings['settings'] | undefined>
  organisations: {
    create(
      organisationId: string,
      settings: {
        defaultClientAccess: string[]
        preferredLanguage: Language
        dashboardLayout: DashboardLayout
      },
      context: CommandContext,
    ): Promise<void>
    extend(
      organisationId: string,
      by: { companyName?: string; agentId?: string },
      context: CommandContext,
    ): Promise<void>
  }
}

export function ownOrganisationPolicy({ load, signUpOf, organisations }: OwnOrganisationDeps) {
  return definePolicy({
    name,
    startFrom: 'current',
    events: pick(clientEvents, 'ClientCreated', 'ClientOnboardingAnswered', 'ClientAgentCreated'),
    unseals: true,
    async react(event) {
      const { type, data, tenant } = event
      const context = reactingTo(event, name)
      if (type === 'ClientCreated') {
        if (!data.isNewSignup) return
        const { clientOnboarding } = (await signUpOf(tenant)) ?? {}
        const { defaultDashboardLayout: dashboardLayout } = clientOnboarding ?? defaultClientOnboarding
        const { canAccess: defaultClientAccess, preferredLanguage = defaultClientLanguage } = data
        const settings = { defaultClientAccess, preferredLanguage, dashboardLayout }
        return organisations.create(data.orgId, settings, context)
      }
      const state = (await load(client, data.clientId, tenant))?.state
      if (state?.status !== 'live') return
      const by =
        type === 'ClientAgentCreated'
          ? { agentId: data.agentId }
          : data.companyName
            ? { companyName: data.companyName }
            : undefined
      if (by) await organisations.extend(state.client.orgId, by, context)
    },
  })
}
