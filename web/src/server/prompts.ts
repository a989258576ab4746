/** The library of prompts of the workspace, used by the Prompts page and the prompts of agents. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { PromptListItem } from '@parley/contracts/integration/prompt-endpoints.ts'
import {
  leavesPromptsOut,
  mostPromptsOfAgent,
  mostReferencedCharacters,
  promptIdsIn,
  promptIdsOf,
  withTexts,
} from '@parley/contracts/integration/prompt-references.ts'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../shell/access/use-may.ts'
import { useWorkspace } from '../shell/navigation/places.ts'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

export type PromptPlace = WorkspacePlace & { promptId: string }

const PAGE = 200

/** All prompts, by name. */
export const libraryQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['prompts', region, workspaceId, 'all'],
    meta: { touchedBy: ['prompt'] },
    async queryFn({ signal }) {
      const items: PromptListItem[] = []
      let cursor: string | undefined
      do {
        const query = { cursor, limit: PAGE }
        const page = await client.call('prompts.list', { params: { region, workspaceId }, query }, { signal })
        items.push(...page.items)
        cursor = page.next
      } while (cursor !== undefined)
      return items
    },
  })

export const promptVersionQuery = ({ region, workspaceId, promptId }: PromptPlace, version: number) =>
  queryOptions({
    queryKey: ['prompt-version', region, workspaceId, promptId, version],
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (
        await client.call(
          'prompts.version',
          { params: { region, workspaceId, promptId, version } },
          { signal },
        )
      ).text,
  })

/** The names of all prompts by id; undefined while they are not known, or to whoever may not read them. */
export function usePromptNames(): ReadonlyMap<string, string> | undefined {
  const { region, workspaceId } = useWorkspace()
  const may = useMay()
  const { data } = useQuery({ ...libraryQuery({ region, workspaceId }), enabled: may('prompt.read') })
  return useMemo(() => data && new Map(data.map(({ promptId, name }) => [promptId, name])), [data])
}

/**
 * A text with the published texts of the prompts that it refers to, as far as they are known, and whether some of these
 * are left out for want of room.
 */
export function useExpanded(text: string): { expanded: string; leavesOut: boolean } {
  const place = useWorkspace()
  const may = useMay()
  const { data = [] } = useQuery({ ...libraryQuery(place), enabled: may('prompt.read') })
  const ids = promptIdsIn(text).slice(0, mostPromptsOfAgent)
  const referred = data.filter(({ promptId }) => ids.includes(promptId))
  const read = useQueries({
    queries: referred.map(({ promptId, published }) => promptVersionQuery({ ...place, promptId }, published)),
  })
  if (referred.length === 0) return { expanded: text, leavesOut: false }
  const texts = new Map(referred.map(({ promptId }, nth) => [promptId, read[nth]?.data ?? '']))
  return { expanded: withTexts(text, texts), leavesOut: leavesPromptsOut(text, texts) }
}

/** How many prompts an agent refers to that the library does not have; 0 while that is not known. */
export function useMissingPrompts(agent: AgentDocument): number {
  const names = usePromptNames()
  return names ? promptIdsOf(agent).filter((id) => !names.has(id)).length : 0
}

export function missingPromptsWords(count: number): string {
  return count === 1
    ? 'The prompt refers to a prompt of the library that does not exist. Nothing stands in its place: remove the reference, or choose another prompt.'
    : `The prompt refers to ${count} prompts of the library that do not exist. Nothing stands in their place: remove the references, or choose other prompts.`
}

export const leftOutWords = `An agent can refer to ${mostPromptsOfAgent} prompts of ${mostReferencedCharacters.toLocaleString('en')} characters together. Those beyond that are left out.`
