import { Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { Page } from '../../design/page.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { Canvas } from './canvas-page.tsx'
import { FirstMessages } from './first-messages.tsx'
import { ModelSettings } from './model-settings.tsx'
import { SystemPrompt } from './system-prompt.tsx'
import { ToolsChoice } from './tools-choice.tsx'

/** Of an agent with nodes the canvas; of one without what it is told, how it opens, and the model that answers. */
export function PromptPage() {
  const place = useAgentPlace()
  const draft = useAgentDraft(place)
  if (draft.agent.agentPlatform === 'vf')
    return <Navigate to="/app/$region/agents/$agentId/overview" params={place} replace />
  if (draft.agent.enableNodes) return <Canvas />
  return (
    <Page title="Prompt" purpose="Who the agent is, how it opens a conversation, and the model that answers.">
      <Stack gap="md">
        <SystemPrompt {...draft} />
        <FirstMessages {...draft} />
        <ModelSettings {...draft} />
        <ToolsChoice {...draft} />
      </Stack>
    </Page>
  )
}
