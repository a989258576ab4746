import { Checkbox, Stack, Text } from '@mantine/core'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { useTools } from '../../server/tools.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Selects the functions of the workspace that the model may call. */
export function ToolsChoice({ agent, edit }: AgentDraft) {
  const { region } = useWorkspace()
  const tools = useTools()
  const { label, help } = fieldText('assignedToolsIds')
  const assigned = agent.assignedToolsIds ?? []
  const may = useMay()
  const put = (id: string, chosen: boolean) =>
    edit({ assignedToolsIds: chosen ? [...assigned, id] : assigned.filter((one) => one !== id) })
  if (!may('function.read')) return null
  return (
    <Section title={label} explanation={help}>
      {tools.isPending && <LoadingRows rows={2} height={40} />}
      {tools.isError && (
        <FailedList
          title="The functions could not be loaded"
          error={tools.error}
          onRetry={() => tools.refetch()}
        />
      )}
      {tools.data?.length === 0 && (
        <Text c="dimmed">
          No functions in this workspace yet.{' '}
          <AnchorLink to="/app/$region/integrations" params={{ region }} search={{ tool: 'new' }}>
            Add a function
          </AnchorLink>
        </Text>
      )}
      {tools.data && tools.data.length > 0 && (
        <Stack gap="sm">
          {tools.data.map((tool) => (
            <Checkbox
              key={tool.id}
              label={tool.name}
              description={tool.description}
              checked={assigned.includes(tool.id)}
              onChange={(event) => put(tool.id, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      )}
    </Section>
  )
}
