import { Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AgentActions, NotificationBell } from './app-layout.tsx'
import { ClientDashboard } from './features/client-dashboard/client-dashboard.tsx'
import { useAgentPlaceIfAny } from './shell/places.ts'

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
    >
      <Outlet />
    </ClientDashboard>
  )
}
