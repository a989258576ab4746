import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { promptEndpoints } from '@parley/contracts/integration/prompt-endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { everyDocument } from '@parley/kernel/every-page.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { byName } from '../by-name.ts'
import { pageOfSorted } from '../page-of-sorted.ts'
import { promptUsesProjection } from './prompt-uses.projection.ts'
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
      const uses = await usesOf(reader, tenant)
      const existing = await agentTitles(reader, tenant, [...uses.values()].flat())
      const items = page.items.map(async ({ document, name, description }) => ({
        ...(await about(tenant, document)),
        ...{ name, description },
        agents: (uses.get(document.promptId) ?? []).filter((id) => existing.has(id)).length,
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
      const agents = await agentsUsing(reader, tenant, promptId)
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

/** The agents that use a prompt, by name. */
export async function agentsUsing(
  reader: Reader,
  tenant: string,
  promptId: string,
): Promise<{ agentId: string; title: string }[]> {
  const ids = (await usesOf(reader, tenant)).get(promptId) ?? []
  const titles = await agentTitles(reader, tenant, ids)
  const agents = ids.flatMap((agentId) => {
    const title = titles.get(agentId)
    return title === undefined ? [] : [{ agentId, title }]
  })
  return agents.sort((one, other) => byName(one.title, other.title))
}

/** The ids of the agents that use each prompt. */
async function usesOf(reader: Reader, tenant: string): Promise<ReadonlyMap<string, string[]>> {
  // bounded: by the quota of agents
  const documents = await everyDocument(reader, promptUsesProjection, tenant, {
    index: 'all',
    limit: READ_AT_ONCE,
  })
  const uses = new Map<string, string[]>()
  for (const { agentId, ofSystemPrompt, ofNodes, ofCanary } of documents)
    for (const promptId of new Set([...ofSystemPrompt, ...ofNodes, ...ofCanary]))
      uses.set(promptId, [...(uses.get(promptId) ?? []), agentId])
  return uses
}

function newestOf({ versions }: Pick<PromptDocument, 'versions'>): PromptDocument['versions'][number] {
  const [newest] = versions
  if (!newest) throw new Error('A prompt has at least one version.')
  return newest
}
