import { Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AgentActions, NotificationBell } from './app-layout.tsx'
import { LoadingRows } from './design/notices/states.tsx'
import { ClientDashboard } from './features/client-dashboard/client-dashboard.tsx'
import { lazyComponent } from './server/lazy-component.ts'
import { useAgentPlaceIfAny } from './shell/navigation/places.ts'

const NotificationSettings = lazyComponent(
  () => import('./features/notifications/notification-settings.tsx'),
  'NotificationSettings',
)

const OwnAgentDrawer = lazyComponent(() => import('./features/agents/own-agent-drawer.tsx'), 'OwnAgentDrawer')

/** The dashboard of a client of an agency, around the pages of one of its agents. */
export function ClientLayout() {
  const place = useAgentPlaceIfAny()
  return (
    <ClientDashboard
      actions={
        place && (
          <Suspense fallback={null}>
            <AgentActions key={place.agentId} place={place} />
          </Suspense>
        )
      }
      bell={
        <Suspense fallback={<Box w={36} h={36} />}>
          <NotificationBell />
        </Suspense>
      }
      newAgent={(of) => (
        <Suspense fallback={null}>
          <OwnAgentDrawer {...of} />
        </Suspense>
      )}
      notificationSettings={
        <Suspense fallback={<LoadingRows rows={3} height={56} />}>
          <NotificationSettings />
        </Suspense>
      }
    >
      <Outlet />
    </ClientDashboard>
  )
}
