import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { promptEndpoints } from '@parley/contracts/integration/prompt-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { promptUsesProjection } from '../agent-uses/agent-uses.projection.ts'
import { agentsUsing, usesCounted } from '../agent-uses/agent-uses.queries.ts'
import { byName } from '../by-name.ts'
import { pageOfSorted } from '../page-of-sorted.ts'
import { type PromptDocument, promptsProjection } from './prompts.projection.ts'

export type PromptQueryDeps = {
  reader: Reader
  nameOf(tenant: string, actor: { kind: string; id: string }): Promise<string | undefined>
  /** The text of a version that is kept. */
  textOf(tenant: string, promptId: string, version: number): Promise<string | undefined>
}

const PAGE = 50
const READ_AT_ONCE = 100

const missing = refuse('not-found', 'This prompt does not exist.')

export function promptQueries({
  reader,
  nameOf,
  textOf,
}: PromptQueryDeps): Pick<Handlers<typeof promptEndpoints>, 'prompts.list' | 'prompts.get'> {
  return {
    async 'prompts.list'({ tenant, query: { q = '', cursor, limit = PAGE } }) {
      // bounded: by the quota of prompts
      const documents = await everyDocument(reader, promptsProjection, tenant, {
        index: 'all',
        limit: READ_AT_ONCE,
      })
      const texts = await reader.open(
        tenant,
        documents.flatMap(({ name, description }) => [name, description]),
      )
      const words = wordsIn(q)
      const named = documents.map((document, nth) => {
        const [name = '', description = ''] = texts.slice(2 * nth)
        return { document, name, description }
      })
      const found = named.filter(({ name, description }) => hasWords(`${name}\n${description}`, words))
      found.sort((one, other) => byName(one.name, other.name))
      const page = pageOfSorted(found, { cursor, limit })
      const agentsOf = await usesCounted(reader, promptUsesProjection, tenant)
      const items = page.items.map(async ({ document, name, description }) => ({
        ...(await about(tenant, document)),
        ...{ name, description },
        agents: agentsOf(document.promptId),
      }))
      return reply({ ...page, items: await Promise.all(items) })
    },

    async 'prompts.get'({ tenant, params: { promptId } }) {
      const found = await reader.get(promptsProjection, tenant, promptId)
      if (!found) return missing
      const { version } = newestOf(found)
      const text = await textOf(tenant, promptId, version)
      if (text === undefined) return missing
      const [name = '', description = '', ...notes] = await reader.open(tenant, [
        found.name,
        found.description,
        ...found.versions.flatMap(({ note }) => note ?? []),
      ])
      const versions = await Promise.all(
        found.versions.map(async ({ savedBy, note, ...one }) =>
          withoutUndefined({
            ...one,
            savedBy: await nameOf(tenant, savedBy),
            note: note === undefined ? undefined : notes.shift(),
          }),
        ),
      )
      const agents = await agentsUsing(reader, promptUsesProjection, tenant, promptId)
      const view = { ...(await about(tenant, found)), name, description, text, versions, agents }
      return replyWithTag(view, reader.newestIn([found]))
    },
  }

  async function about(tenant: string, { promptId, variables, published, ...prompt }: PromptDocument) {
    const { version } = newestOf(prompt)
    const { updatedAt, updatedBy } = prompt
    const by = await nameOf(tenant, updatedBy)
    return withoutUndefined({ promptId, variables, version, published, updatedAt, updatedBy: by })
  }
}

function newestOf({ versions }: Pick<PromptDocument, 'versions'>): PromptDocument['versions'][number] {
  const [newest] = versions
  if (!newest) throw new Error('A prompt has at least one version.')
  return newest
}
