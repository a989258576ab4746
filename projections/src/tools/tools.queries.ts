import type { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { storedFields } from '@parley/contracts/integration/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { toolUsesProjection } from '../agent-uses/agent-uses.projection.ts'
import { agentsUsing, usesCounted } from '../agent-uses/agent-uses.queries.ts'
import { byName } from '../by-name.ts'
import { type ToolDocument, toolsProjection } from './tools.projection.ts'

const MOST_TOOLS = 500

export type ToolQueryDeps = {
  reader: Reader
  nameOf(tenant: string, actor: { kind: string; id: string }): Promise<string | undefined>
}

export function toolQueries({
  reader,
  nameOf,
}: ToolQueryDeps): Pick<Handlers<typeof integrationEndpoints>, 'tools.list' | 'tools.history'> {
  return {
    async 'tools.list'(call) {
      const items = await everyTool(reader, call.tenant)
      const fields = await reader.open(
        call.tenant,
        items.map((item) => item.fields),
      )
      const agentsOf = await usesCounted(reader, toolUsesProjection, call.tenant)
      const tools = items.map(({ versions: _, ...item }, nth) => ({
        ...item,
        fields: readJson(storedFields, fields[nth] ?? ''),
        agents: agentsOf(item.id),
      }))
      const sorted = tools.sort((a, b) => byName(a.name, b.name))
      return replyWithTag({ items: sorted }, reader.newestIn(items))
    },

    async 'tools.history'({ tenant, params: { toolId } }) {
      const found = await reader.get(toolsProjection, tenant, toolId)
      if (!found) return refuse('not-found', 'This tool does not exist.')
      const versions = await Promise.all(
        found.versions.map(async ({ savedBy, ...version }) =>
          withoutUndefined({ ...version, savedBy: await nameOf(tenant, savedBy) }),
        ),
      )
      return reply({ versions, agents: await agentsUsing(reader, toolUsesProjection, tenant, toolId) })
    },
  }
}

/** The tools of a workspace; their fields are sealed. */
export function everyTool(reader: Reader, tenant: string): Promise<ToolDocument[]> {
  return everyDocument(reader, toolsProjection, tenant, { index: 'all', limit: MOST_TOOLS })
}

export function countTools(reader: Reader, tenant: string): Promise<number> {
  return reader.count(toolsProjection, tenant, { index: 'all' })
}
