import { Stack } from '@mantine/core'
import { Page } from '../../design/page.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { Flow } from './flow-section.tsx'
import { ModelSettings } from './model-settings.tsx'
import { SystemPrompt } from './system-prompt.tsx'
import { ToolsChoice } from './tools-choice.tsx'

/** Prompt and node flow of an agent with nodes. */
export function NodesPage() {
  const draft = useAgentDraft(useAgentPlace())
  return (
    <Page title="Prompt" purpose="Who the agent is, and the way a conversation takes from its first message.">
      <Stack gap="md">
        <SystemPrompt {...draft} />
        <Flow {...draft} />
        <ModelSettings {...draft} />
        <ToolsChoice {...draft} />
      </Stack>
    </Page>
  )
}
