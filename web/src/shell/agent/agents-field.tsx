import { MultiSelect } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useWorkspace } from '../navigation/places.ts'

/** The agents that can be assigned: id and title of all. */
export const assignableAgentsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['assignable-agents', region, workspaceId],
    meta: { touchedBy: ['agent'] },
    async queryFn({ signal }) {
      const agents: { value: string; label: string }[] = []
      let cursor: string | undefined
      do {
        const query = { cursor, limit: 200 }
        const page = await client.call('agents.list', { params: { region }, query }, { signal })
        agents.push(...page.items.map(({ ID, title }) => ({ value: ID, label: title })))
        cursor = page.next
      } while (cursor !== undefined)
      return agents
    },
  })

/** Whether the agents are still loading, without which the field is not as high as it will be. */
export const useAgentsPending = () => useQuery(assignableAgentsQuery(useWorkspace())).isPending

/** The agents that are assigned to a client or an organization (`widgetIDs`). */
export function AgentsField(props: {
  description?: string
  error?: string | undefined
  value: string[]
  onChange: (widgetIDs: string[]) => void
}) {
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  return (
    <MultiSelect
      label={t('Agents')}
      description={props.description}
      placeholder={props.value.length === 0 ? t('Choose agents') : undefined}
      searchable
      clearable
      hidePickedOptions
      limit={50}
      nothingFoundMessage={agents.isPending ? t('Loading…') : t('No agents found')}
      error={agents.isError ? t('The agents could not be loaded') : props.error}
      data={agents.data ?? []}
      // Without their titles, ids would be shown.
      value={agents.data ? props.value : []}
      disabled={!agents.data}
      onChange={props.onChange}
    />
  )
}
