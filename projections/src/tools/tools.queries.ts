import type { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { storedFields } from '@parley/contracts/integration/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { everyDocument } from '@parley/kernel/every-page.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { byName } from '../by-name.ts'
import { type ToolDocument, toolsProjection } from './tools.projection.ts'

const MOST_TOOLS = 500

export function toolQueries({ reader }: { reader: Reader }): Handlers<typeof integrationEndpoints> {
  return {
    async 'tools.list'(call) {
      const items = await everyTool(reader, call.tenant)
      const fields = await reader.open(
        call.tenant,
        items.map((item) => item.fields),
      )
      const tools = items.map((item, nth) => ({ ...item, fields: readJson(storedFields, fields[nth] ?? '') }))
      const sorted = tools.sort((a, b) => byName(a.name, b.name))
      return replyWithTag({ items: sorted }, reader.newestIn(items))
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
