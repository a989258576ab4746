import { Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadPromptEditor } from '../../design/code/prompt-editor.tsx'
import { t } from '../../design/language.ts'
import { Page } from '../../design/pages/page.tsx'
import { whenReachable } from '../../server/connection.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { PageLoading } from '../../shell/page-states.tsx'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { FirstMessages } from './first-messages.tsx'
import { FlowSwitch } from './flow-switch.tsx'
import { LaunchMessage } from './launch-message.tsx'
import { Facts } from './long-text.tsx'
import { ModelSettings } from './model-settings.tsx'
import { SystemPrompt } from './system-prompt.tsx'
import { ToolsChoice } from './tools-choice.tsx'

export { loadPromptEditor }

const Canvas = lazy(() =>
  whenReachable(() => import('./canvas-page.tsx')).then(({ Canvas }) => ({ default: Canvas })),
)

/** The canvas of an agent with nodes; prompt, first messages and model of one without. */
export function PromptPage() {
  const place = useAgentPlace()
  const draft = useAgentDraft(place)
  if (draft.agent.agentPlatform === 'vf')
    return <Navigate to="/app/$region/agents/$agentId/overview" params={place} replace />
  if (draft.agent.enableNodes)
    return (
      <Suspense fallback={<PageLoading />}>
        <Canvas />
      </Suspense>
    )
  return (
    <Page title={t('Prompt')} purpose={t('Your agent’s role, its first messages and the model it uses.')}>
      <Stack gap="md">
        <SystemPrompt {...draft} />
        <Facts {...draft} />
        <FirstMessages {...draft} />
        <LaunchMessage {...draft} />
        <ModelSettings {...draft} />
        <ToolsChoice {...draft} />
        <FlowSwitch {...draft} />
      </Stack>
    </Page>
  )
}
