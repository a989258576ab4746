/** What a client that signed up answers and creates before its dashboard opens (part 2 §2.1). */
import type { companyRequirements } from '@parley/contracts/agency/client-onboarding.ts'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { problemsOfOwnCompany } from '@parley/contracts/client/onboarding.ts'
import type { clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Company } from '@parley/contracts/onboarding/company.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { client } from '../client.decider.ts'
import type { ClientPrincipal } from '../sign-in/client-sessions.ts'
import { notFound, own, viewing } from '../sign-in/own-calls.ts'

/** What a region has for the onboarding of its clients. */
export type OnboardingRegion = {
  commands: Pick<CommandHandler, 'handle' | 'load'>
  signUpOf(agencyId: string): Promise<AgencySettings['settings'] | undefined>
  createAgent(
    tenant: string,
    company: Company,
    context: CommandContext,
  ): Promise<{ ok: true; agentId: string; position: number } | { ok: false; rejection: Rejection }>
}

type Onboarding = Pick<
  Handlers<typeof clientSignInEndpoints>,
  'clientAuth.saveOnboarding' | 'clientAuth.createAgent'
>

const noneDue = refuse('not-found', 'There is no onboarding to complete.')
const nothingRequired = {
  ...{ requireCompanyName: false, requireCompanyWebsite: false, requireCompanyDescription: false },
}

export function clientOnboardingHandlers(
  regionOf: (principal: Pick<ClientPrincipal, 'region'>) => OnboardingRegion,
): Onboarding {
  return {
    async 'clientAuth.saveOnboarding'(call) {
      const due = await dueFor(call)
      if (!due.ok) return due
      const { principal, here, state, onboarding } = due
      const { goals, company, isCompleted: complete = false } = call.body
      const stored = companyIn(state.onboardingState)
      const required = onboarding.showCompanyInfoStep ? onboarding : nothingRequired
      if (company || complete) {
        const refused = refusalOf(company ?? stored, required)
        if (refused) return refused
      }
      const answers = {
        goals,
        companyName: company?.name,
        companyWebsite: company?.website,
        companyDescription: company?.description,
      }
      const { clientId } = principal
      const command = { type: 'SaveClientOnboarding', clientId, answers, complete } as const
      const handled = await here.commands.handle(client, clientId, command, own(call, principal))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'clientAuth.createAgent'(call) {
      const due = await dueFor(call)
      if (!due.ok) return due
      const { principal, here, state, onboarding } = due
      if (!onboarding.showAgentCreationStep || state.onboardingState.isCompleted) return noneDue
      const { company } = call.body
      const refused = refusalOf(company, { ...onboarding, requireCompanyName: true })
      if (refused) return refused
      const { tenant, clientId } = principal
      const { cause } = call.context
      // One agent for the client, however often it is asked for.
      const once = { ...call.context, tenant, cause: { ...cause, command: `client-agent/${clientId}` } }
      const created = await here.createAgent(tenant, company, once)
      if (!created.ok) return created
      const { agentId } = created
      const command = { type: 'AddOwnAgent', clientId, agentId } as const
      const handled = await here.commands.handle(client, clientId, command, own(call, principal))
      return handled.ok ? reply({ agentId }, Math.max(created.position, handled.position)) : handled
    },
  }

  /** Refuses whoever has nothing to complete. */
  async function dueFor(call: Pick<Call, 'principal'>) {
    const { principal } = call
    if (principal.kind !== 'client') return notFound
    if (principal.viewer) return viewing
    const { tenant, clientId } = principal
    const here = regionOf(principal)
    const state = (await here.commands.load(client, clientId, tenant))?.state
    const settings = await here.signUpOf(tenant)
    if (state?.status !== 'live' || !state.client.isNewSignup || !settings) return noneDue
    return { ok: true as const, principal, here, state: state.client, onboarding: settings.clientOnboarding }
  }
}

function refusalOf(company: Company, required: Record<(typeof companyRequirements)[number], boolean>) {
  const [problem] = Object.entries(problemsOfOwnCompany(company, required))
  return problem && refuse('invalid-input', problem[1], `company.${problem[0]}`)
}

const companyIn = (of: { companyName: string; companyWebsite: string; companyDescription: string }) => ({
  name: of.companyName,
  website: of.companyWebsite,
  description: of.companyDescription,
})
