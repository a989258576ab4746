import { Box } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Outlet, useSearch } from '@tanstack/react-router'
import { Suspense, startTransition, useState } from 'react'
import { lazyComponent } from './server/lazy-component.ts'
import { IfAllowed } from './shell/access/not-allowed.tsx'
import { AppFrame } from './shell/navigation/app-frame.tsx'
import { useAgentPlaceIfAny } from './shell/navigation/places.ts'

const NewAgentDrawer = lazyComponent(() => import('./features/agents/new-agent-drawer.tsx'), 'NewAgentDrawer')
const AgentWizard = lazyComponent(() => import('./features/onboarding/agent-wizard.tsx'), 'AgentWizard')
export const AgentActions = lazyComponent(() => import('./agent-actions.tsx'), 'AgentActions')
const EditorsHere = lazyComponent(() => import('./features/editors/editors-here.tsx'), 'EditorsHere')
export const NotificationBell = lazyComponent(
  () => import('./features/notifications/notification-bell.tsx'),
  'NotificationBell',
)
const CommandPalette = lazyComponent(() => import('./features/palette/command-palette.tsx'), 'CommandPalette')
const TestPanel = lazyComponent(() => import('./features/test-panel/test-panel.tsx'), 'TestPanel')

/** Places the features that are shown on every page in the frame. */
export function AppLayout() {
  const place = useAgentPlaceIfAny()
  const { newAgent } = useSearch({ strict: false })
  const [palette, setPalette] = useState<'never' | 'opened' | 'closed'>('never')
  // A transition, since the palette is much to render at once.
  const openPalette = () => startTransition(() => setPalette('opened'))
  const closePalette = () => startTransition(() => setPalette('closed'))
  useHotkeys([['mod+K', openPalette]], [], true)
  const testPanel = place && (
    <Suspense fallback={null}>
      <TestPanel key={place.agentId} region={place.region} agentId={place.agentId} />
    </Suspense>
  )
  return (
    <AppFrame
      actions={
        // Keeps the frame visible while the agent loads.
        place && (
          <Suspense fallback={null}>
            <AgentActions key={place.agentId} place={place} />
          </Suspense>
        )
      }
      editors={
        place && (
          <Suspense fallback={null}>
            <EditorsHere key={place.agentId} place={place} />
          </Suspense>
        )
      }
      bell={
        <Suspense fallback={<Box w={36} h={36} />}>
          <NotificationBell />
        </Suspense>
      }
      testPanel={testPanel}
      onSearch={openPalette}
    >
      <IfAllowed>
        <Outlet />
      </IfAllowed>
      {palette !== 'never' && (
        <Suspense fallback={null}>
          <CommandPalette opened={palette === 'opened'} onClose={closePalette} />
        </Suspense>
      )}
      {newAgent && (
        <Suspense fallback={null}>
          {newAgent === 'website-wizard' ? <AgentWizard /> : <NewAgentDrawer />}
        </Suspense>
      )}
    </AppFrame>
  )
}
