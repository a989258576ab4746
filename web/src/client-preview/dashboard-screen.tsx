import { createMemoryHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Dashboard } from '../dashboard.tsx'
import { router } from '../router.tsx'
import { rememberClient } from '../server/client-memory.ts'
import { sessionQuery } from '../server/queries.ts'
import { queryClient } from '../server/query-client.ts'
import { agentId, client } from './made-up.ts'
import type { Previewed } from './messages.ts'

/** The dashboard of a client. `onShown`: called once its first page is there. */
export function DashboardScreen(props: { previewed: Previewed; onShown: () => void }) {
  const { previewed, onShown } = props
  const first = useRef(previewed)
  const begun = useRef(false)
  if (!begun.current) begin(previewed)
  begun.current = true
  const shown = useRef(onShown)
  useEffect(() => {
    if (router.state.status === 'idle') shown.current()
    return router.subscribe('onResolved', () => shown.current())
  }, [])
  useEffect(() => {
    if (first.current !== previewed) void showAgain()
  }, [previewed])
  return <Dashboard />
}

function begin({ brand }: Previewed): void {
  const { agencyId, region } = brand
  rememberClient({ isClient: true, clientId: client.ID, agencyId, region })
  queryClient.clear()
  // The address of the frame stays what it is. A client without access to its home is led to its first page.
  const initialEntries = [`/app/${region}/agents/${agentId}/home`]
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries }) })
}

/** With the newest settings, on the page that is shown. */
async function showAgain(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await queryClient.invalidateQueries({ queryKey: ['client-tab'] })
}
