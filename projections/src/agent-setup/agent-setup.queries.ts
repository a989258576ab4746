/** What was done to set an agent up. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { looksFields } from '@parley/contracts/agent/fields/looks.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentDocumentsProjection } from '../agents/agent-documents.projection.ts'
import { hasOwnKnowledge } from '../knowledge-sources/knowledge-sources.queries.ts'
import { type AgentSetup, agentSetupProjection } from './agent-setup.projection.ts'

/** `ownOrigin`: of the dashboard, whose pages show agents too and are no website. */
export function agentSetupQueries({
  reader,
  ownOrigin,
}: {
  reader: Reader
  ownOrigin: string
}): Pick<Handlers<typeof agentEndpoints>, 'agents.setup'> {
  return {
    async 'agents.setup'({ tenant, params: { agentId } }) {
      const stored = await reader.get(agentDocumentsProjection, tenant, agentId)
      if (!stored) return refuse('not-found', 'Agent not found.')
      const [setup, knowledge] = await Promise.all([
        reader.get(agentSetupProjection, tenant, agentId),
        hasOwnKnowledge(reader, tenant, agentId),
      ])
      return reply({
        knowledge,
        test: setup?.tested ?? false,
        brand: isBranded(stored.document),
        install: isInstalled(setup, ownOrigin),
      })
    },
  }
}

/** Whether an agent's widget was loaded on a website, which the dashboard's own pages are not. */
export function isInstalled(setup: AgentSetup | undefined, ownOrigin: string): boolean {
  return setup?.websites?.some((website) => website !== ownOrigin) ?? false
}

const brandFields = [...Object.keys(looksFields), 'roundedImageURL', 'squareImageURL']
/** New agents have one of them, as their team sees the dashboard. */
const plainThemes: readonly unknown[] = ['blue-light', 'blue-dark']

function isBranded(document: AgentDocument): boolean {
  const values = new Map(Object.entries(document))
  return brandFields.some((name) => {
    const value = values.get(name)
    if (value === undefined || value === '') return false
    if (name === 'theme') return !plainThemes.includes(value)
    return name !== 'fontFamily' || value !== looksFields.fontFamily.fallback
  })
}
