import { Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { loadPromptEditor } from '../../design/code/prompt-editor.tsx'
import { t } from '../../design/language.ts'
import { Page } from '../../design/pages/page.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { Flow } from './flow-section.tsx'
import { FlowSwitch } from './flow-switch.tsx'
import { Facts } from './long-text.tsx'
import { ModelSettings } from './model-settings.tsx'
import { SystemPrompt } from './system-prompt.tsx'
import { ToolsChoice } from './tools-choice.tsx'
import { ViewSwitch } from './view-switch.tsx'

export { loadPromptEditor }

/** Prompt and node flow of an agent with nodes. */
export function NodesPage() {
  const place = useAgentPlace()
  const draft = useAgentDraft(place)
  if (draft.agent.agentPlatform === 'vf')
    return <Navigate to="/app/$region/agents/$agentId/overview" params={place} replace />
  if (!draft.agent.enableNodes)
    return <Navigate to="/app/$region/agents/$agentId/prompt" params={place} replace />
  return (
    <Page
      title={t('Prompt')}
      purpose={t('Your agent’s role, and the path conversations take from the first message.')}
      actions={<ViewSwitch to="canvas" />}
    >
      <Stack gap="md">
        <SystemPrompt {...draft} />
        <Facts {...draft} />
        <Flow />
        <ModelSettings {...draft} />
        <ToolsChoice {...draft} />
        <FlowSwitch {...draft} />
      </Stack>
    </Page>
  )
}
