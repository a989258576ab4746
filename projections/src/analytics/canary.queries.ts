/** How a canary version does beside the published one. */
import type { canaryEndpoints } from '@parley/contracts/agent/canary-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type ComparedVersions, canaryArms, differencesOf } from './canary-figures.ts'

export type RunningCanary = ComparedVersions & { share: number; changed: readonly string[] }

export function canaryQueries(deps: {
  reader: Reader
  canary(tenant: string, agentId: string): Promise<RunningCanary | undefined>
}): Handlers<typeof canaryEndpoints> {
  return {
    async 'canary.get'({ tenant, params: { agentId } }) {
      const running = await deps.canary(tenant, agentId)
      if (!running) return reply({})
      const { version, share, startedAt, changed } = running
      const arms = await canaryArms(deps.reader, { tenant, agentId }, running)
      const differences = differencesOf(arms.canary, arms.control)
      return reply({ canary: { version, share, startedAt, changed: [...changed], ...arms, differences } })
    },
  }
}
