import { ActionIcon } from '@mantine/core'
import { Outlet, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PublishControls } from './features/publish/publish-controls.tsx'
import { whenReachable } from './server/connection.ts'
import { AgentFrame } from './shell/agent-frame.tsx'
import { AppFrame } from './shell/app-frame.tsx'
import { useAgentPlaceIfAny } from './shell/places.ts'

const NewAgentDrawer = lazy(() =>
  whenReachable(async () => ({
    default: (await import('./features/agents/new-agent-drawer.tsx')).NewAgentDrawer,
  })),
)
const NotificationBell = lazy(() =>
  whenReachable(async () => ({
    default: (await import('./features/notifications/notification-bell.tsx')).NotificationBell,
  })),
)
const TestPanel = lazy(() =>
  whenReachable(async () => ({ default: (await import('./features/test-panel/test-panel.tsx')).TestPanel })),
)

/** Places the features that are shown on every page in the frame. */
export function AppLayout() {
  const place = useAgentPlaceIfAny()
  const { newAgent } = useSearch({ strict: false })
  const testPanel = place && (
    <Suspense fallback={null}>
      <TestPanel key={place.agentId} region={place.region} agentId={place.agentId} />
    </Suspense>
  )
  return (
    <AppFrame
      publish={
        // Keeps the frame visible while the agent loads.
        place && (
          <Suspense fallback={null}>
            <PublishControls key={place.agentId} place={place} />
          </Suspense>
        )
      }
      bell={
        <Suspense fallback={<ActionIcon variant="subtle" size={36} aria-hidden />}>
          <NotificationBell />
        </Suspense>
      }
      testPanel={testPanel}
    >
      <Outlet />
      {newAgent && (
        <Suspense fallback={null}>
          <NewAgentDrawer />
        </Suspense>
      )}
    </AppFrame>
  )
}

export function AgentLayout() {
  return (
    <AgentFrame>
      <Outlet />
    </AgentFrame>
  )
}
