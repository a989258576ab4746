import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentsQuery, type WorkspacePlace } from '../../server/queries.ts'

/** Chooses an agent of the workspace; the server searches all of them. `title` is the chosen agent's, if known. */
export function AgentFilter(props: {
  workspace: WorkspacePlace
  value: string | undefined
  title?: string | undefined
  className?: string | undefined
  onChange: (agentId: string | undefined) => void
}) {
  const { workspace, value } = props
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), 200)
  const agents = useInfiniteQuery({
    ...agentsQuery(workspace.region, workspace.workspaceId, sought),
    placeholderData: (former) => former,
  })
  const data = (agents.data?.pages ?? []).flatMap(({ items }) =>
    items.map(({ ID, title }) => ({ value: ID, label: title })),
  )
  if (value !== undefined && !data.some((option) => option.value === value))
    data.push({ value, label: props.title ?? value })
  const chosen = data.find((option) => option.value === value)?.label
  return (
    <Select
      aria-label="Agent"
      placeholder="All agents"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All agents' }}
      value={value ?? null}
      onChange={(agentId) => props.onChange(agentId ?? undefined)}
      onSearchChange={(typed) => setSearch(typed === chosen ? '' : typed)}
      data={data}
      nothingFoundMessage="No matching agent"
      className={props.className}
    />
  )
}
