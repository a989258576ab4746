import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../shell/places.ts'
import { assignableAgentsQuery } from './queries.ts'

/** Whether the agents are still loading, without which the field is not as high as it will be. */
export const useAgentsPending = () => useQuery(assignableAgentsQuery(useWorkspace())).isPending

/** The agents that are assigned to a client or an organization (`widgetIDs`). */
export function AgentsField(props: {
  description?: string
  value: string[]
  onChange: (widgetIDs: string[]) => void
}) {
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  return (
    <MultiSelect
      label="Agents"
      description={props.description}
      placeholder={props.value.length === 0 ? 'Choose agents' : undefined}
      searchable
      clearable
      hidePickedOptions
      limit={50}
      nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
      error={agents.isError ? 'The agents could not be loaded' : undefined}
      data={agents.data ?? []}
      // Without their titles, ids would be shown.
      value={agents.data ? props.value : []}
      disabled={!agents.data}
      onChange={props.onChange}
    />
  )
}
