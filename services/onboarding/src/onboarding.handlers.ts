/** Makes an agent of a company's website: its brand, what it says, and proof that the agent knows it. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Company, defaultBrandColor } from '@parley/contracts/onboarding/company.ts'
import type {
  BrandingChoices,
  BrandingInfo,
  onboardingEndpoints,
} from '@parley/contracts/onboarding/endpoints.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RememberedWebsites } from '@parley/kernel/outgoing/remembered-websites.ts'
import type { BrandRead } from './branding/brand-of.ts'
import type { DryRun } from './onboarding.module.ts'
import { personalDocument } from './personal/personal-document.ts'
import type { PersonalText } from './personal/personal-text.ts'

export type OnboardingDeps = {
  region: Region
  brands: RememberedWebsites<BrandRead>
  /** What the website says, in words of an agent. */
  textOf(tenant: string, company: Company): Promise<PersonalText>
  createAgent(
    tenant: string,
    document: AgentDocument,
    context: CommandContext,
  ): Promise<
    | { ok: true; agentId: string; position: number; document: AgentDocument }
    | { ok: false; rejection: Rejection }
  >
  addOwnWebsite(
    tenant: string,
    agentId: string,
    website: { url: string; maxPages: number },
    context: CommandContext,
  ): Promise<{ ok: boolean }>
  /** Adds questions with answers to a new agent; idempotent for the same `context`. */
  addKnowledge(
    tenant: string,
    agentId: string,
    items: { name: string; kind: 'qa'; pairs: { question: string; answer: string }[] }[],
    context: CommandContext,
  ): Promise<void>
  ownWebsiteRead(
    tenant: string,
    agentId: string,
    mostMs: number,
  ): Promise<{ pagesRead: number; reading: boolean }>
  documentOf(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  play: DryRun['play']
}

/** Pages of the website that a new agent reads: enough for a small business, soon done. */
const OWN_PAGES = 40
/** How long the first answers wait for the pages. */
const READING_MS = 20_000

export function onboardingHandlers(deps: OnboardingDeps): Handlers<typeof onboardingEndpoints> {
  return {
    async 'onboarding.getBrandingInfo'(call) {
      const read = await deps.brands.of(call.tenant, call.body.company.website)
      return read.ok ? reply({ brandingInfo: read.info }) : refuse('website-not-read', read.reason)
    },

    async 'onboarding.createPersonalizedAgent'(call) {
      const { tenant, context } = call
      const { company, brandingChoices } = call.body
      const created = await createPersonalAgent(deps, tenant, company, brandingChoices, context)
      if (!created.ok) return created
      const { agentId, questions, document, position } = created
      const { SECRET_API_KEY: _, ...agentData } = document
      const prototypeUrl = `/app/${deps.region}/agents/${agentId}/nodes?showDebugger=true`
      return reply({ agentId, prototypeUrl, agentData, questions }, position)
    },

    async 'onboarding.askAgent'(call) {
      const { tenant, context } = call
      const { agentId } = call.params
      const { questions } = call.body
      const document = await deps.documentOf(tenant, agentId)
      if (!document) return refuse('not-found', 'This agent does not exist.')
      if (document.agentPlatform === 'vf')
        return refuse('not-found', 'This agent answers from a dialog platform, not from a website.')
      const read = await deps.ownWebsiteRead(tenant, agentId, READING_MS)
      const answers = await Promise.all(
        questions.map((question, nth) => {
          const id = `onboarding/${context.cause.command}/${nth}`
          return deps.play(context, {
            agentId,
            document,
            id,
            runId: id,
            lines: [question],
            signal: call.request.signal,
          })
        }),
      )
      const items = questions.map((question, nth) => {
        const answer = answers[nth]
        const [said] = answer?.ok ? answer.replies : []
        return {
          question,
          ...(said?.reply === undefined ? {} : { answer: said.reply }),
          answered: said?.answered ?? false,
          sources: said?.sources ?? [],
        }
      })
      if (answers.every((answer) => !answer.ok))
        return refuse('no-credits', 'There are no credits left for replies.')
      return reply({ ...read, items })
    },
  }
}

/** Creates an agent of a company's website, or of what is said of the company alone. Idempotent for the same `context`. */
export async function createPersonalAgent(
  deps: Pick<OnboardingDeps, 'brands' | 'textOf' | 'createAgent' | 'addKnowledge' | 'addOwnWebsite'>,
  tenant: string,
  company: Company,
  choices: BrandingChoices,
  context: CommandContext,
) {
  const [text, brand] = await Promise.all([
    deps.textOf(tenant, company),
    choices.faviconApproved && choices.customLogo === undefined && company.website !== ''
      ? deps.brands.of(tenant, company.website)
      : undefined,
  ])
  const icon = brand?.ok ? keepable(brand.info) : undefined
  const document = personalDocument({
    name: company.name,
    description: company.description,
    language: text.language,
    choices,
    picture: choices.customLogo ?? icon,
    said: text.said,
  })
  const created = await deps.createAgent(tenant, document, context)
  if (!created.ok) return created
  const { agentId } = created
  if (text.said.pairs.length > 0)
    await deps.addKnowledge(
      tenant,
      agentId,
      [{ name: company.name, kind: 'qa', pairs: text.said.pairs }],
      context,
    )
  // An agent without a website is still an agent: a quota may be reached. Its knowledge page says what it has.
  if (text.url !== undefined)
    await deps.addOwnWebsite(tenant, agentId, { url: text.url, maxPages: OWN_PAGES }, context)
  return { ...created, questions: text.said.questions }
}

/** The brand that a website says, for an agent whose owner is not asked to confirm it. */
export async function brandingOf(
  brands: OnboardingDeps['brands'],
  tenant: string,
  website: string,
): Promise<BrandingChoices> {
  const read = website === '' ? undefined : await brands.of(tenant, website)
  const { colors: [primaryColor = defaultBrandColor] = [], themeMode = 'light' } = read?.ok ? read.info : {}
  return { primaryColor, themeMode, faviconApproved: true }
}

/** Drawings can't be pictures of agents, since they may hold scripts; the browser makes a picture of them. */
function keepable({ favicon }: BrandingInfo): string | undefined {
  return favicon?.startsWith('data:image/svg') ? undefined : favicon
}
