/** Onboarding: makes an agent of a company's website. Keeps nothing of its own. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Company } from '@parley/contracts/onboarding/company.ts'
import { onboardingEndpoints } from '@parley/contracts/onboarding/endpoints.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { rememberWebsites } from '@parley/kernel/outgoing/remembered-websites.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { brandOf } from './branding/brand-of.ts'
import type { Visits } from './branding/read-website.ts'

import {
  brandingOf,
  createPersonalAgent,
  type OnboardingDeps,
  onboardingHandlers,
} from './onboarding.handlers.ts'
import type { ReadPage } from './personal/main-pages.ts'
import { personalText } from './personal/personal-text.ts'

/** Replies without side effects. */
export type DryRun = {
  play(
    context: CommandContext,
    request: {
      agentId: string
      document: AgentDocument
      id: string
      runId: string
      lines: readonly string[]
      signal: AbortSignal
    },
  ): Promise<
    | {
        ok: true
        replies: {
          reply: string | undefined
          answered: boolean
          sources: { name: string; url?: string | undefined }[]
        }[]
      }
    | { ok: false; reason: 'no-credits' }
  >
}

type Needs = {
  agents: {
    create: OnboardingDeps['createAgent']
    document: OnboardingDeps['documentOf']
  }
  dryRuns: DryRun
  knowledge: {
    addFromTemplate: OnboardingDeps['addKnowledge']
    addOwnWebsite: OnboardingDeps['addOwnWebsite']
    ownWebsiteRead: OnboardingDeps['ownWebsiteRead']
    languageOf(text: string): Promise<string | undefined>
  }
  websites: {
    visitsOf(tenant: string): Visits
    readPage(tenant: string, ...page: Parameters<ReadPage>): ReturnType<ReadPage>
    userAgent(): string
  }
}
type Settings = { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses }

type Provides = {
  personalAgents: {
    /** Creates an agent with the brand and the words of a company, whose website may be empty; idempotent for the same `context`. */
    create(
      tenant: string,
      company: Company,
      context: CommandContext,
    ): Promise<{ ok: true; agentId: string; position: number } | { ok: false; rejection: Rejection }>
  }
}

export const onboardingModule = defineModule({
  name: 'onboarding',
  endpoints: onboardingEndpoints,

  start({ config, engines, ports, closing }: ModuleScope<Needs, Settings>) {
    const { agents, dryRuns, knowledge, websites } = ports
    const fetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const deps: OnboardingDeps = {
      region: engines.region,
      brands: rememberWebsites((tenant, website) =>
        brandOf(
          { fetch, userAgent: websites.userAgent(), signal: closing },
          websites.visitsOf(tenant),
          website,
        ),
      ),
      textOf: (tenant, company) =>
        personalText(
          {
            visits: websites.visitsOf(tenant),
            readPage: (...page) => websites.readPage(tenant, ...page),
            languageOf: knowledge.languageOf,
          },
          company,
        ),
      createAgent: agents.create,
      addKnowledge: knowledge.addFromTemplate,
      addOwnWebsite: knowledge.addOwnWebsite,
      ownWebsiteRead: knowledge.ownWebsiteRead,
      documentOf: agents.document,
      play: dryRuns.play,
    }
    return {
      handlers: onboardingHandlers(deps),
      provides: {
        personalAgents: {
          async create(tenant, company, context) {
            const choices = await brandingOf(deps.brands, tenant, company.website)
            return createPersonalAgent(deps, tenant, company, choices, context)
          },
        },
      } satisfies Provides,
    }
  },
})
